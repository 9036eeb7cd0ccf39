import { beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

/** Order 300 is of thirty thousand. */
function talk(language: string): Chat {
  const world = createConversationWorld({ catalogue })
  const order = { customer: 'Rita', cents: 3_000_000, status: 'paid', refundedCents: 0, notes: [] } as const
  world.shop.orders.set('300', { ...order, notes: [] })
  return world.chatOf({ language })
}

test.each([
  ['en', 'refund 20k of order 300', 'no, 25'],
  ['en', 'refund 20 thousand of order 300', 'make it 25'],
  ['pt-BR', 'reembolsa 20 mil do pedido 300', 'não, 25'],
  ['pt-BR', 'reembolsa 20 mil do pedido 300', '25 melhor'],
  ['es', 'reembolsa 20 mil del pedido 300', 'no, 25'],
  ['es', 'reembolsa 20 mil del pedido 300', '25 mejor'],
])('%s: behind “%s”, “%s” may be thousands, and is asked about', (language, wish, text) => {
  const ana = talk(language)
  ana.say(wish)
  expect(ana.say(text)).toMatchObject({ about: 'choose', options: [{ n: 1 }, { n: 2 }] })
  expect(ana.say('2').preview?.args).toEqual({ id: '300', amount: '25000.00 BRL' })
})

test.each([
  ['en', 'refund 2.5k of order 300', 'no, 3', '3000.00 BRL'],
  ['es', 'reembolsa 20 mil del pedido 300', 'no, 2,5', '2500.00 BRL'],
])('%s: behind “%s” so may “%s”', (language, wish, text, amount) => {
  const ana = talk(language)
  ana.say(wish)
  ana.say(text)
  expect(ana.say('2').preview?.args).toEqual({ id: '300', amount })
})

test.each([
  ['en', 'refund 20k of order 300', 'no, 25k', '25000.00 BRL'],
  ['en', 'refund 20k of order 300', 'no, 25.50', '25.50 BRL'],
  ['en', 'refund 1000 of order 300', 'no, 100', '100.00 BRL'],
  ['en', 'refund 900 of order 300', 'no, 90', '90.00 BRL'],
  ['pt-BR', 'reembolsa 20 mil do pedido 300', 'não, 25 mil', '25000.00 BRL'],
  ['es', 'reembolsa 20 mil del pedido 300', 'no, 25 mil', '25000.00 BRL'],
])('%s: behind “%s”, “%s” is as it is said', (language, wish, text, amount) => {
  const ana = talk(language)
  ana.say(wish)
  expect(ana.say(text).preview?.args).toEqual({ id: '300', amount })
})

test.each([
  ['en', 'no, 25'],
  ['en', 'no, it was 25, not 20'],
  ['es', 'no, eran 25 no 20'],
])('%s: where the currency is always one, “%s” is asked about as well', (language, text) => {
  const amount = { name: 'amount', kind: 'scalar', required: true, type: 'money', entity: null } as const
  const inReais = withParameter(
    catalogue,
    'REFUND_ORDER',
    { ...amount, schema: { type: 'number', currency: 'BRL' } },
    {},
  )
  const world = createConversationWorld({ catalogue: inReais })
  const order = { customer: 'Rita', cents: 3_000_000, status: 'paid', refundedCents: 0, notes: [] } as const
  world.shop.orders.set('300', { ...order, notes: [] })
  const ana = world.chatOf({ language })
  ana.say('REFUND_ORDER id=300 amount="20000 BRL"')
  expect(ana.say(text)).toMatchObject({ about: 'choose', options: [{ n: 1 }, { n: 2 }] })
  expect(ana.say('2').preview?.args).toEqual({ id: '300', amount: '25000.00 BRL' })
})
