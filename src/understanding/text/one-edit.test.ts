import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOneEdit, isOtherForm } from './one-edit.ts'

describe('isOneEdit()', () => {
  test.each([
    ['cancl', 'cancel', 'a letter put in'],
    ['canceel', 'cancel', 'a letter taken out'],
    ['camcel', 'cancel', 'a letter changed'],
    ['cancle', 'cancel', 'two letters swapped'],
    ['ancel', 'cancel', 'the first letter put in'],
    ['cancele', 'cancel', 'the last letter taken out'],
  ])('%s → %s: %s', (a, b) => {
    expect([isOneEdit(a, b), isOneEdit(b, a)]).toEqual([true, true])
  })

  test.each([
    ['cancel', 'cancel'],
    ['cncle', 'cancel'],
    ['lecnac', 'cancel'],
    ['cancelled', 'cancel'],
    ['', 'ab'],
  ])('%j and %j are none or more than one apart', (a, b) => {
    expect([isOneEdit(a, b), isOneEdit(b, a)]).toEqual([false, false])
  })

  test('holds for every letter taken out of any word, and both ways', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/u), fc.nat(), (word, n) => {
        const at = n % word.length
        const less = word.slice(0, at) + word.slice(at + 1)
        expect([isOneEdit(word, less), isOneEdit(less, word)]).toEqual([true, true])
      }),
    )
  })
})

describe('isOtherForm()', () => {
  test.each([
    ['consegui', 'consegue', true],
    ['retomei', 'retome', true],
    ['resumed', 'resume', true],
    ['cancell', 'cancel', false],
    ['cance', 'cancel', false],
    ['cancek', 'cancel', false],
    ['cancle', 'cancel', false],
  ])('%s of %s: %s', (word, of, isOne) => {
    expect(isOtherForm(word, of)).toBe(isOne)
  })
})
