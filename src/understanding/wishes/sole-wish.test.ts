import { expect, test } from 'vitest'
import type { Wish } from '../wish.ts'
import { soleWish } from './sole-wish.ts'

const wish: Wish = { command: 'CANCEL_ORDER', args: { id: '204' }, source: 'sentence' }
const other: Wish = { ...wish, args: { id: '205' } }

test('soleWish() is what is asked for where it is one thing', () => {
  expect(soleWish({ kind: 'wishes', wishes: [wish] })).toBe(wish)
  expect(soleWish({ kind: 'wishes', wishes: [wish, other] })).toBeNull()
  expect(soleWish({ kind: 'wishes', wishes: [] })).toBeNull()
  expect(soleWish({ kind: 'ambiguous', wishes: [wish, other] })).toBeNull()
  expect(soleWish({ kind: 'negated', wish })).toBeNull()
  expect(soleWish(null)).toBeNull()
})

test('soleWish() is nothing where something is denied beside it, unless that is of no matter', () => {
  const reading = { kind: 'wishes', wishes: [wish], denied: [other] } as const
  expect(soleWish(reading)).toBeNull()
  expect(soleWish(reading, { despiteDenied: true })).toBe(wish)
})

test('soleWish() may be wanted as it was asked for in one way', () => {
  const token = { kind: 'wishes', wishes: [{ ...wish, source: 'token' }] } as const
  expect(soleWish(token, { source: 'sentence' })).toBeNull()
  expect(soleWish(token)).toEqual(token.wishes[0])
  expect(soleWish({ kind: 'wishes', wishes: [wish] }, { source: 'sentence' })).toBe(wish)
})
