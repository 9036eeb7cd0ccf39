/** "5 less" of what waits is a difference, and never the new value; what it comes to is shown and confirmed anew. */
import { describe, expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

function refunding(language = 'en', from = catalogue) {
  const chat = createConversationWorld({ catalogue: from }).chatOf({ language })
  chat.say('REFUND_ORDER id=205 amount=10')
  return chat
}

test.each([
  ['en', '5 less', '5.00 BRL'],
  ['en', 'no, 5 less', '5.00 BRL'],
  ['en', 'no, 5 off', '5.00 BRL'],
  ['en', 'make it R$5 less', '5.00 BRL'],
  ['en', '5 more', '15.00 BRL'],
  ['en', 'and 2.50 more, please', '12.50 BRL'],
  ['en', '+5', '15.00 BRL'],
  ['en', 'no, -5', '5.00 BRL'],
  ['en', 'raise it by 5', '15.00 BRL'],
  ['en', 'lower the amount by 5', '5.00 BRL'],
  ['pt-BR', 'não, 5 menos', '5.00 BRL'],
  ['pt-BR', '5 a menos', '5.00 BRL'],
  ['pt-BR', '5 reais a menos', '5.00 BRL'],
  ['pt-BR', 'mais 20', '30.00 BRL'],
  ['pt-BR', 'não, mais 20', '30.00 BRL'],
  ['pt-BR', 'bota mais vinte', '30.00 BRL'],
  ['pt-BR', 'aumenta o valor em 20', '30.00 BRL'],
  ['es', 'no, 5 menos', '5.00 BRL'],
  ['es', '20 más', '30.00 BRL'],
  ['es', 'y 20 mas', '30.00 BRL'],
  ['es', 'ponle 20 más', '30.00 BRL'],
  ['es', 'bájalo en 3', '7.00 BRL'],
])('%s: “%s” of ten comes to %s, which is confirmed anew', (language, text, amount) => {
  const chat = refunding(language)
  const before = chat.session().pending?.commandId
  expect(chat.say(text).preview?.args).toEqual({ id: '205', amount })
  expect(chat.session().pending?.commandId).not.toBe(before)
})

describe('what it comes to', () => {
  test.each([
    ['en', '10 less', 'That would be R$0.00. That is too small; it must be more than 0.'],
    ['en', '12 less', 'less than nothing'],
    ['pt-BR', '10 a menos', 'Isso seria R$ 0,00.'],
    ['pt-BR', '12 a menos', 'menos que nada'],
    ['es', '10 menos', 'Eso sería R$ 0,00.'],
    ['es', '12 menos', 'menos que nada'],
  ])('%s: “%s” says why it cannot be, and it waits as it was', (language, text, why) => {
    const chat = refunding(language)
    const { text: said, preview } = chat.say(text)
    expect(said.replaceAll('\u00A0', ' ')).toContain(why)
    expect(preview?.args).toEqual({ id: '205', amount: '10.00 BRL' })
  })

  test.each([
    ['en', '5 dollars more', 'Say the whole value.'],
    ['en', '10% more', 'Say the whole value.'],
    ['en', '1.000 more', 'Say the whole value.'],
    ['en', 'one more', 'Say the whole value.'],
    ['pt-BR', '5 dólares a mais', 'Diga o valor inteiro.'],
    ['pt-BR', 'mais um', 'Diga o valor inteiro.'],
    ['pt-BR', 'mais 206', 'Diga o valor inteiro.'],
    ['pt-BR', 'mais o 206', 'Diga o valor inteiro.'],
    ['pt-BR', 'não mais 20', 'Diga o valor inteiro.'],
    ['es', '5 dólares más', 'Di el valor completo.'],
    ['es', 'no más 5', 'Di el valor completo.'],
  ])('%s: of “%s” nobody can tell, and the whole value is to be said', (language, text, told) => {
    const chat = refunding(language)
    const reply = chat.say(text)
    expect(reply.text).toContain(told)
    expect(reply.preview?.args).toEqual({ id: '205', amount: '10.00 BRL' })
  })
})

const number: Omit<Parameter, 'name' | 'type' | 'schema'> = { kind: 'scalar', required: false, entity: null }
const parameters: readonly Parameter[] = [
  ...(catalogue.commands.get('ADD_NOTE')?.parameters ?? []),
  { ...number, name: 'cost', type: 'money', schema: { type: 'number', format: 'money', currency: 'BRL', minimum: 0 } },
  { ...number, name: 'pieces', type: 'integer', schema: { type: 'integer', minimum: 1 } },
]
const withNumbers = withCommand(catalogue, 'ADD_NOTE', { command: { parameters } })
const asked = 'ADD_NOTE id=204 text=glass cost=40 pieces=6'

test.each([
  ['en', '5 less'],
  ['pt-BR', '5 a menos'],
  ['es', '5 menos'],
])('%s: where there are several numbers, “%s” is asked about', (language, text) => {
  const chat = createConversationWorld({ catalogue: withNumbers }).chatOf({ language })
  chat.say(asked)
  expect(chat.say(text).options).toHaveLength(2)
  expect(chat.session().pending).toBeNull()
  expect(chat.say('2').preview?.args).toEqual({ id: '204', text: 'glass', cost: '40.00 BRL', pieces: 1 })
})

test.each(['6 less', '50 less'])('and where “%s” can be of one of them alone, nothing is guessed', (text) => {
  const chat = createConversationWorld({ catalogue: withNumbers }).chatOf()
  chat.say(asked)
  const { text: said, preview } = chat.say(text)
  expect(said).toContain('Say the whole value.')
  expect(preview?.args).toMatchObject({ cost: '40.00 BRL', pieces: 6 })
})

test.each([
  ['raise the cost by 5', { cost: '45.00 BRL', pieces: 6 }],
  ['R$5 more', { cost: '45.00 BRL', pieces: 6 }],
])('“%s” says which of them', (text, args) => {
  const chat = createConversationWorld({ catalogue: withNumbers }).chatOf()
  chat.say(asked)
  expect(chat.say(text).preview?.args).toMatchObject(args)
})

test.each([
  ['ADD_NOTE id=204 text=glass pieces=6', 'one more', 7],
  ['ADD_NOTE id=204 text=glass pieces=6', '6 less', 6],
])('a count is one too: after “%s”, “%s”', (wish, text, pieces) => {
  const chat = createConversationWorld({ catalogue: withNumbers }).chatOf()
  chat.say(wish)
  expect(chat.say(text).preview?.args).toMatchObject({ pieces })
})

describe('what else those words say', () => {
  test.each([
    ['pt-BR', 'reembolsa 10 do 205, 206 e 207', 'menos 206'],
    ['es', 'reembolsa 10 del 205, 206 y 207', 'menos 206'],
  ])('%s: after “%s”, “%s” leaves that one out', (language, wish, text) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say(wish)
    chat.say(text)
    expect(chat.session().wishes.map(({ wish: { args } }) => args['id'])).toEqual(['207'])
    expect(chat.session().pending?.draft.args).toEqual({ id: '205', amount: '10.00 BRL' })
  })

  test.each(['20 more', 'more 20'])('“%s” is the command that a catalogue has for it', (text) => {
    const texts = catalogue.locales.get('en')?.commands['orders.list']
    const sentences = [...(texts?.sentences ?? []), '20 more', 'more 20']
    const chat = refunding('en', withCommand(catalogue, 'LIST_ORDERS', { texts: { sentences } }))
    expect(chat.say(text).command).toMatchObject({ name: 'LIST_ORDERS' })
    expect(chat.session().pending?.draft.args).toEqual({ id: '205', amount: '10.00 BRL' })
  })

  test.each([
    ['en', 'no, minus 5', 3],
    ['en', 'no, -5', -5],
    ['en', 'no, 5 less', -2],
    ['pt-BR', 'não, menos 5', 3],
    ['es', 'no, menos 5', 3],
  ])('%s: of three that may be below zero “%s” changes nothing that is guessed: %i', (language, text, after) => {
    const degrees: Parameter = {
      ...number,
      name: 'degrees',
      type: 'integer',
      schema: { type: 'integer', minimum: -50 },
    }
    const [id, note] = parameters
    const cold = withCommand(catalogue, 'ADD_NOTE', {
      command: { parameters: [id, note, degrees].filter((each) => each !== undefined) },
    })
    const chat = createConversationWorld({ catalogue: cold }).chatOf({ language })
    chat.say('ADD_NOTE id=204 text=freezer degrees=3')
    expect(chat.say(text).preview?.args).toMatchObject({ degrees: after })
  })

  test('where no number waits it is no difference', () => {
    const chat = createConversationWorld({ catalogue }).chatOf()
    chat.say('cancel order 204')
    expect(chat.say('no, 5 less').text).toMatch(/^Dropped/u)
  })
})

