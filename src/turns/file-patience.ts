/**
 * How long what was sent is tried to be had, where it cannot be had now: a media server or a network that fails, a disk that is
 * full. As long as nothing else waits for it, that may be long. While the channel itself is away nobody can be told anything,
 * and no time passes.
 */
import { errorCodeOf } from '../errors.ts'
import type { LaneRow } from '../ledger/talk/inbox.ts'

/** In milliseconds. One object, read when it is needed, so that a test may be more impatient. */
export const fileWaits = {
  /** Whoever has waited so long is told; and so long, no longer, does what is written behind a file wait for it. */
  briefly: 15_000,
  /** A message that is older is given up. */
  atMost: 30 * 60_000,
  /** Between two tries: a quarter of the time that has passed, within these. */
  pauseAtLeast: 250,
  pauseAtMost: 60_000,
}

export type FilePatience = {
  /** How long a message has waited by now for what this error kept away, in milliseconds. */
  readonly waitedMs: (row: Pick<LaneRow, 'receivedAt'>, error: unknown) => number
}

export function createFilePatience(clock: () => Date): FilePatience {
  let reachableSince = clock().getTime()
  return {
    waitedMs: ({ receivedAt }, error) => {
      const now = clock().getTime()
      if (errorCodeOf(error) === 'not_connected') reachableSince = now
      return now - Math.max(receivedAt.getTime(), reachableSince)
    },
  }
}

/** How long to wait before it is tried again, in milliseconds. */
export function pauseAfter(waitedMs: number): number {
  return Math.min(Math.max(waitedMs / 4, fileWaits.pauseAtLeast), fileWaits.pauseAtMost)
}
