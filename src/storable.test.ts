import { expect, test } from 'vitest'
import type { Json } from './json.ts'
import { isStorable, toStorable } from './storable.ts'

test('what Postgres cannot store is replaced, and nothing else', () => {
  const fine: Json = { a: ['é😀\n', 1, null, true], b: {} }
  expect(toStorable(fine)).toBe(fine)
  const broken: Json = { 'a\0': ['x\0y', { b: '\uD800!' }], n: 1 }
  expect(isStorable(broken)).toBe(false)
  expect(toStorable(broken)).toEqual({ 'a\uFFFD': ['x\uFFFDy', { b: '\uFFFD!' }], n: 1 })
})
