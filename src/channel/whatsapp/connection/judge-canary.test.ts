import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeCanary, type CanarySigns } from './judge-canary.ts'

const signs: fc.Arbitrary<CanarySigns> = fc.record({
  left: fc.constantFrom('yes', 'no', 'refused'),
  acked: fc.boolean(),
  taken: fc.boolean(),
  answered: fc.boolean(),
})

test('an answer that comes through is a sign of life, whatever else is missing', () => {
  fc.assert(
    fc.property(signs, fc.boolean(), (seen, trusted) => {
      expect(judgeCanary({ ...seen, answered: true }, { trusted })).toBe('alive')
    }),
  )
})

test('a phone that is off, or that never answers such questions, is never taken for a deaf connection', () => {
  fc.assert(
    fc.property(signs, fc.boolean(), (seen, trusted) => {
      fc.pre(!seen.answered && seen.left !== 'refused')
      expect(judgeCanary({ ...seen, acked: true, taken: false }, { trusted })).toBe('unknown')
      expect(judgeCanary({ ...seen, acked: true }, { trusted: false })).toBe('unknown')
    }),
  )
})

test('what the phone has and does not answer although it does so otherwise was not heard', () => {
  expect(judgeCanary({ left: 'yes', acked: true, taken: true, answered: false }, { trusted: true })).toBe('deaf')
})

test('what not even WhatsApp acknowledges went into a dead connection; what could not be sent says nothing of it', () => {
  const silent = { acked: false, taken: false, answered: false }
  expect(judgeCanary({ ...silent, left: 'yes' }, { trusted: false })).toBe('deaf')
  expect(judgeCanary({ ...silent, left: 'no' }, { trusted: false })).toBe('deaf')
  expect(judgeCanary({ ...silent, left: 'refused' }, { trusted: true })).toBe('unknown')
})
