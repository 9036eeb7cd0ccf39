/** A number alone is no id of what is called by its name alone, whatever it is said for. */
import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withStays } from '../testing/catalogues/stays-catalogue.ts'
import { withNamedOrders, withVisits } from '../testing/catalogues/visits-catalogue.ts'

const shipped = await loadShippedCatalogue()
const byName = withNamedOrders(shipped)
const stays = withNamedOrders(withStays(shipped))
const visits = withVisits(shipped)

/** Orders whose ids are numbers with a letter. */
function withLetters(catalogue: Catalogue): Catalogue {
  const cancel = catalogue.commands.get('CANCEL_ORDER')
  if (cancel === undefined) throw new TypeError('No such command')
  const parameters = cancel.parameters.map((parameter) =>
    parameter.name === 'id'
      ? { ...parameter, schema: { ...parameter.schema, type: 'string', pattern: '^[0-9]{3}-[A-Z]$' } }
      : parameter,
  )
  return { ...catalogue, commands: new Map([...catalogue.commands, ['CANCEL_ORDER', { ...cancel, parameters }]]) }
}

/** On Sunday, 1 March 2026. */
function talk(catalogue: Catalogue, language: string, ...texts: readonly string[]) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  return { chat, last: texts.map((text) => chat.say(text)).at(-1) }
}

describe('of what is called by its name alone', () => {
  test.each([
    ['en', "cancel Maria's order", 'no, 205'],
    ['es', 'cancela el pedido de Maria', 'no, 205'],
    ['pt-BR', 'cancela o pedido da Maria', 'não, 205'],
  ])('%s: “%s”, then “%s”: nothing is called so, and what waits is shown once more', (language, wish, text) => {
    const { chat, last } = talk(byName, language, wish, text)
    expect(last?.text).toMatch(/“205”/u)
    expect(chat.session().pending?.draft.args).toMatchObject({ id: '204' })
  })
})

test.each([
  ['en', "cancel Maria's order", 'no, 205', 'There is no order “205”.'],
  ['es', 'cancela el pedido de Maria', 'no, 205', 'No existe el pedido “205”.'],
  ['pt-BR', 'cancela o pedido da Maria', 'não, 205', 'Não existe o pedido “205”.'],
])('%s: what can be no id may be a part of a name, and is looked for: “%s”, “%s”', (language, wish, text, missing) => {
  const { chat, last } = talk(withLetters(byName), language, wish, text)
  expect(last).toMatchObject({ about: 'ask' })
  expect(last?.text).toContain(missing)
  expect(chat.session().pending).toBeNull()
})

test.each([
  ['said with the wish', ['cancel order 204', 'no, 205']],
  ['the answer to a question', ['cancel an order', 'order 204', 'no, 205']],
])('another number is another one where the first was a number too: %s', (_when, texts) => {
  expect(talk(byName, 'en', ...texts).last?.preview).toMatchObject({ target: '205' })
})

describe('a number alone, in place of a day', () => {
  test.each([
    ['en', 'book Ana in Beatriz from March 20 to March 23', 'no, 24'],
    ['es', 'reserva para Ana en el Beatriz del 20 de marzo al 23 de marzo', 'no, 24'],
    ['pt-BR', 'reserva para Ana no Beatriz de 20 de março a 23 de março', 'não, 24'],
  ])('%s: is the day of the month that it can be: “%s”, “%s”', (language, wish, text) => {
    const { last } = talk(stays, language, wish, text)
    expect(last?.preview?.args).toMatchObject({ id: '206', first: '2026-03-20', last: '2026-03-24' })
  })

  test.each([
    ['en', 'book Ana in Beatriz from March 20', '3 nights', 'no, 4'],
    ['es', 'reserva para Ana en el Beatriz', 'el 20 de marzo', '3 noches', 'no, 4'],
    ['pt-BR', 'reserva para Ana no Beatriz', '20 de março', '3 noites', 'não, 4'],
  ])('%s: is asked about where it may be a day or as many nights', (language, ...texts) => {
    const { last } = talk(stays, language, ...texts)
    expect(last?.options).toHaveLength(2)
  })
})

test.each([
  ['en', 'book Ana in Beatriz from March 20', 'for 3 days', 'two weeks'],
  ['es', 'reserva para Ana en el Beatriz', 'el 20 de marzo', '3 dias', 'dos semanas'],
  ['pt-BR', 'reserva para Ana no Beatriz', '20 de março', '3 dias', 'duas semanas'],
])('%s: weeks are counted, and of days it is asked whether the first is among them', (language, ...texts) => {
  const days = talk(stays, language, ...texts.slice(0, -1)).last
  expect(days?.options).toHaveLength(2)
  const weeks = talk(stays, language, ...texts.slice(0, -2), texts.at(-1) ?? '').last
  expect(weeks?.preview?.args).toMatchObject({ first: '2026-03-20', last: '2026-04-03' })
})

/** Of the people whose orders there are, one is called by a number as well. */
function talkTo(catalogue: Catalogue, language: string, customer: string, ...texts: readonly string[]) {
  const world = createConversationWorld({ catalogue })
  world.shop.orders.set('300', { customer, cents: 5_000, status: 'paid', refundedCents: 0, notes: [] })
  const chat = world.chatOf({ language })
  return { chat, last: texts.map((text) => chat.say(text)).at(-1) }
}

