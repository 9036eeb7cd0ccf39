/**
 * "order 204 is a duplicate, cancel it", "Maria gave up, cancel her order": what is told before a wish names the thing that the wish
 * refers to. Who writes so means that one, whatever was spoken of before.
 */
import { type Folded, foldText } from '../text/fold-text.ts'
import { holdsPhrase, phrasesIn } from '../text/phrases.ts'
import type { MessageReader } from '../read-message.ts'
import type { Wish } from '../wish.ts'

/** Behind these words a name is still the first of what is told: "a Maria", "my client Maria". */
const maxWordsBefore = 2

/** What is told names the thing that a wish is for. */
export type ToldThing = {
  /** The wish, for that thing. */
  readonly of: (wish: Wish) => Wish
  /** Which of the parts names it, and that part without its number. */
  readonly at: number
  readonly rest: string
}

/** `null` where the wish refers to nothing and lacks nothing, or nothing is named that it could be. */
export function toldThing(told: readonly string[], wish: Wish, reader: MessageReader): ToldThing | null {
  const { language, vocabulary } = reader
  const [reference, ...others] = Object.entries(wish.refers ?? {})
  const parameter = reference?.[0] ?? lackedThing(wish, reader)
  if (parameter === null || others.length > 0 || wish.or !== undefined) return null
  const numbered = told.flatMap((part, at) => (/\d/u.test(part) ? [at] : []))
  const [at] = numbered
  if (at !== undefined) {
    const folded = foldText(told[at] ?? '')
    const number = numbered.length > 1 ? null : onlyNumber(folded)
    const isThing =
      number !== null &&
      (number.at === 0 || phrasesIn(folded.text, language.ofThing).some(({ to }) => to === number.at - 1))
    return isThing ? { of: named(parameter, number.text), at, rest: withoutNumber(folded, number) } : null
  }
  const said = foldText(reference?.[1].said ?? '').text
  if (said === '' || holdsPhrase(said, language.words.that_thing)) return null
  const names = told.map((part) => nameIn(part, (word) => vocabulary.knows(foldText(word).text)))
  const first = names.findIndex((name) => name !== null)
  const name = names[first] ?? null
  return name === null ? null : { of: named(parameter, name), at: first, rest: told[first] ?? '' }
}

/** The only thing that is missing: "order 205 was late, refund everything". */
function lackedThing({ command, args }: Wish, { catalogue }: MessageReader): string | null {
  const { parameters = [] } = catalogue.commands.get(command) ?? {}
  const lacked = parameters.filter(
    ({ name, entity, required }) => required && entity !== null && args[name] === undefined,
  )
  const [only, ...others] = lacked
  return only === undefined || others.length > 0 ? null : only.name
}

function named(parameter: string, value: string): (wish: Wish) => Wish {
  return ({ refers: _refers, ...wish }) => ({ ...wish, args: { ...wish.args, [parameter]: value } })
}

/** `null` where there is none, or several. */
function onlyNumber({ text }: Folded): { readonly at: number; readonly text: string } | null {
  const [first, ...others] = text.matchAll(/\d+/gu)
  const isWord = first !== undefined && /^(?: |$)/u.test(text.slice(first.index + first[0].length))
  return isWord && others.length === 0 ? { at: first.index, text: first[0] } : null
}

function withoutNumber({ original, starts, ends }: Folded, { at, text }: { at: number; text: string }): string {
  return `${original.slice(0, starts[at])} ${original.slice(ends[at + text.length - 1])}`.trim()
}

/** The first words that are written as a name and are no words of the language. */
function nameIn(told: string, isKnown: (word: string) => boolean): string | null {
  const words = told.split(/\s+/u)
  const isName = (word: string | undefined) => /^\p{Lu}\p{L}+$/u.test(word ?? '') && !isKnown(word ?? '')
  const first = words.findIndex(isName)
  if (first < 0 || first > maxWordsBefore) return null
  return isName(words[first + 1]) ? `${words[first]} ${words[first + 1]}` : (words[first] ?? null)
}
