/**
 * "no, 205 because she called", "no, 12 trays at 20k": words behind a no that hold values of what is open, and more. A text takes any words,
 * so nobody can tell whether they are a text alone.
 */
import { readExactValue } from '../bare-value.ts'
import type { HeldValue } from '../correction-reading.ts'
import { type Folded, foldText, originalBetween } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { holdsPhrase, skipLeading } from '../text/phrases.ts'
import { quotedRanges } from '../text/quotes.ts'
import { isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import type { WantedValue } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'
import type { Language } from '../words/language.ts'

/** More words than a value has, as "Tuesday the fifth of May at half past three in the afternoon". */
const maxWords = 12

/** The longest value of each parameter that stands in the words, besides others. */
export function readHeldValues(
  said: string,
  values: readonly WantedValue[],
  language: Language,
  when: When,
): readonly HeldValue[] {
  const folded = foldText(said)
  if (!folded.text.includes(' ')) return []
  return values.flatMap((wanted) => heldIn(folded, wanted, language, when) ?? [])
}

/** Whether the words are said to be a text: "it should say call 205", "no, “call 205”". */
export function isWorded({ text, original }: Folded, { wording }: Language): boolean {
  return holdsPhrase(text, wording) || quotedRanges(original).length > 0
}

function heldIn(folded: Folded, wanted: WantedValue, language: Language, when: When): HeldValue | null {
  const { parameter, type } = wanted
  if (parameter === undefined || type === 'text' || type === 'boolean') return null
  const starts = [0, ...[...folded.text.matchAll(/ /gu)].map(({ index }) => index + 1)]
  for (const from of starts) {
    const ends = endsFrom(folded.text, from).filter((to) => to - from < folded.text.length)
    for (const to of ends) {
      const words = originalBetween(folded, from, to)
      const exact = readExactValue(foldText(words), wanted, language, when, language.skipped)
      if (exact !== null && tells(folded, { from, words, value: exact.value }, wanted, language))
        return { parameter, value: exact.value, words }
    }
  }
  return null
}

/** Whether it is rather that value than any word of a text. A number tells only where the words begin with it, or by its form: "20k", "5%". */
function tells(
  { text }: Folded,
  { from, words, value }: { readonly from: number; readonly words: string; readonly value: string },
  { type, entity = '' }: WantedValue,
  { article, unnumbered }: Language,
): boolean {
  if (type === 'id') return isDigits(value) && !unnumbered.has(entity)
  if (isClockType(type)) return !isDigits(words)
  if (!isNumber(type)) return true
  return from <= skipLeading(text, article) || ((type === 'money' || type === 'percent') && !isDigits(words))
}

/** Where words that begin there end, the longest first. */
function endsFrom(text: string, from: number): readonly number[] {
  const blanks = [...text.slice(from).matchAll(/ |$/gu)].map(({ index }) => from + index)
  return blanks.slice(0, maxWords).toReversed()
}
