import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import type { Json, JsonObject } from '../json.ts'
import { moneyText } from '../understanding/values/money-text.ts'
import type { Grant, Roles } from './grant.ts'
import { judge } from './judge.ts'
import { may, mayAskFor } from './may.ts'

const roles: Roles = new Map<string, readonly Grant[]>([
  ['clerk', [{ scope: 'orders.refund', limits: { amount: { maximum: 50 } } }, 'orders.list']],
  ['senior', [{ scope: 'orders.*', limits: { amount: { maximum: 200 } } }]],
  ['shipper', [{ scope: 'orders.list', limits: { status: { enum: ['paid', 'shipped'] } } }]],
  [
    'cashier',
    [
      { scope: 'orders.refund', limits: { amount: { maximum: 50 } } },
      { scope: 'orders.refund', limits: { amount: { maximum: 500 } }, approval: true },
    ],
  ],
  ['asker', [{ scope: 'orders.*', approval: true }]],
  ['owner', ['*']],
])

const ask = (names: readonly string[], args: JsonObject, scope = 'orders.refund') =>
  judge({ person: { roles: names }, command: { scope, parameters: [] }, args, facts: {}, roles })

describe('judge()', () => {
  test('lets pass what keeps to the limit, and says which limit it was otherwise', () => {
    expect(ask(['clerk'], { amount: 50 })).toEqual({ kind: 'allowed' })
    expect(ask(['clerk'], { amount: 50.01 })).toEqual({
      kind: 'over-limit',
      parameter: 'amount',
      keyword: 'maximum',
      limit: 50,
    })
  })

  test('asks for approval between what somebody may do alone and what they may not even ask for', () => {
    expect(ask(['cashier'], { amount: 50 })).toEqual({ kind: 'allowed' })
    const own = { parameter: 'amount', keyword: 'maximum', limit: 50 }
    expect(ask(['cashier'], { amount: 51 })).toEqual({ kind: 'needs-approval', own })
    expect(ask(['cashier'], { amount: 501 })).toMatchObject({ kind: 'over-limit', limit: 500 })
    expect(ask(['asker'], { amount: 1e6 })).toEqual({ kind: 'needs-approval', own: null })
    expect(ask(['asker', 'clerk'], { amount: 20 })).toEqual({ kind: 'allowed' })
    expect(ask(['asker'], {}, 'files.remove')).toEqual({ kind: 'denied' })
  })

  test('the widest grant wins, and the nearest limit is told', () => {
    expect(ask(['clerk', 'senior'], { amount: 120 })).toEqual({ kind: 'allowed' })
    expect(ask(['clerk', 'senior'], { amount: 201 })).toMatchObject({ limit: 200 })
    expect(ask(['senior', 'clerk'], { amount: 201 })).toMatchObject({ limit: 200 })
    expect(ask(['clerk', 'owner'], { amount: 1e6 })).toEqual({ kind: 'allowed' })
    expect(ask(['shipper', 'clerk'], { status: 'cancelled' }, 'orders.list')).toEqual({ kind: 'allowed' })
  })

  test.each([{}, { amount: null }, { amount: '10' }, { amount: [1] }, { amount: { maximum: 1 } }] as JsonObject[])(
    'does not take %j for an amount within the limit',
    (args) => expect(ask(['clerk'], args)).toMatchObject({ kind: 'over-limit', parameter: 'amount' }),
  )

  test('a limit that is not given is not kept: a list without its filter is the whole list', () => {
    expect(ask(['shipper'], {}, 'orders.list')).toMatchObject({
      kind: 'over-limit',
      parameter: 'status',
      keyword: 'enum',
    })
    expect(ask(['shipper'], { status: 'paid' }, 'orders.list')).toEqual({ kind: 'allowed' })
  })

  test('denies what no role covers', () => {
    expect(ask([], { amount: 1 })).toEqual({ kind: 'denied' })
    expect(ask(['clerk'], { amount: 1 }, 'orders.cancel')).toEqual({ kind: 'denied' })
    expect(ask(['stranger', '__proto__'], { amount: 1 })).toEqual({ kind: 'denied' })
  })

  test('of a role that is given or taken, one that allows more than whoever asks may do is over them', () => {
    const given: Parameter = {
      name: 'role',
      kind: 'selection',
      required: true,
      type: 'choice',
      schema: { type: 'string', role: true },
      entity: null,
    }
    const manager: Roles = new Map([...roles, ['manager', ['orders.*', 'admin.grant-role']]])
    const grants = (role: Json, parameters: readonly Parameter[] = [given]) => {
      const command = { scope: 'admin.grant-role', parameters }
      return judge({ person: { roles: ['manager'] }, command, args: { role }, facts: {}, roles: manager })
    }
    expect(grants('clerk')).toEqual({ kind: 'allowed' })
    expect(grants('owner')).toEqual({ kind: 'over-role', role: 'owner' })
    expect(grants('owner', [{ ...given, schema: { type: 'string' } }])).toEqual({ kind: 'allowed' })
  })

  test('of somebody, one whose roles allow more than whoever asks may do is over them', () => {
    const manager: Roles = new Map([...roles, ['manager', ['orders.*', 'admin.remove']]])
    const removes = (held: Json, rights = 'person.roles') => {
      const phone: Parameter = {
        name: 'phone',
        kind: 'entity-ref',
        required: true,
        type: 'phone',
        schema: { type: 'string', rights },
        entity: 'person',
      }
      const facts = { person: { id: '+1', roles: held } }
      const command = { scope: 'admin.remove', parameters: [phone] }
      return judge({ person: { roles: ['manager'] }, command, args: { phone: '+1' }, facts, roles: manager })
    }
    expect(removes('clerk, senior')).toEqual({ kind: 'allowed' })
    expect(removes('clerk, owner')).toEqual({ kind: 'over-rights', role: 'owner' })
    expect(removes('a role of before')).toEqual({ kind: 'allowed' })
    expect(removes('no_role')).toEqual({ kind: 'allowed' })
    expect(removes('owner', 'order.roles')).toEqual({ kind: 'allowed' })
  })

  test('a keyword that nobody knows never holds', () => {
    const odd: Roles = new Map([['odd', [{ scope: 'orders.refund', limits: { amount: { atMost: 50 } } }]]])
    const judged = judge({
      person: { roles: ['odd'] },
      command: { scope: 'orders.refund', parameters: [] },
      args: { amount: 1 },
      facts: {},
      roles: odd,
    })
    expect(judged).toMatchObject({ kind: 'over-limit', keyword: 'atMost' })
  })

  const names = fc.subarray([...roles.keys(), 'stranger'])
  const scopes = fc.constantFrom('orders.refund', 'orders.list', 'orders.cancel', 'files.remove')
  const args = fc.record(
    { amount: fc.oneof(fc.double({ noNaN: true }), fc.string()), status: fc.constantFrom('paid', 'cancelled') },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>

  test('never allows what mayAskFor() denies, and denies nothing that it allows; nothing is allowed that may() denies', () => {
    fc.assert(
      fc.property(names, scopes, args, (given, scope, values) => {
        const wanted = { person: { roles: given }, scope, roles }
        const { kind } = ask(given, values, scope)
        expect(kind === 'denied').toBe(!mayAskFor(wanted))
        expect(kind === 'allowed' && !may(wanted)).toBe(false)
      }),
    )
  })

  test('never takes something away because of another role', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(...roles.keys()), scopes, args, (given, more, scope, values) => {
        fc.pre(ask(given, values, scope).kind === 'allowed')
        expect(ask([more, ...given], values, scope)).toEqual({ kind: 'allowed' })
        expect(ask([...given, more], values, scope)).toEqual({ kind: 'allowed' })
      }),
    )
  })

  test('never lets a clerk refund more than the limit, whatever the amount looks like', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (amount) => {
        const judged = ask(['clerk'], { amount: amount as JsonObject })
        expect(judged.kind === 'allowed').toBe(typeof amount === 'number' && amount <= 50)
      }),
    )
  })

  describe('of money', () => {
    const price: Parameter = {
      name: 'amount',
      kind: 'scalar',
      required: true,
      type: 'money',
      schema: { type: 'number', currency: 'BRL' },
      entity: null,
    }
    const pay = (amount: Json, parameter: Parameter = price, held: readonly string[] = ['clerk']) =>
      judge({
        person: { roles: held },
        command: { scope: 'orders.refund', parameters: [parameter] },
        args: { amount },
        facts: {},
        roles,
      })

    test('in the currency of a thing judges the amount, and tells the limit in that currency', () => {
      const ofOrder = { ...price, schema: { type: 'number', currency: 'order.currency' } }
      expect(pay('50.00 BRL', ofOrder)).toEqual({ kind: 'allowed' })
      expect(pay('51 JPY', ofOrder)).toMatchObject({ kind: 'over-limit', limit: '50 JPY' })
      expect(pay('50 peso', ofOrder)).toMatchObject({ kind: 'over-limit', limit: 50 })
    })

    test('judges the amount, and tells the limit with its currency', () => {
      expect(pay('50.00 BRL')).toEqual({ kind: 'allowed' })
      expect(pay('50.01 BRL')).toEqual({
        kind: 'over-limit',
        parameter: 'amount',
        keyword: 'maximum',
        limit: '50.00 BRL',
      })
      expect(pay('120.00 BRL', price, ['clerk', 'senior'])).toEqual({ kind: 'allowed' })
      expect(pay('201.00 BRL', price, ['clerk', 'senior'])).toMatchObject({ limit: '200.00 BRL' })
      expect(pay('201.00 BRL', price, ['senior', 'clerk'])).toMatchObject({ limit: '200.00 BRL' })
    })

    test.each(['1.00 USD', '1 BRL', '1.00', 'BRL 1.00', '-1.00 BRL', null])(
      'takes %j for no amount within it',
      (amount) => expect(pay(amount)).toMatchObject({ kind: 'over-limit' }),
    )

    test('has no limit that holds where it may be in any currency', () => {
      expect(pay('1.00 BRL', { ...price, schema: { type: 'number' } })).toMatchObject({ kind: 'over-limit' })
    })

    test('never lets more pass than the limit, whatever the amount is', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom('BRL', 'USD'), (cents, currency) => {
          const amount = moneyText((cents / 100).toFixed(2), currency)
          expect(pay(amount).kind === 'allowed').toBe(currency === 'BRL' && cents <= 5000)
        }),
      )
    })
  })
})
