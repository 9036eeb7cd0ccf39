import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

test.each([
  ['en', 'cancel 207', 'and 205', 'After that: Cancel an order (205)'],
  ['pt-BR', 'cancela o 207', 'e o 205', 'Depois disso: Cancelar um pedido (205)'],
  ['es', 'cancela el 207', 'y el 205', 'Después de eso: Cancelar un pedido (205)'],
])('%s: after “%s”, “%s” waits behind the preview, and has one of its own', (language, wish, more, told) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(more).text).toContain(told)
  expect(chat.session().pending?.draft.args).toEqual({ id: '207' })
  expect(chat.sayAll('0').at(-1)?.preview?.target).toBe('205')
})

test('keeps the other values', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say('add a note to order 205: fragile')
  chat.say('and 206')
  expect(chat.sayAll('0').at(-1)?.preview?.args).toEqual({ id: '206', text: 'fragile' })
})

test.each([
  ['en', 'cancel 207', 'and 205?'],
  ['pt-BR', 'cancela o 207', 'e o 205?'],
  ['es', 'cancela el 207', '¿y el 205?'],
])('%s: after “%s”, the question “%s” is a look, and adds nothing', (language, wish, asked) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(asked).command).toMatchObject({ name: 'ORDER_STATUS' })
  expect(chat.session().wishes).toEqual([])
})

test('“é o 205” puts right what is open', () => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language: 'pt-BR' })
  chat.say('cancela o 207')
  expect(chat.say('é o 205').preview?.target).toBe('205')
})
