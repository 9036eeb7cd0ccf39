import { expect, test } from 'vitest'
import type { Parameter } from '../../catalogue/catalogue.ts'
import { resolveMoney } from './resolve-money.ts'

const amount: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'money',
  schema: { type: 'number', currency: 'order.currency', whole: 'order.refundable', exclusiveMinimum: 0 },
  entity: null,
}

test.each(['120', '120.0', '120.00', '120.0000'])('a share of %s, as a column says it, is a sum', (refundable) => {
  const facts = { order: { id: '204', currency: 'BRL', refundable } }
  expect(resolveMoney(amount, '50%', facts)).toEqual({ kind: 'value', value: '60.00 BRL' })
})
