/** Two rows in one message, of what takes one: the text of the first would take in the second, but for the last price. */
import { expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = withDeliveries(await loadShippedCatalogue())
const parameters = shipped.commands.get('ADD_ITEMS')?.parameters ?? []
const price: Parameter = {
  name: 'price',
  kind: 'scalar',
  required: true,
  type: 'money',
  schema: { type: 'number', format: 'money', currency: 'BRL', exclusiveMinimum: 0 },
  entity: null,
}
const catalogue = withCommand(shipped, 'ADD_ITEMS', {
  command: { parameters: [...parameters, price] },
  texts: { sentences: ['add {quantity} {item} (at|for) {price} to <order> {id}'] },
})

test('two rows are not one, with the text of both', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  const reply = chat.say('add 10 trays of rice at 250 and 5 boxes of juice at 120 to order 204')
  expect(reply).toMatchObject({ about: 'help' })
  expect(chat.session().pending).toBeNull()
})

test.each([
  ['add 10 trays of rice at 250 to order 204', 'trays of rice', '250.00 BRL'],
  ['add 10 shoes of size 10 and 12 at 250 to order 204', 'shoes of size 10 and 12', '250.00 BRL'],
  ['add 10 trays at 9 and a half inches at 250 to order 204', 'trays at 9 and a half inches', '250.00 BRL'],
])('“%s” is one row', (text, item, amount) => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  expect(chat.say(text).preview?.args).toEqual({ id: '204', quantity: 10, item, price: amount })
})
