import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Grant, Roles } from './grant.ts'
import { judge } from './judge.ts'
import { mayGive } from './may-give.ts'
import { may } from './may.ts'

const limited = { scope: 'orders.refund', limits: { amount: { maximum: 50 } } }
const roles: Roles = new Map<string, readonly Grant[]>([
  ['viewer', ['orders.status']],
  ['clerk', ['orders.status', limited]],
  ['manager', ['orders.*', 'admin.grant-role']],
  ['sub', ['orders.parts.*']],
  ['owner', ['*']],
  ['empty', []],
])

const gives = (own: readonly string[], role: string) => mayGive({ person: { roles: own }, role, roles })

describe('mayGive()', () => {
  test.each([
    [['owner'], 'owner', true],
    [['owner'], 'clerk', true],
    [['manager'], 'clerk', true],
    [['manager'], 'sub', true],
    [['manager'], 'owner', false],
    [['manager'], 'manager', true],
    [['clerk'], 'manager', false],
    [['clerk'], 'clerk', true],
    [['viewer'], 'clerk', false],
    [[], 'empty', true],
    [[], 'viewer', false],
  ])('%j may give %s: %s', (own, role, expected) => expect(gives(own, role)).toBe(expected))

  test('never hands out more than one has', () => {
    fc.assert(
      fc.property(
        fc.subarray([...roles.keys()]),
        fc.constantFrom(...roles.keys()),
        fc.constantFrom('orders.status', 'orders.refund', 'orders.parts.list', 'admin.grant-role', 'files.remove'),
        fc.double({ noNaN: true }),
        (own, role, scope, amount) => {
          fc.pre(gives(own, role))
          const after = [...own, role]
          expect(may({ person: { roles: after }, scope, roles })).toBe(may({ person: { roles: own }, scope, roles }))
          const judged = (names: readonly string[]) =>
            judge({ person: { roles: names }, command: { scope, parameters: [] }, args: { amount }, facts: {}, roles })
              .kind
          expect(judged(after)).toBe(judged(own))
        },
      ),
    )
  })
})
