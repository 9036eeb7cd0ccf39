/**
 * SIGTERM, SIGINT, and SIGHUP of a terminal that is closed. Who has something to bring to its end asks for `onStopSignal`; everything else is interrupted where it is
 * (`untilInterrupted`), closes what it has opened, and ends with the status that shells know. A second signal ends the process at once;
 * that of a terminal does not count, for what ends a session, or has started the process, tells it to stop beside the terminal.
 */

/** Beyond the time that what runs is given: how long letting go of everything may take. */
const releaseMs = 8_000

/** What a shell adds the signal's number to. */
const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
type StopSignal = keyof typeof numbers
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const satisfies readonly StopSignal[]

/** Whether somebody brings something to its end at the next signal, whether one has come to them, and whether that was no terminal's. */
const gentle = { waiting: 0, called: false, told: false }

/**
 * Calls back on the first of these signals; a second one ends the process at once, as people expect.
 * @param options.stopWithinMs how long what runs may take to end, first the worker's steps, then the bot's turns: a process that has
 *   not ended by itself some seconds after that is ended, with exit status 1
 */
export function onStopSignal(
  stop: () => void,
  { stopWithinMs = null }: { readonly stopWithinMs?: number | null } = {},
): { readonly release: () => void } {
  let waiting = true
  const once = (signal: StopSignal) => {
    release()
    gentle.called = true
    process.on('SIGHUP', () => undefined)
    if (signal === 'SIGHUP') takeOneMore()
    else gentle.told = true
    if (stopWithinMs !== null) setTimeout(() => process.exit(1), 2 * stopWithinMs + releaseMs).unref()
    stop()
  }
  const release = () => {
    if (waiting) gentle.waiting -= 1
    waiting = false
    for (const signal of signals) process.off(signal, once)
  }
  gentle.waiting += 1
  for (const signal of signals) process.on(signal, once)
  return { release }
}

/** The process was told to end while it worked on something that can be left where it is. */
export class Interrupted extends Error {
  /** The exit status. */
  readonly status: number

  constructor(signal: StopSignal) {
    super(`Interrupted by ${signal}`)
    this.status = 128 + numbers[signal]
  }
}

/**
 * Works on something that was opened, and closes it in the end: when the work is over, when it fails, and when a signal comes that
 * nobody else heeds. What comes while it is being opened takes effect once it is.
 * @throws Interrupted
 */
export async function untilInterrupted<Opened extends { readonly close: () => Promise<void> }, Result>(
  open: () => Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const interruption = Promise.withResolvers<never>()
  interruption.promise.catch(() => undefined)
  let came = false
  let toldToStop = gentle.told
  const heed = (signal: StopSignal) => {
    const again = toldToStop
    toldToStop ||= signal !== 'SIGHUP'
    if (gentle.waiting > 0) return
    if (came || gentle.called) return again ? endAtOnce(signal) : undefined
    came = true
    interruption.reject(new Interrupted(signal))
  }
  const heeding = signals.map((signal) => ({ signal, hear: () => heed(signal) }))
  for (const { signal, hear } of heeding) process.on(signal, hear)
  try {
    const opened = await open()
    try {
      return await (came ? interruption.promise : Promise.race([interruption.promise, work(opened)]))
    } finally {
      await opened.close()
    }
  } finally {
    for (const { signal, hear } of heeding) process.off(signal, hear)
  }
}

/** Whoever tells the process to stop beside its terminal is not impatient yet. */
function takeOneMore(): void {
  const told = ['SIGINT', 'SIGTERM'] as const
  const take = () => told.forEach((signal) => process.off(signal, take))
  for (const signal of told) process.on(signal, take)
}

/** As if nobody had listened. A terminal that is closed says so several times, and nobody is impatient. */
function endAtOnce(signal: StopSignal): void {
  if (signal === 'SIGHUP') return
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
