import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completePhone, countryOf, normalisePhone, phoneDigits, phoneIn } from './phone.ts'

/** A country, at times a zero or two, and what may be too short or too long for it. */
const abroad = fc
  .tuple(
    fc.constantFrom('1', '49', '54', '55', '52', '521', '86', '353', '591', '234', '880'),
    fc.constantFrom('', '0', '00', '15'),
    fc.stringMatching(/^[0-9]{4,12}$/u),
  )
  .map((parts) => `+${parts.join('')}`)

test.each([
  ['BR', '62 98888-1234', '+5562988881234'],
  ['BR', '(11) 99000-0001', '+5511990000001'],
  ['US', '415 555 2671', '+14155552671'],
  ['MX', '55 1234 5678', '+525512345678'],
  ['BR', '8888-1234', null],
  ['BR', '+14155552671', null],
  ['XX', '62 98888-1234', null],
])('phoneIn() reads a number as people in %s write it: %s', (country, text, phone) => {
  expect(phoneIn(country, text)).toBe(phone)
})

describe('normalisePhone()', () => {
  test.each([
    ['+55 (11) 99000-0001', '+5511990000001'],
    ['+5511990000001', '+5511990000001'],
    ['0055 11 9900 0001', '+551199000001'],
    ['+55 11 9000-0001', '+551190000001'],
    ['＋５５ １１ ９９０００‑０００１', '+5511990000001'],
    ['\u202a+55\u00a011\u00a099000\u20110001\u202c', '+5511990000001'],
    ['+55 (0) 11 99000-0001', '+5511990000001'],
    ['+55 (011) 99000-0001', '+5511990000001'],
    ['+54 11 15 2345-6789', '+5491123456789'],
    ['+1 (415) 555-0100', '+14155550100'],
    ['+52 1 55 1234-5678', '+5215512345678'],
    ['+52 55 1234-5678', '+525512345678'],
    ['+52 1 55 1234-567 89', null],
    ['5511990000001', null],
    ['+55 11 99000', null],
    ['+1 415 555 010', null],
    ['(11) 99000-0001', null],
    ['+0511990000001', null],
    ['+55 11', null],
    ['+55 11 99000-0001 ext 2', null],
    ['+1234567890123456', null],
    ['', null],
  ])('%s → %s', (text, expected) => expect(normalisePhone(text)).toBe(expected))

  test('never gives anything but E.164, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ().-]{5,20}$/u), abroad), (text) => {
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

describe('completePhone()', () => {
  test.each([
    ['11 98888-7777', '+5511990000001', '+5511988887777'],
    ['(011) 98888-7777', '+5511990000001', '+5511988887777'],
    ['5511988887777', '+5511990000001', '+5511988887777'],
    ['(415) 555-0100', '+15550100001', '+14155550100'],
    ['98888-7777', '+5511990000001', null],
    ['+5511988887777', '+5511990000001', null],
    ['0055 11 98888-7777', '+5511990000001', null],
    ['11 98888-7777 ext 2', '+5511990000001', null],
    ['204', '+5511990000001', null],
    ['11 99000-0002', '+15550100001', null],
    ['11 98888-7777', '', null],
  ])('%s beside %s → %s', (text, neighbour, expected) => expect(completePhone(text, neighbour)).toBe(expected))
})

test.each([
  ['+5511990000001', 'BR'],
  ['+12125550123', 'US'],
  ['+14165550123', 'CA'],
  // A number of no range that is in use still is of the country with the code.
  ['+447700900123', 'GB'],
  ['somebody', undefined],
])('countryOf(): %s is of %s', (phone, country) => expect(countryOf(phone)).toBe(country))
