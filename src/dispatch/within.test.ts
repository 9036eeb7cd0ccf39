import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { RetryableError } from '../errors.ts'
import { within } from './within.ts'

const limitMs = 200
/** Set by the other thread once its answer is on its way. */
const answered = new Int32Array(new SharedArrayBuffer(4))
const other = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads')
   parentPort.on('message', () => {
     parentPort.postMessage('answer')
     Atomics.store(workerData, 0, 1)
     Atomics.notify(workerData, 0)
   })`,
  { eval: true, workerData: answered },
)
afterAll(() => other.terminate())

test('an answer that came while this process was busy counts, however long that was', async () => {
  await once(other, 'online')
  const message = once(other, 'message')
  const answer = within(limitMs, 'ask', async () => {
    other.postMessage('question', [])
    return String((await message)[0])
  })
  // After this Node looks at its timers first, and only then at what has come.
  setImmediate(() => {
    Atomics.wait(answered, 0, 0)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * limitMs)
  })
  expect(await answer).toBe('answer')
})

test('silence is an error to be tried again, and the work hears that nobody waits any more', async () => {
  const signals: AbortSignal[] = []
  const silent = within(limitMs, 'ask', (over) => {
    signals.push(over)
    return new Promise(() => undefined)
  })
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  const failure = await silent.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RetryableError)
  expect(failure).toMatchObject({ code: 'queue_unavailable', message: 'Cannot ask: No answer within 200 ms' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
