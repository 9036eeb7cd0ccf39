/** Several of a list that is open, of which one at a time is taken: "all three", "the first two", "1 and 3". */
import { readBareNumber } from '../bare-value.ts'
import { listedTimesIn, type OpenText } from '../open-text.ts'
import { foldText } from '../text/fold-text.ts'
import { isMadeOf } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'
import { wordBorders } from '../wishes/split-wishes.ts'

/** By how many they are. "Las tres" of several times is one of them. */
export function theseMany(said: OpenText): Reading | null {
  const { folded, expectation, reader } = said
  const { theseMany: many, aroundTheseMany: around } = reader.language
  if (expectation.kind !== 'choice' || listedTimesIn(said).length > 0) return null
  return isMadeOf(folded.text, many, around) ? { kind: 'both' } : null
}

/** By their numbers, in the list or of their own. */
export function severalNumbers({ text, folded, expectation, reader: { language } }: OpenText): Reading | null {
  if (expectation.kind !== 'choice') return null
  const commas = [...text.matchAll(/[,;](?=\s)/gu)].map(({ index }) => ({ from: index, to: index + 1 }))
  const borders = [...commas, ...wordBorders(folded, language.words.and)].toSorted(
    (one, other) => one.from - other.from,
  )
  const parts = [...borders, { from: text.length, to: text.length }]
    .map(({ from }, at) => text.slice(borders[at - 1]?.to ?? 0, from))
    .filter((part) => part.trim() !== '')
  const isNumber = (part: string) => readBareNumber(foldText(part), language.answering, language) !== null
  return parts.length > 1 && parts.every(isNumber) ? { kind: 'both' } : null
}

/** "The other one" of two. */
export function otherOfTwo({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  if (expectation.kind !== 'choice' || expectation.count !== 2 || !hasThings(expectation)) return null
  return isMadeOf(folded.text, language.otherOne, language.answering) ? { kind: 'of-several', place: 'other' } : null
}

function hasThings({ values = [] }: Extract<OpenText['expectation'], { kind: 'choice' }>): boolean {
  return values.length > 0
}
