/** "50 in cash" to "How much?", "5 boxes of sprite" to "How many?": what is asked for, and another value of the command behind or before it. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'
import { withNamedOrders, withVisits } from '../testing/catalogues/visits-catalogue.ts'

const shipped = await loadShippedCatalogue()
const payments = withPayments(shipped)
const named = withNamedOrders(payments)
const visits = withVisits(shipped)

const asked = { en: 'record a payment', es: 'anota un pago', 'pt-BR': 'anota um pagamento' } as const
const loading = { en: 'load the truck', es: 'carga el camión', 'pt-BR': 'carrega o caminhão' } as const

test.each([
  ['en', ['50 in cash', '50 cash', 'cash 50', '50, cash', '50 in cash please'], 'cash', '50.00 BRL'],
  ['en', ['50 by card'], 'card', '50.00 BRL'],
  ['es', ['50 mil en efectivo', 'efectivo, 50 mil', '50 mil efectivo'], 'cash', '50000.00 BRL'],
  ['es', ['50 por mercado pago', 'por transferencia 50'], 'transfer', '50.00 BRL'],
  ['pt-BR', ['50 em dinheiro', '50 reais, dinheiro'], 'cash', '50.00 BRL'],
  ['pt-BR', ['50 no pix', 'pix 50'], 'transfer', '50.00 BRL'],
] as const)('%s: a sum and a choice are both taken: %j', (language, answers, way, amount) => {
  for (const answer of answers) {
    const chat = createConversationWorld({ catalogue: payments }).chatOf({ language })
    chat.say(asked[language])
    chat.say('204')
    expect([answer, chat.say(answer).preview?.args]).toEqual([answer, { id: '204', amount, way }])
  }
})

test.each([
  ['en', ['50 in cash or by card', '50 but not cash', '50 cash and 20 card', '50 cash?']],
  ['es', ['50 en efectivo o tarjeta', '50 no en efectivo', '50 efectivo y 20 tarjeta']],
  ['pt-BR', ['50 em dinheiro ou cartão', '50 mas não em dinheiro', '50 dinheiro e 20 cartão']],
] as const)('%s: of several choices, and of one that is denied, none is taken: %j', (language, answers) => {
  for (const answer of answers) {
    const chat = createConversationWorld({ catalogue: payments }).chatOf({ language })
    chat.say(asked[language])
    chat.say('204')
    expect([answer, chat.say(answer).about]).toEqual([answer, 'ask'])
    expect(chat.session().question?.draft.raw).toEqual({ id: '204' })
  }
})

test('a choice that was made before is not another one, and who says another is told so', () => {
  const chat = createConversationWorld({ catalogue: payments }).chatOf()
  chat.say('order 204 paid by card')
  const reply = chat.say('50 in cash')
  expect(reply.preview?.args).toEqual({ id: '204', amount: '50.00 BRL', way: 'card' })
  expect(reply.text).toMatch(/^“in cash” is not kept with this/u)
})

test.each([
  ['en', ['5 boxes of Maria', '5 of maria', 'five crates of Maria Souza']],
  ['es', ['5 cajas de María', '5 cajones de maria', '5 de Maria']],
  ['pt-BR', ['5 caixas de Maria', 'cinco caixas de maria souza', '5 de Maria']],
] as const)('%s: how many, and of what, which a word of the sentences leads to: %j', (language, answers) => {
  for (const catalogue of [payments, named])
    for (const answer of answers) {
      const chat = createConversationWorld({ catalogue }).chatOf({ language })
      chat.say(loading[language])
      expect([answer, chat.say(answer).preview?.args]).toEqual([answer, { boxes: 5, id: '204' }])
    }
})

test('the same where it is asked of what, and what was said before is said again', () => {
  const chat = createConversationWorld({ catalogue: named }).chatOf()
  chat.say(loading.en)
  chat.say('5')
  const reply = chat.say('5 boxes of Maria')
  expect(reply.preview?.args).toEqual({ boxes: 5, id: '204' })
  expect(reply.text).not.toContain('not kept')
})

test('a sum or a time, and for whom, where that is asked', () => {
  const refund = createConversationWorld({ catalogue: shipped }).chatOf()
  refund.say('refund an order')
  expect(refund.say('20 reais for Maria').preview?.args).toEqual({ id: '204', amount: '20.00 BRL' })
  const visit = createConversationWorld({ catalogue: visits }).chatOf()
  visit.say('plan a visit')
  expect(visit.say('tomorrow at 10 to Maria').preview?.args).toMatchObject({ id: '204' })
})

test.each([
  ['en', ['5 of course', '5 of them', '5 of Maria and 3 of João', '5 of each?']],
  ['es', ['5 de eso', '5 de nada', '5 de maría y 3 de joão']],
  ['pt-BR', ['5 desse', '5 de nada', '5 de maria e 3 de joão']],
] as const)('%s: what names nothing, or several things, is no answer: %j', (language, answers) => {
  for (const answer of answers) {
    const chat = createConversationWorld({ catalogue: named }).chatOf({ language })
    chat.say(loading[language])
    chat.say(answer)
    expect([answer, chat.session().pending, chat.session().question?.draft.raw]).toEqual([answer, null, {}])
  }
})

test.each([
  ['en', 'load Maria', '5 boxes of João'],
  ['es', 'carga maria', '5 cajas de João'],
  ['pt-BR', 'carrega maria', '5 caixas de João'],
])('%s: another name than what it is about is passed over for nothing: “%s”, “%s”', (language, wish, answer) => {
  const chat = createConversationWorld({ catalogue: named }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(answer).about).toBe('ask')
  expect(chat.session().question?.parameter).toBe('boxes')
})
