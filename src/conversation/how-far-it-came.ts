import { isDone } from '../envelope/lifecycle.ts'
import type { CommandRecord } from './lookup.ts'
import { isInDoubt } from './settle-doubt.ts'

/** How far a command came that holds its key, or did something. `partly`: it stopped halfway; `unknown`: it may have happened. */
export type HowFar = 'done' | 'waiting' | 'partly' | 'unknown'

/** How far a command came that was confirmed and has not ended with nothing done. */
export function howFarItCame(record: Pick<CommandRecord, 'status' | 'outcome' | 'verdict'>): HowFar {
  if (isDone(record) || record.verdict === 'happened') return 'done'
  if (isInDoubt(record)) return 'unknown'
  return record.outcome === null ? 'waiting' : 'partly'
}
