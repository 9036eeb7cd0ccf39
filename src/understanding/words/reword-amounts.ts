/**
 * "2kg of rice", "dos kilos y medio de queso", "12 bags of rice @ 2,850": people write a number and its unit as one word, put the half
 * behind the unit, and a sign before a price. Sentences have words for them, one after the other. A text is read in other words only where
 * a name has swallowed the unit, the half or the price, or nothing is understood, and only as a sentence that has a word for the unit or
 * takes the price: of "7up" nobody has seven.
 */
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from './language.ts'
import type { FilledSlot, SentenceReading } from '../sentences/sentence-reading.ts'
import { numberTable } from '../values/number-table.ts'

/** More amounts are put in other words in no text. */
const maxRewordings = 4
/** So many amounts of one text are put so beside the first. */
const mostBesides = 2

type Rewording = {
  readonly text: string
  /** What of the text as it was written is no part of a name. */
  readonly moved: number
} & (
  | {
      /** Where in that text the number ends, with a blank and the unit behind it. */
      readonly end: number
    }
  | {
      /** Where in it the price begins. */
      readonly price: number
    }
)

/** A text whose amounts are written otherwise, and what is read then; `null` where it is to be read as it was written. */
export function rewordAmounts(
  folded: Folded,
  own: readonly SentenceReading[],
  read: (folded: Folded) => readonly SentenceReading[],
  language: Pick<Language, 'code' | 'atPrice'>,
  deeper = mostBesides,
): { readonly folded: Folded; readonly found: readonly SentenceReading[] } | null {
  const { original } = folded
  const rewordings = [
    ...glued(original),
    ...withHalfBehind(original, language.code),
    ...atPrices(original, language.atPrice),
  ]
  for (const { text, moved, ...place } of rewordings.slice(0, maxRewordings)) {
    if (own.some(({ slots }) => !slots.some((slot) => slot.wildcard && covers(slot, folded, moved)))) continue
    const reworded = foldText(text)
    const found = read(reworded).filter((one) =>
      'end' in place ? hasUnit(one, reworded, place.end) : hasPrice(one, reworded, place.price),
    )
    const alone = { folded: reworded, found }
    if (found.length > 0)
      return deeper === 0 ? alone : (rewordAmounts(reworded, found, read, language, deeper - 1) ?? alone)
  }
  return null
}

function glued(text: string): readonly Rewording[] {
  return text
    .matchAll(/(?<![\p{L}\p{N}.,/#-])\d+(?:[.,]\d+)?(?=\p{L}{1,8}(?![\p{L}\p{N}]))/gu)
    .map(({ 0: digits, index }) => {
      const end = index + digits.length
      return { text: `${text.slice(0, end)} ${text.slice(end)}`, end, moved: end }
    })
    .toArray()
}

/** "dos kilos y medio" as "dos y medio kilos". */
function withHalfBehind(text: string, code: string): readonly Rewording[] {
  const halves = numberTable(code)?.half ?? []
  if (halves.length === 0) return []
  return text
    .matchAll(new RegExp(`(?<=[\\p{L}\\p{N}]\\s)(\\p{L}+)\\s(${halves.join('|')})(?![\\p{L}\\p{N}])`, 'giu'))
    .map(({ 0: said, 1: unit = '', 2: half = '', index }) => {
      const behind = text.slice(index + said.length)
      return {
        text: `${text.slice(0, index)}${half} ${unit}${behind}`,
        end: index + half.length,
        moved: index + said.length - half.length,
      }
    })
    .toArray()
}

/** "12 bags of rice @ 2,850" as "12 bags of rice at 2,850"; all such signs at once. */
function atPrices(text: string, words: readonly string[]): readonly Rewording[] {
  const places = text.matchAll(sign).toArray()
  const [first] = places
  if (first === undefined) return []
  return words.map((word) => {
    const said = text.replaceAll(sign, ` ${word} `)
    const price = first.index + word.length + 2
    return { text: said, price, moved: first.index + first[0].length - 1 }
  })
}

/** "@" before an amount, behind what it is the price of. */
const sign = /(?<=[\p{L}\p{N})"”])\s*@\s*(?=[^\s\d]{0,4}\s?\d)/gu

/** Whether a number or a sum begins there. */
function hasPrice({ command, slots }: SentenceReading, { starts }: Folded, place: number): boolean {
  return slots.some(({ name, from }) => {
    const type = command.parameters.find((parameter) => parameter.name === name)?.type
    return (type === 'money' || type === 'decimal' || type === 'integer') && starts[from] === place
  })
}

/** Whether the number ends there, and the word behind it is one of the sentence. */
function hasUnit({ command, slots }: SentenceReading, folded: Folded, end: number): boolean {
  const isOfNumber = ({ name, to }: FilledSlot) => {
    const type = command.parameters.find((parameter) => parameter.name === name)?.type
    return (type === 'decimal' || type === 'integer') && folded.ends[to - 1] === end
  }
  return slots.some(isOfNumber) && !slots.some((slot) => covers(slot, folded, end + 1))
}

function covers({ from, to }: FilledSlot, { starts, ends }: Folded, place: number): boolean {
  return (starts[from] ?? 0) <= place && place < (ends[to - 1] ?? 0)
}
