/**
 * "3" is the third of a list, and the thing whose id is 3. Where people read the ids of what is listed, whatever has a number of the list
 * for its id stands at that number, so that both are the same thing.
 */
import type { Candidate } from './session.ts'

export function inOwnPlaces(candidates: readonly Candidate[]): readonly Candidate[] {
  const places = candidates.map((_, at) => candidates.find((each) => isShownAs(each, String(at + 1))))
  const others = candidates.filter((each) => !places.includes(each)).values()
  return places.flatMap((own) => own ?? others.next().value ?? [])
}

function isShownAs({ id, label }: Candidate, number: string): boolean {
  return id === number && label.startsWith(`${number} `)
}
