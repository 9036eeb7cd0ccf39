import { expect, test } from 'vitest'
import { createWorkThread } from './work-thread.ts'

/** Answers a number of milliseconds with that number, once they are over; nothing else can be done meanwhile. */
const sleeper = `
  import { parentPort } from 'node:worker_threads'
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  parentPort.on('message', (ms) => {
    Atomics.wait(nobody, 0, 0, ms)
    parentPort.postMessage(ms)
  })`
const createSleeper = () =>
  createWorkThread<number, number>({
    module: new URL(`data:text/javascript,${encodeURIComponent(sleeper)}`),
    workerData: null,
    idleMs: 60_000,
  })
const { signal } = new AbortController()

test('the time that a request may take begins when it is its turn', async () => {
  const thread = createSleeper()
  const long = thread.ask(1500, { signal, limitMs: 60_000 })
  const short = thread.ask(0, { signal, limitMs: 1400 })
  expect(await Promise.all([long, short])).toEqual([1500, 0])
  await thread.close()
})

test('what takes longer ends with its thread, and the next request gets a new one', async () => {
  const thread = createSleeper()
  await expect(thread.ask(60_000, { signal, limitMs: 50 })).rejects.toThrow(/timeout|abort/u)
  await expect(thread.ask(60_000, { signal: AbortSignal.timeout(50), limitMs: 60_000 })).rejects.toThrow(
    /timeout|abort/u,
  )
  expect(await thread.ask(1, { signal, limitMs: 60_000 })).toBe(1)
  await thread.close()
})