describe('where one of them is asked for', () => {
  test.each([
    ['en', 'cancel an order', '205'],
    ['es', 'cancela un pedido', '205'],
    ['es', 'cancela un pedido', 'el 205'],
    ['pt-BR', 'cancela um pedido', '205'],
  ])('%s: a number is none: “%s”, “%s”', (language, wish, number) => {
    const { chat, last } = talkTo(visits, language, 'Galpão 12', wish, number)
    expect(last?.preview).toBeUndefined()
    expect(last?.text).toMatch(/20[45]/u)
    expect(chat.session().question?.draft.args).toEqual({})
  })

  test.each([
    ['en', 'cancel an order', '12'],
    ['es', 'cancela un pedido', '12'],
    ['pt-BR', 'cancela um pedido', '12'],
    ['pt-BR', 'cancela um pedido', 'o 12'],
    ['pt-BR', 'cancela o pedido do Galpão 12', ''],
  ])('%s: a part of a name is: “%s”, “%s”', (language, ...texts) => {
    const { last } = talkTo(visits, language, 'Galpão 12', ...texts.filter((text) => text !== ''))
    expect(last?.preview).toMatchObject({ target: '300' })
  })

  test('but not where that is only found by more than the number', () => {
    expect(talkTo(visits, 'en', 'Warehouse 1204', 'cancel an order', '120').last?.preview).toBeUndefined()
  })

  test('a name that is nothing but a number is one', () => {
    expect(talkTo(visits, 'en', '205', 'cancel an order', '205').last?.preview).toMatchObject({ target: '300' })
  })

  test.each([
    ['en', 'cancel an order', 'order 205'],
    ['es', 'cancela un pedido', 'el pedido 205'],
    ['pt-BR', 'cancela um pedido', 'pedido 205'],
    ['en', 'CANCEL_ORDER id=205'],
    ['en', 'CANCEL_ORDER 205'],
    ['en', 'cancel order 205'],
  ])('%s: an id is one behind its title, and in a token: %s, %s', (language, ...texts) => {
    expect(talk(visits, language, ...texts).last?.preview).toMatchObject({ target: '205' })
  })

  test('and so is what is chosen from a list by its place', () => {
    expect(talk(visits, 'en', "cancel Pedro's order", '2').last?.preview).toMatchObject({ target: '208' })
  })

  test.each([
    ['en', 'refund an order', 'maria, 20'],
    ['es', 'reembolsa un pedido', 'maria, 20'],
    ['pt-BR', 'reembolsa um pedido', '20, maria'],
  ])('%s: a number beside a name is another value: “%s”, “%s”', (language, ...texts) => {
    const { last } = talk(visits, language, ...texts)
    expect(last?.preview?.args).toMatchObject({ id: '204', amount: '20.00 BRL' })
  })
})

describe('what is another value of the command', () => {
  test.each([
    ['en', 'plan a visit', 'tomorrow at 10am', 'Maria'],
    ['es', 'planea una visita', 'mañana a las 10 de la mañana', 'Maria'],
    ['pt-BR', 'marca uma visita', 'amanhã às 10 da manhã', 'Maria'],
  ])('%s: is taken for it where somebody is asked for: “%s”, “%s”, “%s”', (language, wish, time, name) => {
    const { chat, last } = talk(visits, language, wish, time)
    expect(last?.about).toBe('ask')
    expect(chat.say(name).preview?.args).toMatchObject({ id: '204', at: '2026-03-02T10:00:00+00:00' })
  })

  test('is somebody who is called so', () => {
    const { chat } = talkTo(visits, 'es', '10 de marzo', 'planea una visita', '10 de marzo')
    expect(chat.session().question?.draft).toMatchObject({ args: { id: '300' } })
  })
})

test.each([
  ['en', "refund 60 of Maria's order", 'make it 207'],
  ['es', 'reembolsa 60 del pedido de Maria', 'que sean 50'],
  ['pt-BR', 'reembolsa 60 do pedido da Maria', 'não, 50'],
])('%s: what a number is for is not asked where it can be no id: “%s”, “%s”', (language, wish, text) => {
  const { chat, last } = talk(visits, language, wish, text)
  expect(last?.options ?? []).toEqual([])
  expect(chat.session().pending?.draft.args ?? { id: '204' }).toMatchObject({ id: '204' })
})

test('“no, 12” may be somebody of that name, too', () => {
  const { last } = talkTo(visits, 'en', 'Warehouse 12', "cancel Maria's order", 'no, 12')
  expect(last?.preview).toMatchObject({ target: '300' })
})

test('a number of no list shows none of them', () => {
  expect(talk(visits, 'en', '205').last?.about).not.toBe('outcome')
  expect(talk(shipped, 'en', '205').last?.about).toBe('outcome')
})

test('what waits for its turn is still about the one that was meant', () => {
  const { chat } = talk(byName, 'en', "refund 20 of Maria's order", 'and also cancel it')
  expect(chat.sayAll('0').at(-1)?.preview).toMatchObject({ action: 'Cancel', target: '204' })
})
