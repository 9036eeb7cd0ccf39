import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Grant } from './grant.ts'
import { covers, may, mayAskFor } from './may.ts'

const roles = new Map<string, readonly Grant[]>([
  ['asker', [{ scope: 'orders.*', approval: true }]],
  ['viewer', ['orders.status', 'orders.list']],
  ['clerk', ['orders.*']],
  ['owner', ['*']],
  ['nobody', []],
])

const allowed = (names: readonly string[], scope: string) => may({ person: { roles: names }, scope, roles })

describe('mayAskFor()', () => {
  test('covers what needs approval as well, which nobody may do for that', () => {
    const wanted = { person: { roles: ['asker'] }, scope: 'orders.cancel', roles }
    expect([may(wanted), mayAskFor(wanted)]).toEqual([false, true])
    expect(mayAskFor({ ...wanted, scope: 'files.remove' })).toBe(false)
    expect(mayAskFor({ ...wanted, person: { roles: ['clerk'] } })).toBe(true)
  })
})

describe('may()', () => {
  test.each([
    [['viewer'], 'orders.status', true],
    [['viewer'], 'orders.cancel', false],
    [['clerk'], 'orders.cancel', true],
    [['clerk'], 'orders.parts.cancel', true],
    [['clerk'], 'orders', false],
    [['clerk'], 'ordersx.cancel', false],
    [['owner'], 'files.remove', true],
    [['nobody', 'viewer'], 'orders.list', true],
    [['nobody'], 'orders.list', false],
    [[], 'orders.list', false],
    [['Owner'], 'orders.list', false],
    [['stranger'], 'orders.list', false],
  ])('roles %j for %s: %s', (names, scope, expected) => {
    expect(allowed(names, scope)).toBe(expected)
  })

  test('never lets a role do anything that is not in the catalogue, whatever it is called', () => {
    const anyRole = fc.oneof(fc.string(), fc.constantFrom('*', '__proto__', 'constructor', 'owner.*', 'admin', 'OWNER'))
    fc.assert(
      fc.property(fc.array(anyRole), fc.string(), (names, scope) => {
        fc.pre(names.every((name) => !roles.has(name)))
        expect(allowed(names, scope)).toBe(false)
        expect(allowed(names, 'orders.status')).toBe(false)
      }),
    )
  })

  test('never takes a right away because of another role', () => {
    fc.assert(
      fc.property(
        fc.subarray([...roles.keys()]),
        fc.constantFrom(...roles.keys()),
        fc.constantFrom('orders.status', 'orders.cancel', 'files.remove'),
        (names, more, scope) => {
          expect(allowed([...names, more], scope) || !allowed(names, scope)).toBe(true)
        },
      ),
    )
  })

  const part = fc.stringMatching(/^[a-z][a-z0-9-]{0,5}$/u)
  const scopes = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))

  test('never covers a scope by a pattern that is neither it, nor a folder above it, nor everything', () => {
    fc.assert(
      fc.property(scopes, scopes, (granted, scope) => {
        expect(covers(granted, scope)).toBe(granted === scope)
        expect(covers(`${granted}.*`, scope)).toBe(scope.startsWith(`${granted}.`))
        expect(covers('*', scope)).toBe(true)
      }),
    )
  })

  test('never covers what is no scope, not even by everything', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('', '*', 'orders.*', 'orders.', '.orders', 'Orders.list', 'orders..list'),
        ),
        (scope) => {
          fc.pre(!/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/u.test(scope))
          expect(covers('*', scope)).toBe(false)
          expect(covers(scope, scope)).toBe(false)
        },
      ),
    )
  })
})
