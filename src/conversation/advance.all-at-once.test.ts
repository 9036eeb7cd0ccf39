import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

test.each([
  ['en', 'cancel all orders', /^I do one thing at a time.*CANCEL_ORDER/su],
  ['en', 'cancel every order', /^I do one thing at a time/u],
  ['en', 'cancel every paid order', /^I do one thing at a time/u],
  ['en', "cancel all of maria's orders", /^I do one thing at a time/u],
  ['en', "cancel all of Pedro's orders", /^I do one thing at a time/u],
  ['en', "cancel both of Pedro's orders", /^I do one thing at a time/u],
  ['en', 'refund everybody', /^I do one thing at a time.*REFUND_ORDER/su],
  ['pt-BR', 'cancela todos os pedidos pagos', /^Faço uma coisa de cada vez.*CANCEL_ORDER/su],
  ['pt-BR', 'cancela cada pedido', /^Faço uma coisa de cada vez/u],
  ['pt-BR', 'cancela os dois pedidos do Pedro', /^Faço uma coisa de cada vez/u],
  ['es', 'cancela los dos pedidos de Pedro', /^Hago una cosa a la vez/u],
  ['es', 'cancela todos los pedidos', /^Hago una cosa a la vez.*CANCEL_ORDER/su],
])('%s: “%s”: nothing is done to all of a kind, and people hear so', (language, text, told) => {
  const world = createConversationWorld({ catalogue })
  expect(world.chatOf({ language }).say(text)).toMatchObject({ about: 'help', text: expect.stringMatching(told) })
  expect(world.ledger.commands.size).toBe(0)
})

test.each([
  ['es', 'agrega una nota antes de las 10'],
  ['es', 'cancela un pedido a partir de las tres'],
])('%s: “%s” says an hour, and not so many of them', (language, text) => {
  const world = createConversationWorld({ catalogue })
  expect(world.chatOf({ language }).say(text).text).not.toMatch(/^(?:Hago una cosa|Faço uma coisa)/u)
  expect(world.ledger.commands.size).toBe(0)
})

test('who only wants to see all of them is not told so', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  expect(chat.say('list all orders').command?.name).toBe('LIST_ORDERS')
  expect(chat.say('xyzzy all plugh').text).toContain('did not understand')
})
