import type { Folded } from './text/fold-text.ts'
import type { WrittenReader } from './read-message.ts'
import type { Expectation } from './expectation.ts'
import { isClockType } from './values/clock-values.ts'
import type { WantedValue } from './values/wanted-value.ts'
import type { When } from './values/when.ts'

/** A text, and what the bot waits for. */
export type OpenText = {
  readonly text: string
  readonly folded: Folded
  readonly expectation: Exclude<Expectation, { kind: 'value' }>
  readonly reader: WrittenReader
  readonly when: When
}

/** What the values of the open preview are. */
export function wantedBy({ expectation }: OpenText): readonly WantedValue[] {
  return expectation.kind === 'confirmation' ? (expectation.values ?? []) : []
}

/** What the values of what was done last are, where nothing is open. */
export function doneIn({ expectation }: OpenText): readonly WantedValue[] {
  return expectation.kind === 'nothing' ? (expectation.done ?? []) : []
}

/** What may be said in place of a number of a list: a time alone is that of one of its moments. `undefined` where no list is open. */
export function listedIn({ expectation }: OpenText): readonly WantedValue[] | undefined {
  const values = expectation.kind === 'choice' ? expectation.values : undefined
  return values?.flatMap((each) => (each.type === 'datetime' ? [{ type: 'time' } as const, each] : [each]))
}

/** The days and moments among that. */
export function listedTimesIn(said: OpenText): readonly WantedValue[] {
  return (listedIn(said) ?? []).filter(({ type }) => isClockType(type))
}

/** The things among it that are known by a number: "no, order 208" picks that one. None where the question is what a number is for. */
export function listedIdsIn(said: OpenText): readonly WantedValue[] {
  const { expectation } = said
  if (expectation.kind !== 'choice' || expectation.command !== undefined) return []
  return (listedIn(said) ?? []).filter(({ type }) => type === 'id')
}

/** What was said with what a list is for, and may be put right while it is open. */
export function besidesListIn({ expectation }: OpenText): readonly WantedValue[] {
  return expectation.kind === 'choice' ? (expectation.others ?? []) : []
}
