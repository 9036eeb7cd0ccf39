/**
 * Of things whose ids mean nothing to people, a number is an id where their title stands before it: whoever says "customer 22" knows the
 * number. Any other is at most a part of what one of them is called.
 */
import { type Folded, foldText } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { afterWord, endsIn, type Phrases } from '../text/phrases.ts'

/**
 * The id that a value is which begins at `from` in a text; `null` where it is none. One with the mark of an id ("#22") needs no title.
 */
export function idBehindTitle(value: string, said: Folded, from: number, title: Phrases): string | null {
  const { text } = foldText(value)
  const before = said.text.slice(0, from)
  if (isDigits(value) && isMarked(said, from)) return value
  const numbers = title.endsAt(text, 0).map((end) => text.slice(afterWord(text, end)))
  const number = isDigits(value) && endsIn(before.trimEnd(), title) ? value : numbers.find(isDigits)
  return number ?? null
}

/** The kinds of thing of which the one number in a text is an id: by their titles before it, or all by its mark. */
export function kindsOfId(said: Folded, unnumbered: ReadonlyMap<string, Phrases>): readonly string[] {
  const [number, ...others] = said.text.matchAll(/\d+/gu)
  if (number === undefined || others.length > 0) return []
  const kinds = [...unnumbered].filter(([, title]) => idBehindTitle(number[0], said, number.index, title) !== null)
  return kinds.map(([kind]) => kind)
}

function isMarked({ original, starts }: Folded, from: number): boolean {
  return original[(starts[from] ?? 0) - 1] === '#'
}
