/** A number alone puts right a sum or a number, and no text, though a text would take it. */
import { expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const parameters = catalogue.commands.get('ADD_NOTE')?.parameters ?? []
const cost: Parameter = {
  name: 'cost',
  kind: 'scalar',
  required: false,
  type: 'money',
  schema: { type: 'number', format: 'money', currency: 'BRL', minimum: 0.01 },
  entity: null,
}
const withCost = withCommand(catalogue, 'ADD_NOTE', { command: { parameters: [...parameters, cost] } })

test.each([
  ['en', 'no, 54.90'],
  ['pt-BR', 'não, 54,90'],
  ['es', 'no, 54,90'],
])('in %s “%s” is the sum that was not said, and the text stays as it is', (language, text) => {
  const chat = createConversationWorld({ catalogue: withCost }).chatOf({ language })
  chat.say('ADD_NOTE id=204 text="leaks, cost 40"')
  expect(chat.say(text).preview?.args).toEqual({ id: '204', text: 'leaks, cost 40', cost: '54.90 BRL' })
})

test.each([
  ['en', 'no, 54.90'],
  ['pt-BR', 'não, 54,90'],
  ['es', 'no, 54,90'],
])('in %s “%s” is asked about where there is no sum', (language, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('ADD_NOTE id=204 text=call')
  expect(chat.say(text)).toMatchObject({ about: 'choose', options: [{ n: 1 }] })
  expect(chat.session().pending).toBeNull()
  expect(chat.say('1').preview?.args).toEqual({ id: '204', text: '54.90' })
})

test('is a new text where the text is a number itself', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say('ADD_NOTE id=204 text=40.50')
  expect(chat.say('no, 54.90').preview?.args).toEqual({ id: '204', text: '54.90' })
})

test.each([
  ['en', 'no, on 205'],
  ['en', 'no, on order 205'],
  ['pt-BR', 'não, no 205'],
  ['es', 'no, en el pedido 205'],
])('in %s “%s” is another thing, and the text stays as it is', (language, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('ADD_NOTE id=204 text=call')
  expect(chat.say(text).preview?.args).toEqual({ id: '205', text: 'call' })
})