describe('a way that is said with it', () => {
  test.each([
    ['en', '50 more in cash'],
    ['es', 'más 50 en efectivo'],
    ['pt-BR', 'mais 50 em dinheiro'],
  ])('%s: “%s” is added where that is the way', (language, text) => {
    expect(paying(language, text).preview?.args).toEqual({ id: '204', amount: '80.00 BRL', way: 'cash' })
  })

  test.each([
    ['en', '50 more by transfer', /^I cannot tell what that is to be altogether/u],
    ['en', '5 less by card', /^I cannot tell/u],
    ['es', 'más 50 por transferencia', /^No sé cuánto sería en total/u],
    ['es', 'y 50 más con tarjeta', /^No sé cuánto sería en total/u],
    ['pt-BR', 'mais 50 no pix', /^Não sei quanto seria no total/u],
  ])('%s: “%s” may be another payment where it is another way, and is not passed over', (language, text, told) => {
    const { text: reply, preview } = paying(language, text)
    expect(reply).toMatch(told)
    expect(preview?.args).toEqual({ id: '204', amount: '30.00 BRL', way: 'cash' })
  })
})

function paying(language: string, text: string) {
  const chat = createConversationWorld({ catalogue: withPayments(catalogue) }).chatOf({ language })
  chat.say('RECORD_PAYMENT id=204 amount=30 way=cash')
  return chat.say(text)
}
