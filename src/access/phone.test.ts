import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalisePhone, phoneDigits } from './phone.ts'

describe('normalisePhone()', () => {
  test.each([
    ['+55 (11) 99000-0001', '+5511990000001'],
    ['+5511990000001', '+5511990000001'],
    ['0055 11 9900 0001', '+551199000001'],
    ['+55 11 9000-0001', '+551190000001'],
    ['＋５５ １１ ９９０００‑０００１', '+5511990000001'],
    ['\u202a+55\u00a011\u00a099000\u20110001\u202c', '+5511990000001'],
    ['5511990000001', null],
    ['(11) 99000-0001', null],
    ['+0511990000001', null],
    ['+55 11', null],
    ['+55 11 99000-0001 ext 2', null],
    ['+1234567890123456', null],
    ['', null],
  ])('%s → %s', (text, expected) => expect(normalisePhone(text)).toBe(expected))

  test('never gives anything but E.164, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ().-]{5,20}$/u)), (text) => {
        const phone = normalisePhone(text)
        if (phone === null) return
        expect(phone).toMatch(/^\+[1-9][0-9]{6,14}$/u)
        expect(normalisePhone(phone)).toBe(phone)
      }),
    )
  })
})

test('phoneDigits() takes the end of a number, but not so little that it could be anybody', () => {
  expect(phoneDigits('99000-0001')).toBe('990000001')
  expect(phoneDigits('+55 (11) 99000-0001')).toBe('5511990000001')
  expect(phoneDigits('0001')).toBeNull()
  expect(phoneDigits('Bia')).toBeNull()
})
