/** Of what is called by its name alone a number is an id where its title or the mark of an id stands before it, whatever is asked. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withNamedOrders } from '../testing/catalogues/visits-catalogue.ts'

const catalogue = withNamedOrders(await loadShippedCatalogue())

function talk(language: string, ...texts: readonly string[]) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  return { chat, last: texts.map((text) => chat.say(text)).at(-1) }
}

test.each([
  ['en', 'cancel order number 204'],
  ['en', 'cancel order no. 204'],
  ['en', 'cancel #204'],
  ['es', 'cancela el pedido nro 204'],
  ['es', 'cancela el pedido nº 204'],
  ['es', 'cancela #204'],
  ['pt-BR', 'cancela o pedido número 204'],
  ['pt-BR', 'cancela o pedido nº 204'],
  ['pt-BR', 'cancela #204'],
])('%s: in a wish: “%s”', (language, wish) => {
  expect(talk(language, wish).last?.preview).toMatchObject({ target: '204' })
})

test.each([
  ['en', 'cancel an order', 'order number 204'],
  ['en', 'cancel an order', '#204'],
  ['es', 'cancela un pedido', 'pedido nro 204'],
  ['pt-BR', 'cancela um pedido', 'pedido nº 204'],
])('%s: in an answer: “%s”, “%s”', (language, ...texts) => {
  expect(talk(language, ...texts).last?.preview).toMatchObject({ target: '204' })
})

test.each([
  ['en', 'cancel Maria’s order', '204'],
  ['es', 'cancela el pedido de Maria', '205'],
  ['pt-BR', 'cancela o pedido da Maria', '205'],
])('%s: a number alone is none: “%s”, “%s”', (language, ...texts) => {
  const { chat } = talk(language, ...texts)
  expect(chat.session().pending?.draft.args).toEqual({ id: '204' })
})

describe('of what else is asked', () => {
  test.each([
    ['en', 'status order 204', 'what about order 205'],
    ['en', 'status order 204', 'and order 205?'],
    ['en', 'status Maria', 'what about #205?'],
    ['en', 'status order 204', 'what about 205'],
    ['es', 'estado del pedido 204', 'y el pedido 205?'],
    ['pt-BR', 'status do pedido 204', 'e o pedido 205?'],
  ])('%s: “%s”, “%s”', (language, ...texts) => {
    expect(talk(language, ...texts).last?.text).toContain('205 — João Lima')
  })

  test.each([
    ['en', 'status Maria', 'what about 205'],
    ['es', 'estado de Maria', 'y el 205?'],
    ['pt-BR', 'status Maria', 'e o 205?'],
  ])('%s: a number alone is no id of what was called by its name: “%s”, “%s”', (language, ...texts) => {
    expect(talk(language, ...texts).last?.text).not.toContain('João Lima')
  })
})

describe('of what is previewed', () => {
  test.each([
    ['en', "cancel Maria's order", 'and order 205'],
    ['en', "cancel Maria's order", 'order 205 too'],
    ['en', 'cancel order 204', 'and 205'],
    ['es', 'cancela el pedido de Maria', 'y el pedido 205'],
    ['es', 'cancela el pedido 204', 'y el 205'],
    ['pt-BR', 'cancela o pedido da Maria', 'e o pedido 205'],
    ['pt-BR', 'cancela o pedido 204', 'e o 205'],
  ])('%s: one more waits: “%s”, “%s”', (language, ...texts) => {
    const { chat } = talk(language, ...texts)
    expect(chat.sayAll('0').at(-1)?.preview).toMatchObject({ action: 'Cancel', target: '205' })
  })
})

test('the place of one in a list may be written as “#2”', () => {
  expect(talk('en', "cancel Pedro's order", '2').last?.preview).toMatchObject({ target: '208' })
  expect(talk('en', "cancel Pedro's order", '#2').last?.preview).toMatchObject({ target: '208' })
})
