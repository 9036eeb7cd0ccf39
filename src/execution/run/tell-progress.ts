import type { StepEvent } from './run.ts'

/** How far a run is. */
export type Progress = {
  /** The name of the step that began last of those that run; `null` when none has begun. */
  readonly step: string | null
  /** Its `stepMsg` with the templates filled in; '' when none has begun. */
  readonly message: string
  /** How many steps are done, of `total`. */
  readonly done: number
  readonly total: number
}

export type ProgressTeller = {
  /** Steps that were done before this run took them up. */
  readonly resume: (steps: readonly string[]) => void
  readonly onStep: (event: StepEvent) => void
  /** From now on nothing is told; resolves when what is being told is told, or takes too long. */
  readonly end: () => Promise<void>
}

export const progressTimes = {
  /** What is over sooner is told by its outcome alone, in milliseconds. */
  afterMs: 2000,
  /** At most so often, in milliseconds: an edited message that flickers cannot be read. */
  everyMs: 1000,
  /** What happens together is told together: a step ends and the next one begins, in milliseconds. */
  settleMs: 50,
  /** How long the end waits for what is being told, in milliseconds: the outcome is worth more. */
  endWithinMs: 5000,
}

/**
 * Tells how far a run is once it takes its time, and then whenever a step begins or ends (WUCE 3, `stepMsg`). What cannot
 * be told is not told: `tell` may reject, and the run does not notice.
 */
export function createProgressTeller({
  total,
  tell,
  onTrouble,
  tellsResumed = false,
  times = progressTimes,
}: {
  /** How many steps the chain has. */
  readonly total: number
  /** @param ordinal counts from 1 */
  readonly tell: (progress: Progress, ordinal: number) => Promise<void>
  readonly onTrouble: (error: unknown) => void
  /** Whether a run that is taken up is told of at once, and not only when it takes its time. */
  readonly tellsResumed?: boolean
  readonly times?: typeof progressTimes
}): ProgressTeller {
  const done = new Set<string>()
  const running = new Map<string, string>()
  let last: readonly [step: string | null, message: string] = [null, '']
  let news = true
  let told = 0
  let ended = false
  let telling: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined = setTimeout(tellNews, times.afterMs)

  function tellNews(): void {
    timer = undefined
    if (!news) return
    news = false
    told += 1
    telling = tellOnce().finally(() => (telling = null))
  }

  async function tellOnce(): Promise<void> {
    const [step, message] = [...running].at(-1) ?? last
    try {
      await tell({ step, message, done: done.size, total }, told)
    } catch (error) {
      onTrouble(error)
    }
    if (!ended) timer = setTimeout(tellNews, times.everyMs)
  }

  function changed(): void {
    news = true
    if (!ended && timer === undefined && telling === null) timer = setTimeout(tellNews, times.settleMs)
  }

  return {
    resume: (steps) => {
      for (const step of steps) done.add(step)
      if (!tellsResumed) return
      clearTimeout(timer)
      tellNews()
    },
    onStep: (event) => {
      if (event.kind === 'started') {
        running.set(event.step, event.message)
        last = [event.step, event.message]
        return changed()
      }
      running.delete(event.step)
      if (event.kind !== 'done') return
      done.add(event.step)
      // The end is the outcome's to tell.
      if (done.size < total) changed()
    },
    end: async () => {
      ended = true
      clearTimeout(timer)
      if (telling === null) return
      const late = Promise.withResolvers<void>()
      const waiting = setTimeout(late.resolve, times.endWithinMs)
      await Promise.race([telling, late.promise])
      clearTimeout(waiting)
    },
  }
}
