/** "cancel order 204 of Maria Souza": the number says which, and the name whether it is the one that was meant. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

function chatIn(language: string): Chat {
  return createConversationWorld({ catalogue }).chatOf({ name: 'Bia', language })
}

test.each([
  ['en', 'cancel order 204 of Maria Souza'],
  ['en', 'cancel order 204 of maria'],
  ['pt-BR', 'cancela o pedido 205 do Joao Lima'],
  ['es', 'cancela el pedido 204 de María'],
])('in %s: “%s” is the one that was meant', (language, text) => {
  expect(chatIn(language).say(text).preview?.target).toMatch(/^20[45]$/u)
})

test.each([
  ['en', 'cancel order 204 of Pedro', /^204 — Maria Souza.*: this does not belong to “Pedro”\.\nWhich order/su],
  ['pt-BR', 'cancela o pedido 204 do Pedro', /^204 — Maria Souza.*: isso não é de “Pedro”\./su],
  ['es', 'cancela el pedido 204 de Pedro', /^204 — Maria Souza.*: eso no es de “Pedro”\./su],
])('in %s: “%s” is not, and the person says which', (language, text, expected) => {
  const bia = chatIn(language)
  const reply = bia.say(text)
  expect(reply).toMatchObject({ about: 'ask', text: expect.stringMatching(expected) })
  expect(reply.preview).toBeUndefined()
  expect(bia.say('204').preview?.target).toBe('204')
})

test('a question that only looks is answered with whose it is', () => {
  const bia = chatIn('en')
  expect(bia.say('status of order 204 of Pedro')).toMatchObject({
    about: 'refusal',
    text: expect.stringContaining('this does not belong to “Pedro”'),
  })
  expect(bia.session().question).toBeNull()
})

test('a time in the place of a name is told that nothing is done later', () => {
  expect(chatIn('pt-BR').say('cancela o 204 de amanhã').text).toContain('Nada fica para depois')
})
