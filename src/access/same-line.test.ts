import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameLine } from './same-line.ts'

test.each([
  ['a Brazilian mobile number with and without its ninth digit', '+5511988887777', '+551188887777'],
  ['a Mexican number with and without the old 1', '+525512345678', '+5215512345678'],
  ['an Argentine number with and without the 9 of mobile ones', '+5491123456789', '+541123456789'],
])('%s is one line, of which one form is preferred', (_, preferred, other) => {
  expect(sameLine(preferred)).toEqual([preferred, other])
  expect(sameLine(other)).toEqual([preferred, other])
})

test.for(['+551133334444', '+15550001111', '+55119888877', '+52155123456', '+54911234567', '+34612345678'])(
  '%s is one line alone',
  (phone) => {
    expect(sameLine(phone)).toEqual([phone])
  },
)

test('whichever number of a line comes, the candidates are the same, and it is one of them', () => {
  const country = fc.constantFrom('55', '52', '521', '54', '549', '1')
  fc.assert(
    fc.property(country, fc.stringMatching(/^[1-9][0-9]{9,10}$/u), (code, digits) => {
      const phone = `+${code}${digits}`
      const lines = sameLine(phone)
      expect(lines).toContain(phone)
      for (const line of lines) expect(sameLine(line)).toEqual(lines)
    }),
  )
})
