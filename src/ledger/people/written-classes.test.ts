import { expect, test } from 'vitest'
import { digitsOf, separator, unheeded } from './written-classes.ts'

/** Every character that there is, in its normal form. */
const characters = Array.from({ length: 0x11_00_00 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd8_00 || code > 0xdf_ff))
  .map((code) => String.fromCodePoint(code).normalize('NFKD'))

test('what shows nothing is not heeded', () => {
  const hidden = characters.filter((each) => /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(each))
  const left = hidden.filter((each) => !new RegExp(`^[${unheeded}]$`, 'u').test(each))
  expect(left).toEqual([])
})

test('every digit has its value', () => {
  const all = characters.filter((each) => /^\p{Nd}$/u.test(each))
  const classes = Array.from({ length: 10 }, (_, value) => digitsOf(value))
  const known = all.filter((each) => classes.some((digits) => digits.includes(each)))
  expect(known).toEqual(all)
  expect(['7', '٧', '७', '\u{1e957}'].every((each) => digitsOf(7).includes(each))).toBe(true)
})

test('no letter, and no digit, is between words', () => {
  const between = new RegExp(`^(?![${unheeded}])${separator}$`, 'u')
  expect(characters.filter((each) => /^[\p{L}\p{Nd}]$/u.test(each) && between.test(each))).toEqual([])
})
