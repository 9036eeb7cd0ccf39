import type { Names } from './names.ts'

/** A text in small letters with its words written as they were heard, or as the names in it are. */
export function asWritten(text: string, heard: readonly string[], names: Names): string {
  const called = Object.values(names)
    .flat()
    .filter((name) => ` ${text} `.includes(` ${name.toLowerCase()} `))
  // A sentence begins with a capital that is not the word's own.
  const said = heard.map((each) => each.replace(/\p{L}/u, (letter) => letter.toLowerCase()))
  const words = [...said, ...called].flatMap((each) => each.match(/[\p{L}\p{M}']+/gu) ?? [])
  const written = new Map(words.map((word) => [word.toLowerCase(), word]))
  return text
    .split(' ')
    .map((word) => written.get(word) ?? word)
    .join(' ')
}
