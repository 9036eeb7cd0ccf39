import { foldText } from '../text/fold-text.ts'
import { isNumber } from './is-number.ts'
import { isNearly } from './nearly.ts'
import { amountsAt } from './read-amounts.ts'
import { namesShare } from './share.ts'
import { namesUnit } from './read-money.ts'
import type { ValueLanguage } from './value-language.ts'
import { isReadBack, type WantedValue } from './wanted-value.ts'

/**
 * Whether people must see the words beside what they were taken for: always for what may be meant in two ways, and for a
 * plain number where a currency was said, which is no part of it: "10 dollars" of what has no currency is 10. A sum in the currency
 * of a thing is never in another one, but a share of it is to be seen as one, and so is "20 e 30", which may be two sums, and "20/kg". An id that is
 * written in figures that stand apart, "3 4", may be two things. Of "about 500" nobody may think that it is kept as no more than that,
 * and of "15,00" in English, where commas part thousands, that it was meant to have a point.
 */
export function mustReadBack(
  wanted: Pick<WantedValue, 'type' | 'ofThing' | 'shares'>,
  said: string,
  language: ValueLanguage,
): boolean {
  if (wanted.shares === true && namesShare(said, language)) return true
  if (wanted.type === 'money' && (isJoined(said) || namesUnit(said))) return true
  if (wanted.type === 'id' && areApart(said)) return true
  if (isNumber(wanted.type) && (isNearly(said, language.code) || hasOddComma(said, language))) return true
  return isReadBack(wanted) || (wanted.type === 'decimal' && namesCurrency(said, language))
}

function hasOddComma(said: string, { groupMark }: ValueLanguage): boolean {
  return groupMark === ',' && /\d,(?:\d{1,2}|\d{4,})(?![\d,])/u.test(said)
}

function isJoined(said: string): boolean {
  return /\d \p{L}+ \d\d$/u.test(foldText(said).text)
}

function areApart(said: string): boolean {
  return /^\d(?: \d)+$/u.test(foldText(said).text)
}

function namesCurrency(said: string, language: ValueLanguage): boolean {
  const { text } = foldText(said)
  return amountsAt(text, 0, language).some(({ end, currency }) => end === text.length && currency !== '')
}
