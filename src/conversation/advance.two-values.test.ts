import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'

const catalogue = await loadShippedCatalogue()

test.each([
  ['en', 'no, 50 of 204', 'no, of 204, and 50', 'no, 50 from order 204'],
  ['pt-BR', 'não, do 204 e 50', 'nao, do 204 e 50 reais', 'não, 50 do pedido 204'],
  ['es', 'no, del 204 y 50', 'no, 50 del 204', 'no, 50 del pedido 204'],
])('%s: another thing and another sum, corrected together, are one preview of both', (language, ...texts) => {
  for (const text of texts) {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say('REFUND_ORDER id=205 amount=20')
    expect([text, chat.say(text).preview]).toEqual([
      text,
      expect.objectContaining({ target: '204', args: { id: '204', amount: '50.00 BRL' } }),
    ])
  }
})

test.each([
  ['en', 'no, 205', 'no, 50 of 204'],
  ['pt-BR', 'não, 205', 'não, 50 do 204'],
  ['es', 'no, 208', 'no, 50 del 204'],
])('%s: so they are where it is asked what a number is', (language, number, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('REFUND_ORDER id=207 amount=20')
  chat.say(number)
  expect(chat.session().question?.kind).toBe('choice')
  expect(chat.say(text).preview).toMatchObject({ target: '204', args: { amount: '50.00 BRL' } })
})

test('a sum alone is still one', () => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language: 'pt-BR' })
  chat.say('REFUND_ORDER id=205 amount=20')
  expect(chat.say('não, 30 e 50').preview?.args).toEqual({ id: '205', amount: '30.50 BRL' })
})

const payments = withPayments(catalogue)
const paid = {
  en: 'order 204 paid 100 in cash',
  es: 'el pedido 204 pagó 100 en efectivo',
  'pt-BR': 'o pedido 204 pagou 100 em dinheiro',
} as const
const loaded = {
  en: 'load 2 boxes of Maria at 400',
  es: 'carga 2 cajas de maria a 400',
  'pt-BR': 'carrega 2 caixas de maria a 400',
} as const

test.each([
  ['en', 'no, 150 by card', { amount: '150.00 BRL', way: 'card' }],
  ['en', 'make it 150 by card', { amount: '150.00 BRL', way: 'card' }],
  ['en', '150 by card', { amount: '150.00 BRL', way: 'card' }],
  ['en', 'yes, but 150 by card', { amount: '150.00 BRL', way: 'card' }],
  ['en', 'change the amount to 150 and the payment to card', { amount: '150.00 BRL', way: 'card' }],
  ['es', 'no, 150 mil por mercado pago', { amount: '150000.00 BRL', way: 'transfer' }],
  ['es', 'no, mercado pago, 150', { amount: '150.00 BRL', way: 'transfer' }],
  ['es', 'mejor 150 por transferencia', { amount: '150.00 BRL', way: 'transfer' }],
  ['es', 'sí, pero 150 por transferencia', { amount: '150.00 BRL', way: 'transfer' }],
  ['es', 'cambialo a 150 y por tarjeta', { amount: '150.00 BRL', way: 'card' }],
  ['pt-BR', 'não, 150 no pix', { amount: '150.00 BRL', way: 'transfer' }],
  ['pt-BR', 'muda pra 150 no cartão', { amount: '150.00 BRL', way: 'card' }],
  ['pt-BR', 'é 150 no cartão', { amount: '150.00 BRL', way: 'card' }],
  ['pt-BR', 'sim, mas 150 no cartão', { amount: '150.00 BRL', way: 'card' }],
] as const)('%s: a sum and a choice, corrected together, are one preview of both: “%s”', (language, text, args) => {
  const chat = createConversationWorld({ catalogue: payments }).chatOf({ language })
  chat.say(paid[language])
  expect(chat.say(text).preview?.args).toEqual({ id: '204', ...args })
})

