import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const wishes = {
  en: 'refund 50 on 204',
  'pt-BR': 'estorna 50 do 204',
  es: 'reembolsa 50 del 204',
} as const

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  // Whether such a sum could be refunded is another question than what is meant.
  world.shop.orders.set('204', { customer: 'Maria', cents: 90_000, status: 'paid', refundedCents: 0, notes: [] })
})

const chatIn = (language: keyof typeof wishes) => {
  const chat = world.chatOf({ language })
  chat.say(wishes[language])
  return chat
}

describe('a number that may be a sum or a thing, said of a refund that waits', () => {
  test.each([
    ['en', 'make it 207'],
    ['en', 'no, 207'],
    ['en', 'no 207'],
    ['en', 'I meant 207'],
    ['en', 'change it to 207'],
    ['pt-BR', 'não, 207'],
    ['pt-BR', 'muda pra 207'],
    ['pt-BR', 'são 207'],
    ['pt-BR', 'coloca 207'],
    ['pt-BR', 'errei, é 207'],
    ['es', 'mejor 207'],
    ['es', 'no, 207'],
    ['es', 'que sean 207'],
    ['es', 'cámbialo a 207'],
    ['en', 'no, of 207'],
    ['en', 'actually of 207'],
    ['en', 'no, they were 207'],
    ['pt-BR', 'não, eram 207'],
    ['pt-BR', 'não, foram 207'],
    ['es', 'no, eran 207'],
    ['es', 'no, fueron 207'],
  ] as const)('is asked about: %s: %s', (language, text) => {
    const chat = chatIn(language)
    expect(chat.say(text)).toMatchObject({ about: 'choose', options: [{ n: 1 }, { n: 2 }] })
    expect(chat.session().pending).toBeNull()
  })

  test.each([
    ['en', 'no, of order 207'],
    ['en', 'no, to order 207'],
    ['pt-BR', 'não, do pedido 207'],
    ['es', 'no, del pedido 207'],
  ] as const)('is the thing that it is called: %s: %s', (language, text) => {
    expect(chatIn(language).say(text).preview).toMatchObject({ target: '207', args: { amount: '50.00 BRL' } })
  })

  test('shows what it would be for, and keeps nothing that could be confirmed as it was', () => {
    const ana = chatIn('en')
    const code = ana.expect()
    expect(ana.say('make it 207').text).toBe(
      [
        'What is that number for?',
        '1. Amount: R$207.00',
        '2. Order 207 — Pedro Alves, R$75.00, paid',
        'Reply with a number, or 0 to drop it.',
      ].join('\n'),
    )
    expect([...world.ledger.commands.values()]).toMatchObject([{ status: 'rejected', reason: 'superseded' }])
    expect(ana.say(code).about).toBe('refusal')
    expect(ana.say('yes').about).toBe('choose')
  })

  test.each([
    ['1', { id: '204', amount: '207.00 BRL' }],
    ['the amount', { id: '204', amount: '207.00 BRL' }],
    ['the first', { id: '204', amount: '207.00 BRL' }],
    ['2', { id: '207', amount: '50.00 BRL' }],
    ['order', { id: '207', amount: '50.00 BRL' }],
    ['order 207', { id: '207', amount: '50.00 BRL' }],
    ['the order 207', { id: '207', amount: '50.00 BRL' }],
    ['Pedro', { id: '207', amount: '50.00 BRL' }],
  ])('is what is chosen: %s', (answer, args) => {
    const ana = chatIn('en')
    ana.say('make it 207')
    expect(ana.say(answer).preview?.args).toEqual(args)
  })

  test.each(['207', 'make it 207', '3', 'yes'])('is asked again where that does not say it: %s', (answer) => {
    const ana = chatIn('en')
    ana.say('make it 207')
    expect(ana.say(answer).about).toBe('choose')
  })

  test.each(['make it 15', 'no, make it 15', 'actually 15'])('is corrected once more: %s', (answer) => {
    const ana = chatIn('en')
    ana.say('make it 207')
    expect(ana.say(answer).preview?.args).toEqual({ id: '204', amount: '15.00 BRL' })
    expect(ana.session().question).toBeNull()
  })

  test('is another number that may be either', () => {
    const ana = chatIn('en')
    ana.say('make it 207')
    expect(ana.say('no, 208').text).toContain('2. Order 208')
    expect(ana.say('the second').preview?.args).toEqual({ id: '208', amount: '50.00 BRL' })
  })

  test('is not what another thing is asked of', () => {
    const ana = chatIn('en')
    ana.say('make it 207')
    expect(ana.say('order 205').text).toMatch(/^Order 205 — João Lima[^]*What is that number for\?$/u)
  })

  test.each(['0', 'no', 'cancel'])('is dropped with the command: %s', (answer) => {
    const ana = chatIn('en')
    ana.say('make it 207')
    expect(ana.say(answer).text).toBe('Dropped. Nothing was done.')
    expect(ana.session()).toMatchObject({ question: null, pending: null })
  })

  test.each([
    ['en', 'raise it to 207'],
    ['en', 'lower it to 207'],
    ['en', '207 reais, sorry'],
    ['en', 'not 50, 207'],
    ['pt-BR', 'aumenta pra 207'],
    ['pt-BR', 'reduz pra 207'],
    ['pt-BR', 'não é 50, é 207'],
    ['es', 'sube a 207'],
    ['es', 'bájalo a 207'],
  ] as const)('is the sum where only that can be said so: %s: %s', (language, text) => {
    expect(chatIn(language).say(text).preview?.args).toEqual({ id: '204', amount: '207.00 BRL' })
  })

  test.each([
    ['en', 'no, order 207'],
    ['en', 'the order should be 207'],
    ['en', 'no, the 207'],
    ['en', 'not 204, 207'],
    ['pt-BR', 'é o pedido 207'],
    ['pt-BR', 'não, o 207'],
    ['es', 'no, el 207'],
    ['es', 'cambia el pedido al 207'],
  ] as const)('is the thing where only that is called so: %s: %s', (language, text) => {
    expect(chatIn(language).say(text).preview?.args).toEqual({ id: '207', amount: '50.00 BRL' })
  })

  test('is what is not so already', () => {
    const ana = chatIn('en')
    expect(ana.say('make it 204').preview?.args).toEqual({ id: '204', amount: '204.00 BRL' })
    expect(ana.say('make it 204').preview?.args).toEqual({ id: '204', amount: '204.00 BRL' })
    ana.say('refund 205 on 204')
    expect(ana.say('make it 205').preview?.args).toEqual({ id: '205', amount: '205.00 BRL' })
  })

  test('is the thing that waits for its turn, where one of that number does', () => {
    const ana = world.chatOf()
    ana.say('refund 204 for 10 and refund 205 for 20')
    ana.sayAll('no, I meant 205')
    expect(ana.session().pending?.draft.args).toEqual({ id: '205', amount: '20.00 BRL' })
  })
})
