/**
 * What has to be known of the world, beside what a command names, before something is changed: looked up for the preview, and once more for
 * the confirmation. Both ask here, so that what the one needs cannot be forgotten by the other, nor what is told of it be taken for new.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import { isNewlyChanged, sinceLookup } from './changed-since.ts'
import { factOf, type ChangeSince, type FactOf, type Lookup, type SameByAnother, type UnderWay } from '../lookup.ts'
import { pauseLookup } from './may-go-on.ts'
import { isNewlySame, sameLookup } from './same-by-another.ts'
import type { Scene } from '../scene.ts'
import type { Draft, Pending } from '../session.ts'
import { isNewlyUnderWay, underWayLookup } from './under-way.ts'

/** What others do, and what was done: a preview tells it, and the person decides. */
export type Surroundings = {
  /** The same command, which somebody else had done recently. */
  readonly same: SameByAnother | null
  /** What was done since with what this takes back, the newest first. */
  readonly since: readonly ChangeSince[]
  /** What is being done with the same thing. */
  readonly underWay: readonly UnderWay[]
}

export type Circumstances = Surroundings & {
  readonly kind: 'known'
  readonly pause: FactOf['pause']
  readonly queue: FactOf['queue']
}

/** Nothing of a read is told. */
export const noSurroundings: Surroundings = { same: null, since: [], underWay: [] }

/** All of it, or the lookups of all of it, which go together in one round. */
export function circumstancesOf(
  { facts }: Pick<Scene, 'facts'>,
  command: Command,
  draft: Draft,
): Circumstances | { readonly kind: 'needs'; readonly lookups: readonly Lookup[] } {
  const queueLookup = { kind: 'queue' } as const satisfies Lookup
  const [ofSame, ofSince, ofUnderWay] = [
    sameLookup(command, draft.args),
    sinceLookup(command, draft),
    underWayLookup(command, draft.args),
  ]
  const pause = factOf(facts, pauseLookup)
  const queue = factOf(facts, queueLookup)
  const same = ofSame === null ? null : factOf(facts, ofSame)
  const since = ofSince === null ? [] : factOf(facts, ofSince)
  const underWay = ofUnderWay === null ? [] : factOf(facts, ofUnderWay)
  if (
    pause === undefined ||
    queue === undefined ||
    same === undefined ||
    since === undefined ||
    underWay === undefined
  ) {
    const ofOthers = [ofSame, ofSince, ofUnderWay].filter((lookup) => lookup !== null)
    return { kind: 'needs', lookups: [pauseLookup, queueLookup, ...ofOthers] }
  }
  return { kind: 'known', pause, queue, same, since, underWay }
}

/** What of it a preview tells, kept with the preview. */
export function toldIn({ same, since, underWay }: Surroundings): Pick<Pending, 'sameBy' | 'newestSince' | 'underWay'> {
  return {
    ...(same === null ? {} : { sameBy: same.commandId }),
    ...(since[0] === undefined ? {} : { newestSince: since[0].record.commandId }),
    ...(underWay.length === 0 ? {} : { underWay: underWay.map(({ record }) => record.commandId) }),
  }
}

/** Whether there is something that the preview has not told. */
export function isNewlySurrounded(pending: Pending, { same, since, underWay }: Surroundings): boolean {
  return isNewlySame(pending, same) || isNewlyChanged(pending, since) || isNewlyUnderWay(pending, underWay)
}
