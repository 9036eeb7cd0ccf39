/** What a bot does because time passes, whoever says something or nobody does. */
import type { createBacklog } from './await-backlog.ts'
import type { Delivery } from './sending/deliver.ts'
import { createLaterErasures } from './erase-later.ts'
import type { KeptAudio } from './fetching/kept-audio.ts'
import type { Lanes } from './lanes.ts'
import { pruneSpoken } from './sending/spoken-replies.ts'
import { tellWaiting } from './sending/tell-waiting.ts'
import { watchTime } from './watch-time.ts'

/** How often the bot looks at what it would hear of anyway, and at the time: lanes, previews that lapse. */
const lookMs = 2000
/** How often audio is looked for that is not to be kept any more. */
const pruneMs = 10 * 60_000

export type Heartbeat = {
  readonly start: () => void
  /** Begins nothing any more; what has begun is not waited for. */
  readonly stop: () => void
}

/** Looks at the time, wakes lanes, delivers, erases what is left to erase, and removes audio that is not to be kept. */
export function createHeartbeat({
  deps,
  limits,
  lanes,
  backlog,
  delivery,
  audio,
  spoken,
  trouble,
}: {
  readonly deps: Parameters<typeof watchTime>[0] & Parameters<typeof tellWaiting>[0]
  readonly limits: Parameters<typeof watchTime>[1]
  readonly lanes: Pick<Lanes, 'wake'>
  readonly backlog: Pick<ReturnType<typeof createBacklog>, 'isArriving'>
  readonly delivery: Pick<Delivery, 'flush'>
  readonly audio: Pick<KeptAudio, 'prune'>
  /** The folder of spoken replies. */
  readonly spoken: string
  /** Told of whatever fails and is tried again, under the name of an event. */
  readonly trouble: (event: string) => (error: unknown) => void
}): Heartbeat {
  const { db, secrets, clock } = deps
  const stopped = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const erase = createLaterErasures({
    db,
    secrets,
    clock,
    onTrouble: trouble('erasure.failed'),
    signal: stopped.signal,
  })

  /** What one part of it cannot do now keeps neither the others nor a lane waiting; an outage is told once a look. */
  async function look(): Promise<void> {
    const parts: readonly (() => Promise<unknown>)[] = [() => watchTime(deps, limits), () => tellWaiting(deps)]
    const troubles: unknown[] = []
    for (const part of parts) await part().catch((error: unknown) => troubles.push(error))
    if (troubles.length > 0) trouble('look.failed')(troubles[0])
    if (!backlog.isArriving()) lanes.wake(null)
    // What does not leave now holds nothing up.
    void delivery.flush()
  }

  /** A look that takes its time is the only one. */
  let looking: Promise<void> | null = null

  function beat(): void {
    looking ??= look().finally(() => (looking = null))
    erase()
  }

  function pruneAudio(): void {
    for (const pruned of [audio.prune(), pruneSpoken(spoken)]) void pruned.catch(trouble('audio.failed'))
  }

  return {
    start: () => {
      pruneAudio()
      timers.push(setInterval(beat, lookMs), setInterval(pruneAudio, pruneMs))
    },
    stop: () => {
      stopped.abort()
      timers.forEach((timer) => clearInterval(timer))
    },
  }
}
