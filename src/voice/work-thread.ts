/**
 * A thread that answers one request at a time, for engines whose work cannot be interrupted. It is started with the first request and
 * let go when none has come for a while. Whatever goes wrong in it ends it, and the next request gets a new one.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type WorkThread<Request, Answer> = {
  /** Throws what went wrong. */
  readonly ask: (request: Request, limits: Limits) => Promise<Answer>
  readonly close: () => Promise<void>
}

type Limits = {
  /** Ends it, also while it waits for its turn. */
  readonly signal: AbortSignal
  /** How long it may take once it is its turn, in milliseconds. */
  readonly limitMs: number
}

/**
 * @param options.module answers every message with one message
 * @param options.idleMs its memory is given back when it was not used for so long, in milliseconds
 */
export function createWorkThread<Request, Answer>({
  module,
  workerData,
  idleMs,
}: {
  readonly module: URL
  readonly workerData: unknown
  readonly idleMs: number
}): WorkThread<Request, Answer> {
  let worker: Worker | null = null
  let before: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function askNext(request: Request, { signal: given, limitMs }: Limits): Promise<Answer> {
    given.throwIfAborted()
    const signal = AbortSignal.any([given, AbortSignal.timeout(limitMs)])
    clearTimeout(idle)
    const current = (worker ??= start(module, workerData))
    try {
      const answer = await answerOf(current, request, signal)
      current.unref()
      idle = setTimeout(() => void close(), idleMs).unref()
      // Its module sends nothing else.
      return answer as Answer
    } catch (error) {
      // It may still be at work on this one, and cannot be told to stop.
      await close()
      throw error
    }
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  return {
    ask: (request, limits) => {
      const turn = before.then(() => askNext(request, limits))
      before = turn.catch(() => undefined)
      return turn
    },
    close,
  }
}

function start(module: URL, workerData: unknown): Worker {
  // What an engine prints is not for the standard output of the bot.
  const worker = new Worker(module, { workerData, stdout: true, stderr: true })
  worker.stdout.resume()
  worker.stderr.resume()
  // Whoever waits hears of it; a thread that dies while nobody waits is found out by the next request.
  worker.on('error', () => undefined)
  return worker
}

async function answerOf(worker: Worker, request: unknown, signal: AbortSignal): Promise<unknown> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  // `once` also rejects with the error that ends a thread.
  const answered = once(worker, 'message', { signal: either })
  const ended = once(worker, 'exit', { signal: either }).then((): never => {
    throw new Error('The speech engine ended')
  })
  worker.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(request)
  try {
    const [answer] = await Promise.race([answered, ended])
    return answer
  } finally {
    over.abort()
    await Promise.allSettled([answered, ended])
  }
}
