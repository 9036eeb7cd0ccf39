/** What is said to an open preview is never a yes that nobody gave, nor another change than the one that was meant. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

function open(language: string, ...said: readonly string[]) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  for (const text of said) chat.sayAll(text)
  return chat
}

describe('a permission', () => {
  test.each([
    ['es', 'agrega una nota al 206: frágil', 'puedes agredir'],
    ['pt-BR', 'reativa o pedido 206', 'pode reatar'],
    ['pt-BR', 'reativa o pedido 206', 'pode reat'],
  ])('%s: to “%s”, “%s” names no form of its verb, and is asked about', (language, wish, said) => {
    const chat = open(language, wish)
    expect(chat.sayAll(said).at(-1)?.about).toBe('refusal')
    expect(chat.work()).toEqual([])
  })

  test.each([
    ['es', 'agrega una nota al 206: frágil', 'puedes agregar'],
    ['pt-BR', 'reativa o pedido 206', 'pode reativar'],
  ])('%s: to “%s”, “%s” is a yes', (language, wish, said) => {
    const chat = open(language, wish)
    chat.sayAll(said)
    expect(chat.work()).toHaveLength(1)
  })
})

test.each([
  ['en', 'add a note to 206: fragile', 'yes, and add a note to order 206', 'note say'],
  ['es', 'agrega una nota al 206: frágil', 'sí, y agrega una nota al 206', 'nota'],
  ['pt-BR', 'anota no 206: frágil', 'sim, e anota no 206', 'nota'],
])('%s: to “%s”, “%s” wants another one, whose text is asked for', (language, wish, said, asked) => {
  const chat = open(language, wish)
  const told = chat.sayAll(said)
  expect(chat.work()).toHaveLength(1)
  expect(told.some(({ about, text }) => about === 'ask' && text.includes(asked))).toBe(true)
})

test.each([
  ['en', 'reinstate order 206', 'yes', 'no, 207', 'no, i meant 207'],
  ['es', 'reactiva el pedido 206', 'sí', 'no, 207', 'no, el 207'],
  ['pt-BR', 'reativa o pedido 206', 'sim', 'não, 207', 'não, o 207'],
])('%s: once “%s” was done, what takes it back cancels no other order', (language, wish, yes, ...noes) => {
  const chat = open(language, wish, yes)
  chat.work()
  for (const said of noes) chat.sayAll(said)
  expect(chat.session().pending?.draft).toMatchObject({ command: 'CANCEL_ORDER', args: { id: '206' } })
})

test.each([
  ['en', 'refund 50 of order 205', '205 instead of 204'],
  ['es', 'reembolsa 50 del pedido 205', 'no el 204, el 205'],
])('%s: to “%s”, “%s” says what is so already, and is no sum', (language, wish, said) => {
  const chat = open(language, wish)
  chat.sayAll(said)
  expect(chat.session().pending?.draft.args).toMatchObject({ id: '205', amount: '50.00 BRL' })
})

test('“ta” is thanks in English, and no Portuguese yes; “go on then” is one', () => {
  const chat = open('en', 'add a note to order 204: call her')
  chat.sayAll('ta')
  expect(chat.work()).toEqual([])
  chat.sayAll('yep go on then')
  expect(chat.work()).toHaveLength(1)
})
