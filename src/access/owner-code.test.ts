import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOwnerCode, parseOwnerCode } from './owner-code.ts'

test('a code reads as itself, however it is typed', () => {
  const code = createOwnerCode()
  expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/u)
  for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' – ')} `]) {
    expect(parseOwnerCode(typed)).toBe(code)
  }
})

test('nothing else reads as a code', () => {
  for (const text of ['', 'K7Q2M', 'K7Q2M-9XRT', 'K7Q2M-9XRT0', 'K7Q2M-9XRTAA', 'KILLO-KILLO']) {
    expect(parseOwnerCode(text)).toBeNull()
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseOwnerCode(text) ?? 'K7Q2M-9XRTA').toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/u)
    }),
  )
})
