import { expect, test } from 'vitest'
import { RetryableError } from '../errors.ts'
import { createTroubleLog } from './trouble-log.ts'

const away = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })

test('what fails for want of the ledger is told of once a minute for each event, with how often', () => {
  let now = 0
  const told: object[] = []
  const trouble = createTroubleLog({ warn: (line: object) => void told.push(line) }, () => now)
  for (now = 0; now < 90_000; now += 1000) trouble('look.failed', away, { chat: 'c' }, 'failed')
  trouble('lane.failed', away, {}, 'failed')
  expect(told).toEqual([
    { event: 'look.failed', chat: 'c', err: away },
    { event: 'look.failed', chat: 'c', times: 60, err: away },
    { event: 'lane.failed', err: away },
  ])
})

test('another outage is counted anew', () => {
  let now = 0
  const told: object[] = []
  const trouble = createTroubleLog({ warn: (line: object) => void told.push(line) }, () => now)
  for (now of [0, 1000, 2000, 1_000_000]) trouble('look.failed', away, {}, 'failed')
  expect(told).toEqual([
    { event: 'look.failed', err: away },
    { event: 'look.failed', err: away },
  ])
})

test.each([
  ['a defect', new TypeError('a defect')],
  ['a file that cannot be had now', new RetryableError('action_failed', 'no', { retryAfterMs: 1000 })],
])('%s is told of each time', (_what, defect) => {
  const told: object[] = []
  const trouble = createTroubleLog({ warn: (line: object) => void told.push(line) }, () => 0)
  for (const chat of ['one', 'two']) trouble('lane.failed', defect, { chat }, 'failed')
  expect(told).toEqual(['one', 'two'].map((chat) => ({ event: 'lane.failed', chat, err: defect })))
})
