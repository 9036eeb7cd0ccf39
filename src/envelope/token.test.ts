import { expect, test } from 'vitest'
import { createRef, createToken } from './token.ts'

test('a token has four characters, a digit and a letter, and no look-alikes', () => {
  const drawn = Array.from({ length: 2000 }, createToken)
  expect(drawn.filter((token) => !/^(?=.*\d)(?=.*[A-Z])[2-9A-HJKMNP-TV-Z]{4}$/u.test(token))).toEqual([])
  expect(new Set(drawn).size).toBeGreaterThan(1900)
})

test('a reference has five characters and no look-alikes', () => {
  expect(createRef()).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}$/u)
})
