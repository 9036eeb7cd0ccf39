import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgressTeller, progressTimes, type Progress, type ProgressTeller } from './tell-progress.ts'
import type { StepEvent } from './run.ts'

const { afterMs, everyMs, endWithinMs } = progressTimes

let told: Progress[]
let troubles: unknown[]
let progress: ProgressTeller

beforeEach(() => {
  vi.useFakeTimers()
  ;[told, troubles] = [[], []]
  progress = tellerOf(async (each) => void told.push(each))
})
afterEach(async () => {
  await progress.end()
  vi.useRealTimers()
})

function tellerOf(tell: (progress: Progress, ordinal: number) => Promise<void>): ProgressTeller {
  return createProgressTeller({ total: 4, tell, onTrouble: (error) => troubles.push(error) })
}

function started(step: string): StepEvent {
  return { kind: 'started', step, index: 0, message: `Doing ${step}` }
}

function done(step: string): StepEvent {
  return { kind: 'done', step, index: 0, output: null }
}

test('nothing is told of what is over soon', async () => {
  progress.onStep(started('A'))
  await vi.advanceTimersByTimeAsync(afterMs - 1)
  await progress.end()
  await vi.advanceTimersByTimeAsync(afterMs * 10)
  expect(told).toEqual([])
})

test('what is taken up is told of at once, however soon it is over', async () => {
  const tell = async (each: Progress) => void told.push(each)
  const resumed = createProgressTeller({
    total: 4,
    tell,
    onTrouble: (error) => troubles.push(error),
    tellsResumed: true,
  })
  resumed.resume(['A'])
  await resumed.end()
  expect(told).toEqual([{ step: null, message: '', done: 1, total: 4 }])
})

test('what still runs when it has taken its time is told, once as long as nothing changes', async () => {
  progress.onStep(started('A'))
  await vi.advanceTimersByTimeAsync(afterMs * 10)
  expect(told).toEqual([{ step: 'A', message: 'Doing A', done: 0, total: 4 }])
})

test('an end and the beginning that follows it are told together', async () => {
  progress.onStep(started('A'))
  await vi.advanceTimersByTimeAsync(afterMs * 2)
  progress.onStep(done('A'))
  progress.onStep(started('B'))
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(told.slice(1)).toEqual([{ step: 'B', message: 'Doing B', done: 1, total: 4 }])
})

test('of many changes one a second is told, and the newest of them', async () => {
  await vi.advanceTimersByTimeAsync(afterMs)
  const from = told.length
  for (let at = 0; at < 30; at++) {
    progress.onStep(started(`step ${at}`))
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(told.length - from).toBeLessThanOrEqual(4)
  expect(told.at(-1)?.step).toBe('step 29')
})

test('of steps that run side by side the one that began last is named, and the other when it has ended', async () => {
  progress.onStep(started('A'))
  progress.onStep(started('B'))
  await vi.advanceTimersByTimeAsync(afterMs)
  progress.onStep(done('B'))
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(told.map(({ step }) => step)).toEqual(['B', 'A'])
})

test('steps that an earlier run has done count, and none counts twice', async () => {
  progress.resume(['A', 'B'])
  progress.onStep(done('B'))
  await vi.advanceTimersByTimeAsync(afterMs)
  expect(told).toEqual([{ step: null, message: '', done: 2, total: 4 }])
})

test('the last end is left to the outcome', async () => {
  progress.resume(['A', 'B', 'C'])
  progress.onStep(started('D'))
  await vi.advanceTimersByTimeAsync(afterMs * 2)
  progress.onStep(done('D'))
  await vi.advanceTimersByTimeAsync(everyMs * 2)
  expect(told.map((each) => each.done)).toEqual([3])
})

test('what cannot be told is not told, and the next one is tried', async () => {
  await progress.end()
  const ordinals: number[] = []
  progress = tellerOf(async (_progress, ordinal) => {
    ordinals.push(ordinal)
    throw new Error('the database is away')
  })
  progress.onStep(started('A'))
  await vi.advanceTimersByTimeAsync(afterMs + everyMs)
  progress.onStep(started('B'))
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(ordinals).toEqual([1, 2])
  expect(troubles).toHaveLength(2)
})

test('the end waits for what is being told, and nothing is told at the same time or after it', async () => {
  await progress.end()
  const slow = Promise.withResolvers<void>()
  let begun = 0
  progress = tellerOf(() => {
    begun += 1
    return slow.promise
  })
  await vi.advanceTimersByTimeAsync(afterMs)
  progress.onStep(started('A'))
  await vi.advanceTimersByTimeAsync(everyMs * 5)
  let ended = false
  const ending = progress.end().then(() => (ended = true))
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(ended).toBe(false)
  slow.resolve()
  await ending
  progress.onStep(started('B'))
  await vi.advanceTimersByTimeAsync(everyMs * 5)
  expect(begun).toBe(1)
})

test('the end does not wait for ever for what is being told: the outcome is still to come', async () => {
  await progress.end()
  progress = tellerOf(() => Promise.withResolvers<void>().promise)
  await vi.advanceTimersByTimeAsync(afterMs)
  let ended = false
  const ending = progress.end().then(() => (ended = true))
  await vi.advanceTimersByTimeAsync(endWithinMs)
  expect(ended).toBe(true)
  await ending
  progress = tellerOf(async () => undefined)
})
