/** What is not meant is said with what is: “instead of Maria, João”, “não foi 10, foi 20”. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

const refund: Readonly<Record<string, string>> = {
  en: 'refund 10 of order 204',
  es: 'reembolsa 10 del pedido 204',
  'pt-BR': 'reembolsa 10 do pedido 204',
}

function refunding(language: string) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(refund[language] ?? '')
  return chat
}

test.each([
  ['en', 'instead of 204, 205', { id: '205', amount: '10.00 BRL' }],
  ['en', '205 instead of 204', { id: '205', amount: '10.00 BRL' }],
  ['en', 'instead of Maria, João', { id: '205', amount: '10.00 BRL' }],
  ['en', 'João instead of Maria', { id: '205', amount: '10.00 BRL' }],
  ['en', 'instead of R$10, R$20', { id: '204', amount: '20.00 BRL' }],
  ['es', 'en vez del 204, el 205', { id: '205', amount: '10.00 BRL' }],
  ['es', 'en lugar de María, João', { id: '205', amount: '10.00 BRL' }],
  ['es', 'no fue 10 fue 20', { id: '204', amount: '20.00 BRL' }],
  ['pt-BR', 'em vez do 204, o 205', { id: '205', amount: '10.00 BRL' }],
  ['pt-BR', 'em vez da Maria, o João', { id: '205', amount: '10.00 BRL' }],
  ['pt-BR', 'o João no lugar da Maria', { id: '205', amount: '10.00 BRL' }],
  ['pt-BR', 'em vez de 10, 20', { id: '204', amount: '20.00 BRL' }],
  ['pt-BR', 'não foi 10 foi 20', { id: '204', amount: '20.00 BRL' }],
  ['pt-BR', 'nao foi 10, foi 20', { id: '204', amount: '20.00 BRL' }],
  ['pt-BR', 'não foi a Maria, foi o João', { id: '205', amount: '10.00 BRL' }],
])('%s: “%s” says what is meant', (language, said, args) => {
  expect(refunding(language).say(said).preview?.args).toEqual(args)
})

test.each([
  ['en', 'no wait, a hundred and twenty'],
  ['es', 'no espera, ciento veinte'],
  ['pt-BR', 'não pera, cento e vinte'],
  ['pt-BR', 'nao espera cento e vinte'],
])('%s: “%s” is one number, and no two names', (language, said) => {
  expect(refunding(language).say(said).preview?.args).toEqual({ id: '204', amount: '120.00 BRL' })
})

test.each([
  ['en', 'instead of Maria, nobody knows'],
  ['en', 'tea instead of coffee'],
  ['es', 'té en vez de café'],
  ['pt-BR', 'chá em vez de café'],
])('%s: “%s” changes nothing, and drops nothing', (language, said) => {
  const chat = refunding(language)
  expect(chat.say(said).text).not.toBe('')
  expect(chat.session().pending?.draft.args).toEqual({ id: '204', amount: '10.00 BRL' })
})
