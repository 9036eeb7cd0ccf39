/** “Make it 15” of what waits, where “it” could be the thing that this is for, of which another command sets a number. */
import { expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const boxes: Parameter = {
  name: 'item',
  kind: 'scalar',
  required: true,
  type: 'integer',
  schema: { type: 'integer' },
  entity: null,
}
const catalogue = withParameter(withDeliveries(await loadShippedCatalogue()), 'TAKE_OUT', boxes, {
  en: ['(set|change|put|make) [the] order {id} [to] {item}', 'take {item} out of order {id}'],
  es: ['(pon|deja|cambia|ponlo|déjalo) [el] pedido {id} [a|en] {item}'],
  'pt-BR': ['(põe|deixa|muda) [o] pedido {id} [em|para] {item}'],
})

const added = {
  en: 'add 2 trays to order 204',
  es: 'agrega 2 cajas al pedido 204',
  'pt-BR': 'adiciona 2 caixas ao pedido 204',
} as const

test.each([
  ['en', 'make it 15'],
  ['en', 'make that 15'],
  ['en', 'set it to 15'],
  ['es', 'déjalo en 15'],
  ['es', 'ponlo en 15'],
  ['pt-BR', 'deixa isso em 15'],
] as const)('%s: “%s” changes the number that waits', (language, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  const { args } = chat.say(added[language]).preview ?? {}
  expect(chat.say(text)).toMatchObject({ command: { name: 'ADD_ITEMS' }, preview: { args: { ...args, quantity: 15 } } })
})

test('what changes nothing is another wish', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say(added.en)
  expect(chat.say('take 1 out of it')).toMatchObject({
    command: { name: 'TAKE_OUT' },
    preview: { args: { id: '204', item: 1 } },
  })
})

test('where nothing of that kind waits, it is what the words ask for', () => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language: 'en' })
  chat.say('MOVE_ORDER id=204 day=2026-05-04')
  expect(chat.say('make it 15')).toMatchObject({ command: { name: 'TAKE_OUT' } })
})
