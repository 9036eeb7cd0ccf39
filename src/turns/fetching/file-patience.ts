/**
 * How long what was sent is tried to be had, where it cannot be had now: a media server or a network that fails, a disk that is
 * full. As long as nothing else waits for it, that may be long. While the channel itself is away nobody can be told anything,
 * and no time passes.
 */
import { errorCodeOf } from '../../errors.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'

/** In milliseconds. One object, read when it is needed, so that a test may be more impatient. */
export const fileWaits = {
  /** Whoever has waited so long is told; and so long, no longer, does what is written behind a file wait for it. */
  briefly: 15_000,
  /** What has been tried for longer is given up. */
  atMost: 30 * 60_000,
  /** One try may take so long, however long it was tried before. */
  tryAtLeast: 5_000,
  /** Between two tries: a quarter of the time that has passed, within these. */
  pauseAtLeast: 250,
  pauseAtMost: 60_000,
}

/** More are never tried at a time; the time of one that is forgotten begins anew. */
const mostRows = 1000

export type FilePatience = {
  /**
   * For how long it has been tried by now to have what a message holds, in milliseconds: since this was asked first, and no more
   * than since the channel was away last. What the message waited for before that, such as another note, does not count.
   * @param error what the latest try has failed with
   */
  readonly waitedMs: (row: Pick<LaneRow, 'seq'>, error?: unknown) => number
  /** What became of it is stored. */
  readonly forget: (row: Pick<LaneRow, 'seq'>) => void
}

export function createFilePatience(clock: () => Date): FilePatience {
  const begunAt = new Map<string, number>()
  let reachableSince = clock().getTime()

  function begin(seq: string, now: number): number {
    const known = begunAt.get(seq)
    if (known !== undefined) return known
    begunAt.set(seq, now)
    const oldest = begunAt.size > mostRows ? begunAt.keys().next().value : undefined
    if (oldest !== undefined) begunAt.delete(oldest)
    return now
  }

  return {
    waitedMs: ({ seq }, error) => {
      const now = clock().getTime()
      if (errorCodeOf(error) === 'not_connected') reachableSince = now
      return now - Math.max(begin(seq, now), reachableSince)
    },
    forget: ({ seq }) => void begunAt.delete(seq),
  }
}

/** How long to wait before it is tried again, in milliseconds. */
export function pauseAfter(waitedMs: number): number {
  return Math.min(Math.max(waitedMs / 4, fileWaits.pauseAtLeast), fileWaits.pauseAtMost)
}
