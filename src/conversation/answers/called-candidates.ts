/**
 * A list asks for a number, but people say what they read in it: "Vero", "the one of 75". A candidate is called by words of its
 * line, all of which stand there; a number is its id or a sum, of which the cents and the marks between
 * thousands may be left out; a day, a part of it or a time is that of a moment.
 */
import { clockReadings } from '../../understanding/values/clock-values.ts'
import { isInPartOf } from '../../understanding/values/day-alone.ts'
import { isKnownAs } from '../things/in-own-places.ts'
import { plainWords } from '../things/plain-words.ts'
import type { Candidate, Question } from '../session.ts'

type Choice = Extract<Question, { kind: 'choice' }>

/** Those that are called so; none when nothing is said that any of them has. Whoever says an id means that thing, whatever else has such a number. */
export function calledCandidates({ candidates }: Choice, said: string): readonly Candidate[] {
  const known = knownById(candidates, said)
  if (known !== undefined) return [known]
  const atMoment = candidates.filter((each) => isAtMoment(each, said))
  if (atMoment.length > 0) return atMoment
  const words = said.split(/\s+/u).filter((word) => plainWords(word) !== '')
  const measured = /\d\s*\p{L}/u.test(said) ? candidates.filter(({ label }) => holdsMeasure(label, said)) : []
  if (words.length === 0 || measured.length > 0) return measured
  return candidates.filter((candidate) => words.every((word) => isIn(candidate, word)))
}

/** What a number stands for that is said after a "no": the thing of that id, the moment of that time, else the one in that place. */
export function numberedCandidate({ candidates }: Choice, said: string): Candidate | undefined {
  const named = candidates.find((each) => isKnownAs(each, said) || isAtTime(each.id, said))
  return named ?? (/^\d$/u.test(said) ? candidates[Number(said) - 1] : undefined)
}

/** Codes may be written small: "box-7". */
function knownById(candidates: readonly Candidate[], said: string): Candidate | undefined {
  const inCapitals = said.toUpperCase()
  const [written, ...others] = candidates.filter(
    (each) => each.id.toUpperCase() === inCapitals && isKnownAs(each, each.id),
  )
  return candidates.find((each) => isKnownAs(each, said)) ?? (others.length === 0 ? written : undefined)
}

/** "15mm", "elbow 15 mm": a number with what it is of, as it stands in a line. "5mm" is no "2.5mm". */
function holdsMeasure(label: string, said: string): boolean {
  return ` ${inParts(label)} `.includes(` ${inParts(said)} `)
}

/** Numbers, whole with their decimals, and words, each by itself. */
function inParts(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/\d+(?:[.,/]\d+)*|\p{L}+/gu) ?? []).map((part) => part.replaceAll(',', '.')).join(' ')
}

/** Whether it is of that part of a day, or of that moment, or one of them where it may be several. */
function isAtMoment({ id, at = id }: Candidate, said: string): boolean {
  const isThen = (moment: string) => /T/u.test(moment) && at.startsWith(moment.slice(0, 'yyyy-mm-ddThh:mm'.length))
  return isInPartOf(at, said) || clockReadings(said).some(isThen)
}

function isOnDay(id: string, said: string): boolean {
  return /^\d{4}-\d\d-\d\d$/u.test(said) && id.startsWith(said)
}

function isAtTime(id: string, said: string): boolean {
  return /^\d\d:\d\d$/u.test(said) && id.slice(10, 16) === `T${said}`
}

function isIn({ id, label, at = id }: Candidate, word: string): boolean {
  if (!/\d/u.test(word) || (isOnDay(id, id.slice(0, 'yyyy-mm-dd'.length)) && /^\d{1,2}$/u.test(word)))
    return ` ${plainWords(label)} `.includes(` ${plainWords(word)} `)
  const sum = plainSum(word.replaceAll(/[^\d.,]/gu, ''))
  const sums = (label.match(/\d+(?:[.,]\d+)+/gu) ?? []).map(plainSum)
  return (
    isKnownAs({ id, label }, word) ||
    isAtTime(at, word) ||
    isOnDay(at, word) ||
    sums.some((each) => each === sum || each.replace(/[.,]\d\d$/u, '') === sum)
  )
}

/** Without the marks between thousands. */
function plainSum(text: string): string {
  return text.replaceAll(/[.,](?=\d{3}(?!\d))/gu, '')
}
