/** “@ 2,850/kg”: a sign before a price ends the name before it, as a word would. */
import { expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const price: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'money',
  entity: null,
  schema: { type: 'number', currency: 'BRL' },
}
const catalogue = withParameter(await loadShippedCatalogue(), 'REFUND_ORDER', price, {
  en: ['sell to {id:name} (at|for) {amount}', 'sell to {id:name}'],
  es: ['vende a {id:name} a {amount}', 'vende a {id:name}'],
  'pt-BR': ['vende para {id:name} a {amount}', 'vende para {id:name}'],
})

test.each([
  ['en', 'sell to Maria @ 50', '50.00 BRL'],
  ['en', 'sell to Maria @50', '50.00 BRL'],
  ['en', 'sell to maria@50', '50.00 BRL'],
  ['en', 'sell to Maria @ R$ 50', '50.00 BRL'],
  ['en', 'sell to Maria @ 12.50/kg', '12.50 BRL'],
  ['en', 'sell to Maria at 12.50/kg', '12.50 BRL'],
  ['es', 'vende a María @ 12,50/kg', '12.50 BRL'],
  ['pt-BR', 'vende para a Maria @ 12,50/kg', '12.50 BRL'],
])('%s: “%s”', (language, text, amount) => {
  const ana = createConversationWorld({ catalogue }).chatOf({ language })
  expect(ana.say(text).preview?.args).toEqual({ id: '204', amount })
})

test('what it is the price of is shown', () => {
  const ana = createConversationWorld({ catalogue }).chatOf()
  expect(ana.say('sell to Maria @ 12.50/kg').text).toContain('You said “12.50/kg”: R$12.50.')
})

test.each(['sell to maria@50.com', 'sell to Maria @ home', 'sell to @50'])('is none in “%s”', (text) => {
  const ana = createConversationWorld({ catalogue }).chatOf()
  expect(ana.say(text).preview).toBeUndefined()
})

test('where no price is taken, the name is asked for and the rest is told', async () => {
  const ana = createConversationWorld({ catalogue: await loadShippedCatalogue() }).chatOf()
  expect(ana.say('cancel the order of Maria @ 12.50').about).toBe('ask')
  const reply = ana.say('Maria')
  expect(reply.preview?.args).toEqual({ id: '204' })
  expect(reply.text).toContain('“12.50” is not kept with this.')
})
