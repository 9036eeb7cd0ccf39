import { beforeEach, expect, test } from 'vitest'
import { RetryableError } from '../../errors.ts'
import { createRestingChats, type RestingChats } from './resting-chats.ts'

let at: number
let resting: RestingChats

beforeEach(() => {
  at = 0
  resting = createRestingChats(() => at)
})

const wrong = new Error('Not now')
const refused = (retryAfterMs: number) => new RetryableError('whatsapp_unusable', 'Refused', { retryAfterMs })

test('a chat rests longer every time that its reply does not leave, a minute at most, and anew once one has left', () => {
  const rests = Array.from({ length: 8 }, () => {
    resting.add('a', wrong)
    const restMs = resting.nextInMs() ?? 0
    at += restMs
    expect(resting.has('a')).toBe(false)
    return restMs / 1000
  })
  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  resting.remove('a')
  resting.add('a', wrong)
  expect(resting.nextInMs()).toBe(1000)
})

test('a chat rests for as long as the channel says, and is over before one that rests longer', () => {
  resting.add('long', refused(30 * 60_000))
  resting.add('short', refused(2000))
  resting.add('none', refused(0))
  expect([resting.ids(), resting.nextInMs()]).toEqual([['long', 'short', 'none'], 1000])
  at = 2000
  expect([resting.ids(), resting.nextInMs()]).toEqual([['long'], 30 * 60_000 - 2000])
  at = 30 * 60_000
  expect([resting.ids(), resting.nextInMs()]).toEqual([[], null])
})

test('what fails is news when it begins, and then once in ten minutes', () => {
  const told = Array.from({ length: 25 }, () => {
    const isNews = resting.add('a', wrong)
    at += 60_000
    return isNews
  })
  expect(told.flatMap((isNews, minute) => (isNews ? [minute] : []))).toEqual([0, 10, 20])
  resting.remove('a')
  expect(resting.add('a', wrong)).toBe(true)
})

test('of very many chats that rest the one that failed longest ago is forgotten', () => {
  for (let n = 0; n <= 10_000; n++) resting.add(`${n}`, refused(60_000))
  expect([resting.has('0'), resting.has('1'), resting.ids().length]).toEqual([false, true, 10_000])
})

test('a chat is passed over from when the replies of others leave between two of its failures', () => {
  resting.add('a', wrong)
  at = 1000
  resting.add('a', wrong)
  expect(resting.passedOver('a')).toEqual({ times: 0, forMs: 0 })
  for (let n = 0; n < 3; n++) {
    at += 1000
    resting.noteLeft()
    at += 1000
    resting.add('a', wrong)
  }
  expect(resting.passedOver('a')).toEqual({ times: 3, forMs: 4000 })
  resting.remove('a')
  expect(resting.passedOver('a')).toEqual({ times: 0, forMs: 0 })
})
