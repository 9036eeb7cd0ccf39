/**
 * "2kg of rice", "dos kilos y medio de queso": people write a number and its unit as one word, and put the half behind the unit.
 * Sentences have them one after the other. A text is read in other words only where a name has swallowed the unit or the half, or
 * nothing is understood, and only as a sentence that has a word for the unit: of "7up" nobody has seven.
 */
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from './language.ts'
import type { FilledSlot, SentenceReading } from '../sentences/sentence-reading.ts'
import { numberTable } from '../values/number-words.ts'

/** More amounts are put in other words in no text. */
const maxRewordings = 4

type Rewording = {
  readonly text: string
  /** Where in that text the number ends, with a blank and the unit behind it. */
  readonly end: number
  /** What of the text as it was written is no part of a name. */
  readonly moved: number
}

/** A text whose amounts are written otherwise, and what is read then; `null` where it is to be read as it was written. */
export function rewordAmounts(
  folded: Folded,
  own: readonly SentenceReading[],
  read: (folded: Folded) => readonly SentenceReading[],
  { code }: Pick<Language, 'code'>,
): { readonly folded: Folded; readonly found: readonly SentenceReading[] } | null {
  const { original } = folded
  for (const { text, end, moved } of [...glued(original), ...withHalfBehind(original, code)].slice(0, maxRewordings)) {
    if (own.some(({ slots }) => !slots.some((slot) => slot.wildcard && covers(slot, folded, moved)))) continue
    const reworded = foldText(text)
    const found = read(reworded).filter((one) => hasUnit(one, reworded, end))
    if (found.length > 0) return { folded: reworded, found }
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
