/** A number alone, said in place of something that waits, is no id of what is called by its name alone. */
import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation-harness.ts'
import { withStays } from '../testing/stays-catalogue.ts'

const shipped = await loadShippedCatalogue()
const byName = withNamedOrders(shipped)
const stays = withNamedOrders(withStays(shipped))

function withNamedOrders(catalogue: Catalogue): Catalogue {
  const locales = [...catalogue.locales].map(([code, locale]): [string, typeof locale] => {
    const { order } = locale.entities
    if (order === undefined) throw new TypeError(`No order in ${code}`)
    return [code, { ...locale, entities: { ...locale.entities, order: { ...order, named: '{customer}' } } }]
  })
  return { ...catalogue, locales: new Map(locales) }
}

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
  ['the answer to a question', ['cancel an order', '204', 'no, 205']],
])('another number is another one where the first was a number too: %s', (_when, texts) => {
  expect(talk(byName, 'en', ...texts).last?.preview).toMatchObject({ target: '205' })
})

describe('a number alone, in place of a day', () => {
  test.each([
    ['en', 'book Ana in 204 from March 20 to March 23', 'no, 24'],
    ['es', 'reserva para Ana en el 204 del 20 de marzo al 23 de marzo', 'no, 24'],
    ['pt-BR', 'reserva para Ana no 204 de 20 de março a 23 de março', 'não, 24'],
  ])('%s: is the day of the month that it can be: “%s”, “%s”', (language, wish, text) => {
    const { last } = talk(stays, language, wish, text)
    expect(last?.preview?.args).toMatchObject({ id: '204', first: '2026-03-20', last: '2026-03-24' })
  })

  test.each([
    ['en', 'book Ana in 204 from March 20', '3 nights', 'no, 4'],
    ['es', 'reserva para Ana en el 204', 'el 20 de marzo', '3 noches', 'no, 4'],
    ['pt-BR', 'reserva para Ana no 204', '20 de março', '3 noites', 'não, 4'],
  ])('%s: is asked about where it may be a day or as many nights', (language, ...texts) => {
    const { last } = talk(stays, language, ...texts)
    expect(last?.options).toHaveLength(2)
  })
})

test.each([
  ['en', 'book Ana in 204 from March 20', 'for 3 days', 'two weeks'],
  ['es', 'reserva para Ana en el 204', 'el 20 de marzo', '3 dias', 'dos semanas'],
  ['pt-BR', 'reserva para Ana no 204', '20 de março', '3 dias', 'duas semanas'],
])('%s: weeks are counted, and of days it is asked whether the first is among them', (language, ...texts) => {
  const days = talk(stays, language, ...texts.slice(0, -1)).last
  expect(days?.options).toHaveLength(2)
  const weeks = talk(stays, language, ...texts.slice(0, -2), texts.at(-1) ?? '').last
  expect(weeks?.preview?.args).toMatchObject({ first: '2026-03-20', last: '2026-04-03' })
})
