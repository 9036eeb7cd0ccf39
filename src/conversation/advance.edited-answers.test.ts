/**
 * An answer that is edited is given anew, with all that it says, and nothing else is lost of what was said. A message that meant nothing is
 * edited to a yes: no edit answers anything, and whoever waits for it is told so.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'
import { withVisits } from '../testing/catalogues/visits-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

const visits = withVisits(catalogue)
const payments = withPayments(catalogue)

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

describe('an edit to what would answer what is open', () => {
  test.each([
    ['en', 'reinstate order 206', 'yse', 'yes', /Reinstate order 206\. Write your answer in a new message/u],
    [
      'es',
      'reactiva el pedido 206',
      'ssíí',
      'sí',
      /Reactivar el pedido 206\. Escribe tu respuesta en un mensaje nuevo/u,
    ],
    [
      'pt-BR',
      'reativa o pedido 206',
      'smi',
      'sim',
      /Reativar o pedido 206\. Escreva sua resposta em uma mensagem nova/u,
    ],
    ['pt-BR', 'reativa o pedido 206', 'smi', 'não', /mensagem nova/u],
    ['pt-BR', 'reembolsa o pedido 205', 'como assim?', 'não', /devo reembolsar\?\. Escreva sua resposta/u],
  ])(
    '%s: “%s”, “%s” edited to “%s”: has to be written anew, and what is open stays',
    (language, wish, before, now, told) => {
      const bia = world.chatOf({ name: 'Bia', language })
      bia.say(wish)
      bia.sayAll(before, { id: 'm2' })
      const open = bia.session()
      expect(bia.edit('m2', 'edited', { before, now })).toMatchObject([
        { about: 'info', text: expect.stringMatching(told) },
      ])
      expect(bia.session()).toEqual(open)
    },
  )

  test('is a code as well', () => {
    ana.say('cancel order 204')
    const code = ana.expect()
    ana.sayAll('CONFIRM Z9Z9', { id: 'm2' })
    expect(ana.edit('m2', 'edited', { before: 'CONFIRM Z9Z9', now: code })[0]?.text).toContain('new message')
    expect(statuses()).toEqual(['accepted'])
  })

  test.each([
    ['of anything else', 'thnaks', 'thanks'],
    ['to the same words', 'yes', 'yes'],
  ])('%s says nothing', (_what, before, now) => {
    ana.say('cancel order 204')
    ana.sayAll(before, { id: 'm2' })
    expect(ana.edit('m2', 'edited', { before, now })).toEqual([])
  })

  test('where nothing is open says nothing', () => {
    ana.sayAll('yse', { id: 'm2' })
    expect(ana.edit('m2', 'edited', { before: 'yse', now: 'yes' })).toEqual([])
  })
})

describe('an edited answer', () => {
  test.each([
    ['en', ['plan a visit', 'Maria', 'friday'], '5pm', '4pm', '2026-03-06T16:00:00+00:00'],
    ['en', ['plan a visit', 'Maria', 'friday'], '5pm', 'at 4:30pm', '2026-03-06T16:30:00+00:00'],
    ['es', ['planea una visita', 'Maria', 'el viernes'], 'a las 17', 'a las 16', '2026-03-06T16:00:00+00:00'],
    ['pt-BR', ['marca uma visita', 'Maria', 'sexta'], 'às 17h', 'às 16h', '2026-03-06T16:00:00+00:00'],
    ['en', ['plan a visit', 'Maria', 'friday'], '5pm', 'saturday at 4pm', '2026-03-07T16:00:00+00:00'],
  ])('%s: of a time is on the day that was said before: %j, “%s”, “%s”', (language, said, before, now, at) => {
    const bia = createConversationWorld({ catalogue: visits }).chatOf({ name: 'Bia', language })
    for (const text of said) bia.say(text)
    bia.sayAll(before, { id: 'time' })
    bia.edit('time', 'edited', { before, now })
    expect(bia.session().pending?.draft.args).toEqual({ id: '204', at })
  })

  test.each([
    ['en', ['record a payment', 'order 204'], '20 cash', '25 transfer', '25.00 BRL', 'transfer'],
    ['en', ['record a payment', 'order 204'], '20 cash', '25 cash', '25.00 BRL', 'cash'],
    ['es', ['anota un pago', 'el 204'], '20 en efectivo', '25 con tarjeta', '25.00 BRL', 'card'],
    ['pt-BR', ['anota um pagamento', 'o 204'], '20 em dinheiro', '25 no cartão', '25.00 BRL', 'card'],
  ])('%s: says all that it says: %j, “%s”, “%s”', (language, said, before, now, amount, way) => {
    const bia = createConversationWorld({ catalogue: payments }).chatOf({ name: 'Bia', language })
    for (const text of said) bia.say(text)
    bia.sayAll(before, { id: 'sum' })
    expect(bia.session().pending?.draft.args).toMatchObject({ amount: '20.00 BRL' })
    const told = bia.edit('sum', 'edited', { before, now })
    expect(bia.session().pending?.draft.args).toEqual({ id: '204', amount, way })
    // Nothing of it is said not to be kept.
    expect(told.at(-1)?.text).toMatch(/^Payment of 204/u)
  })

  test('no longer says what is not in it any more', () => {
    const bia = createConversationWorld({ catalogue: payments }).chatOf({ name: 'Bia' })
    for (const text of ['record a payment', 'order 204']) bia.say(text)
    bia.sayAll('20 cash', { id: 'sum' })
    bia.edit('sum', 'edited', { before: '20 cash', now: '25' })
    expect(bia.session()).toMatchObject({
      pending: null,
      question: { parameter: 'way', draft: { args: { amount: '25.00 BRL' } } },
    })
  })
})
