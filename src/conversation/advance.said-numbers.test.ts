/** Numbers and sums that only wait, or are left, are shown as all others are. */
import { expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { showSaid } from './render/show-said.ts'

const catalogue = await loadShippedCatalogue()
const number: Omit<Parameter, 'name' | 'type' | 'schema'> = { kind: 'scalar', required: false, entity: null }
const parameters: readonly Parameter[] = [
  ...(catalogue.commands.get('ADD_NOTE')?.parameters ?? []),
  { ...number, name: 'cost', type: 'money', schema: { type: 'number', format: 'money', currency: 'BRL', minimum: 0 } },
  { ...number, name: 'pieces', type: 'integer', schema: { type: 'integer', minimum: 1 } },
]
const withNumbers = withCommand(catalogue, 'ADD_NOTE', { command: { parameters } })

test.each([
  ['en', 'cancel order 204 and refund 150000 of order 205', 'After that: Refund an order (205, 150,000)'],
  ['en', 'cancel order 204 and refund 12.50 of order 205', 'After that: Refund an order (205, 12.50)'],
  ['pt-BR', 'cancela o pedido 204 e reembolsa 150000 do pedido 205', '(205, 150.000)'],
  ['es', 'cancela el pedido 204 y reembolsa 150000 del pedido 205', '(205, 150.000)'],
  ['en', 'CANCEL_ORDER id=204\nADD_NOTE id=205 text=glass pieces=4150', '(205, glass, 4,150)'],
])('%s: in what waits behind “%s”', (language, text, told) => {
  const chat = createConversationWorld({ catalogue: withNumbers }).chatOf({ language })
  expect(chat.say(text).text).toContain(told)
})

test('where it is asked what a number is for', () => {
  const chat = createConversationWorld({ catalogue: withNumbers }).chatOf()
  chat.say('ADD_NOTE id=204 text=glass cost=4000 pieces=4000')
  const { options = [] } = chat.say('150 more')
  expect(options.map(({ label }) => label)).toEqual(['Cost: R$4,150.00', 'Pieces: 4,150'])
})

test('where a sum behind a name that nothing has is left', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  expect(chat.say('refund the order of Mario and Joana for 150000').text).toContain('“150,000” is not kept with this.')
})

test('a sum has its currency where that is known', () => {
  const locale = catalogue.locales.get('en')
  const [cost] = parameters.filter(({ name }) => name === 'cost')
  if (locale === undefined || cost === undefined) throw new TypeError('No cost')
  expect(showSaid(locale, cost, '1500')).toBe('R$1,500.00')
  expect(showSaid(locale, cost, '15 or so')).toBe('15 or so')
})