test.each([
  ['en', 'change it to 3 boxes and 450 each', { boxes: 3, price: '450.00 BRL' }],
  ['en', 'no, 3 boxes at 450', { boxes: 3, price: '450.00 BRL' }],
  ['en', 'no, 3 and 450 each', { boxes: 3, price: '450.00 BRL' }],
  ['en', 'make rate 87.50 and qty 1800', { boxes: 1800, price: '87.50 BRL' }],
  ['en', 'make the rate 87.50 and the quantity 1800', { boxes: 1800, price: '87.50 BRL' }],
  ['es', 'cámbialo a 3 cajas y 450 cada una', { boxes: 3, price: '450.00 BRL' }],
  ['es', 'no, 3 cajas a 450', { boxes: 3, price: '450.00 BRL' }],
  ['es', 'el precio 87,50 y la cant. 1800', { boxes: 1800, price: '87.50 BRL' }],
  ['pt-BR', 'muda pra 3 caixas e 450 cada', { boxes: 3, price: '450.00 BRL' }],
  ['pt-BR', 'não, 3 caixas a 450', { boxes: 3, price: '450.00 BRL' }],
  ['pt-BR', 'coloca preço 87,50 e qtd 1800', { boxes: 1800, price: '87.50 BRL' }],
] as const)('%s: so are two numbers that say what they are of: “%s”', (language, text, args) => {
  const chat = createConversationWorld({ catalogue: payments }).chatOf({ language })
  chat.say(loaded[language])
  expect(chat.say(text).preview?.args).toEqual({ id: '204', ...args })
})

test.each([
  ['en', 'no, 205 to friday'],
  ['es', 'no, el 205 al viernes'],
  ['pt-BR', 'não, o 205 pra sexta'],
])('%s: so are a thing and a day: “%s”', (language, text) => {
  const chat = createConversationWorld({ catalogue: withDeliveries(catalogue) }).chatOf({ language })
  chat.say('MOVE_ORDER id=204 day=2026-05-04')
  expect(chat.say(text).preview?.args).toEqual({ id: '205', day: '2026-03-06' })
})

test('a number alone is asked about where it may be a thing, or thousands, and the other value is kept', () => {
  const chat = createConversationWorld({ catalogue: payments }).chatOf()
  chat.say(paid.en)
  expect(chat.say('no, 205 by card').options).toHaveLength(2)
  expect(chat.say('2').preview?.args).toEqual({ id: '205', amount: '100.00 BRL', way: 'card' })
  chat.say('order 204 paid 100000 in cash')
  expect(chat.say('no, 150 by card').options).toHaveLength(2)
  expect(chat.say('2').preview?.args).toEqual({ id: '204', amount: '150000.00 BRL', way: 'card' })
})

test.each([
  ['en', ['not 150 by card', "don't make it 150 by card", 'no, 150 or card', 'no, 80 cash and 20 card']],
  ['en', ['and 50 by card', 'yes, and 50 by card', 'another 50 by card', '50 more by card']],
  ['es', ['no, 150 o tarjeta', 'no, 80 efectivo y 20 tarjeta', '150 en efectivo no']],
  ['es', ['y 50 por transferencia', 'sí, y 50 con tarjeta', 'otros 50 con tarjeta']],
  ['pt-BR', ['não, 150 ou cartão', 'não, 80 dinheiro e 20 cartão', '150 no cartão não']],
  ['pt-BR', ['e 50 no pix', 'sim, e 50 no pix', 'mais 50 no pix', 'outros 50 no pix']],
] as const)('%s: of what is denied, several, or wanted besides, nothing is shown: %j', (language, texts) => {
  for (const text of texts) {
    const chat = createConversationWorld({ catalogue: payments }).chatOf({ language })
    chat.say(paid[language])
    chat.say(text)
    const left = chat.session().pending?.draft.args ?? null
    expect([text, left]).toBeOneOf([
      [text, null],
      [text, { id: '204', amount: '100.00 BRL', way: 'cash' }],
    ])
  }
})

test.each(['no, 3 and 450', '3 and 450'])('two numbers that say nothing of what they are of are none: “%s”', (text) => {
  const chat = createConversationWorld({ catalogue: payments }).chatOf()
  chat.say(loaded.en)
  expect(chat.say(text).preview?.args ?? null).toBeOneOf([null, { id: '204', boxes: 2, price: '400.00 BRL' }])
})

test('two values without a no are one more thing rather than another', () => {
  const chat = createConversationWorld({ catalogue: withDeliveries(catalogue) }).chatOf()
  chat.say('MOVE_ORDER id=204 day=2026-05-04')
  expect(chat.say('205 to friday').preview?.args).toEqual({ id: '204', day: '2026-05-04' })
})
