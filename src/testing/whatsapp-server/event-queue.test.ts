import { expect, test } from 'vitest'
import { createEventQueue } from './event-queue.ts'

const even = { matches: (item: number): item is number => item % 2 === 0, what: 'an even number' }

test('what came before it was asked for is taken, once and in order', async () => {
  const queue = createEventQueue<number>(String)
  for (const item of [1, 2, 4]) queue.push(item)
  expect([await queue.take(even), await queue.take(even)]).toEqual([2, 4])
  expect(queue.waiting()).toEqual([1])
})

test('who waits gets the next that matches, the first to ask first', async () => {
  const queue = createEventQueue<number>(String)
  const taken = Promise.all([queue.take(even), queue.take(even)])
  for (const item of [3, 6, 8]) queue.push(item)
  expect(await taken).toEqual([6, 8])
  expect(queue.waiting()).toEqual([3])
})

test('what is forgotten is not there for whoever asks later', async () => {
  const queue = createEventQueue<number>(String)
  for (const item of [1, 2, 4]) queue.push(item)
  queue.forget(even.matches)
  expect(queue.waiting()).toEqual([1])
  const next = queue.take(even)
  queue.push(6)
  expect(await next).toBe(6)
})

test('who has gone takes nothing from who comes later', async () => {
  const queue = createEventQueue<number>(String)
  const gone = new AbortController()
  const left = queue.take({ ...even, signal: gone.signal })
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(queue.take({ ...even, signal: gone.signal })).rejects.toThrow('gone')
  const next = queue.take(even)
  queue.push(6)
  expect(await next).toBe(6)
})

test('who waits in vain is told what came instead', async () => {
  const queue = createEventQueue<number>(String)
  queue.push(5)
  await expect(queue.take({ ...even, timeoutMs: 10 })).rejects.toThrow(
    'Waited 10 ms for an even number; not taken so far: 5',
  )
})
