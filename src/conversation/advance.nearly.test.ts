/** Amounts that are only near: nobody may think that Sayso keeps them as no more than that. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'

const shipped = await loadShippedCatalogue()
const deliveries = withDeliveries(shipped)

test.each([
  ['en', 'refund approx. 50 of order 204', 'You said “approx. 50”: R$50.00.'],
  ['en', 'refund ~50 of order 204', 'You said “∼50”: R$50.00.'],
  ['en', 'refund 50 or so of order 204', 'You said “50 or so”: R$50.00.'],
  ['en', 'refund about half of order 204', 'You said “about half”: R$60.00.'],
  ['es', 'reembolsa 50 más o menos del pedido 204', 'Dijiste “50 más o menos”: R$ 50,00.'],
  ['pt-BR', 'reembolsa 50 mais ou menos do pedido 204', 'Você disse “50 mais ou menos”: R$ 50,00.'],
])('a sum is shown with its doubt: %s: %s', (language, text, line) => {
  const ana = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  expect(ana.say(text).text.replaceAll('\u00A0', ' ')).toContain(line)
})

test.each([
  ['en', 'add around 5 apples to order 204', 'You said “around 5”: 5.'],
  ['en', 'add ~5 apples to order 204', 'You said “∼5”: 5.'],
  ['es', 'agrega unos 5 panes al pedido 204', 'Dijiste “unos 5”: 5.'],
  ['es', 'agrega más o menos 5 panes al pedido 204', 'Dijiste “más o menos 5”: 5.'],
  ['pt-BR', 'coloca uns 5 pães no pedido 204', 'Você disse “uns 5”: 5.'],
  ['pt-BR', 'coloca mais ou menos 5 pães no pedido 204', 'Você disse “mais ou menos 5”: 5.'],
])('a count is, too: %s: %s', (language, text, line) => {
  const ana = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  const reply = ana.say(text)
  expect(reply.preview?.args).toMatchObject({ quantity: 5 })
  expect(reply.text).toContain(line)
})

test.each([
  ['en', 'refund order 204', 'like 50', '“like 50”'],
  ['en', 'refund order 204', 'about 50', '“about 50”'],
  ['en', 'refund order 204', '~50', '“∼50”'],
  ['en', 'refund order 204 for 20', 'no, ~50', '“∼50”'],
  ['en', 'refund order 204 for 20', 'make it about 50', '“about 50”'],
  ['es', 'reembolsa el pedido 204', '50 aprox', '“50 aprox”'],
  ['es', 'reembolsa 20 del pedido 204', 'no, 50 más o menos', '“50 más o menos”'],
  ['pt-BR', 'reembolsa o pedido 204', 'tipo 50', '“tipo 50”'],
  ['pt-BR', 'reembolsa 20 do pedido 204', 'não, uns 50', '“uns 50”'],
])('so it is in an answer and in a correction: %s: %s – %s', (language, wish, text, said) => {
  const ana = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  ana.say(wish)
  const reply = ana.say(text)
  expect(reply.preview?.args).toEqual({ id: '204', amount: '50.00 BRL' })
  expect(reply.text).toContain(said)
})

test.each([
  ['en', 'add 10 apples to order 204', 'about 5 more', 'I cannot tell what that is to be altogether'],
  ['es', 'agrega 10 panes al pedido 204', 'unos 5 menos', 'No sé cuánto sería en total'],
  ['pt-BR', 'coloca 10 pães no pedido 204', 'mais uns 5', 'Não sei quanto seria no total'],
])('what is only nearly more or less is asked for: %s: %s – %s', (language, wish, text, told) => {
  const ana = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  ana.say(wish)
  const reply = ana.say(text)
  expect(reply.preview?.args).toMatchObject({ quantity: 10 })
  expect(reply.text).toContain(told)
})

test.each([
  ['es', 'agrega 10 panes al pedido 204', '2 más', 12],
  ['es', 'agrega 10 panes al pedido 204', '2 más o menos', 2],
  ['pt-BR', 'coloca 10 pães no pedido 204', '2 a mais', 12],
])('“más o menos” is neither more nor less: %s: %s – %s', (language, wish, text, quantity) => {
  const ana = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  ana.say(wish)
  expect(ana.say(text).preview?.args).toMatchObject({ quantity })
})
