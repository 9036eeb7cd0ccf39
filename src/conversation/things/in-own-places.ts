/**
 * "3" is the third of a list, and the thing whose id is 3. Where people read the ids of what is listed, whatever has a number of the list
 * for its id stands at that number, so that both are the same thing; where they do not, a number is a place in the list and nothing else.
 */
import type { Candidate } from '../session.ts'
import { isDigits } from '../../understanding/text/is-digits.ts'

export function inOwnPlaces(candidates: readonly Candidate[]): readonly Candidate[] {
  const places = candidates.map((_, at) => candidates.find((each) => isKnownAs(each, String(at + 1))))
  const others = candidates.filter((each) => !places.includes(each)).values()
  return places.flatMap((own) => own ?? others.next().value ?? [])
}

/** Whether this is its id; of a number only where the list shows it. */
export function isKnownAs({ id, label }: Candidate, said: string): boolean {
  return id === said && (!isDigits(said) || label === said || label.startsWith(`${said} `))
}
