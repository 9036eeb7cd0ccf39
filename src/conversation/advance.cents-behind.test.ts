/** "And 50 cents" to a preview of 30.00, or behind a sum: the cents that go on with it. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const payments = withPayments(catalogue)

test.each([
  ['en', ['and 50 cents', 'no, and 50 cents', 'and fifty cents']],
  ['es', ['y 50 centavos', 'y cincuenta céntimos', 'con 50 centavos']],
  ['pt-BR', ['e 50 centavos', 'não, e 50 centavos', 'com 50 centavos', 'e cinquenta centavos']],
])('%s: go on with a whole sum, which is shown anew: %j', (language, texts) => {
  for (const text of texts) {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say('REFUND_ORDER id=204 amount=30')
    expect([text, chat.say(text).preview?.args]).toEqual([text, { id: '204', amount: '30.50 BRL' }])
  }
})

test.each([
  ['es', 'con 50'],
  ['pt-BR', 'e 50 centavos'],
])('%s: “%s” leaves the other values as they are', (language, text) => {
  const chat = createConversationWorld({ catalogue: payments }).chatOf({ language })
  chat.say('RECORD_PAYMENT id=204 amount=30 way=cash')
  expect(chat.say(text).preview?.args).toEqual({ id: '204', amount: '30.50 BRL', way: 'cash' })
})

test.each([
  ['es', 'con 50', '50.00 BRL'],
  ['pt-BR', 'é 50 centavos', '0.50 BRL'],
  ['en', '50 cents', '0.50 BRL'],
])('%s: “%s” is the sum itself, for a sentence has it before the sum, or nothing goes on', (language, text, amount) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('REFUND_ORDER id=204 amount=30')
  expect(chat.say(text).preview?.args).toEqual({ id: '204', amount })
})

test.each([
  ['en', 'and 50 cents'],
  ['es', 'y 50 centavos'],
  ['pt-BR', 'e 50 centavos'],
])('%s: “%s” to a sum that has cents is not guessed', (language, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('REFUND_ORDER id=204 amount=30.20')
  expect(chat.say(text).preview?.args).toEqual({ id: '204', amount: '30.20 BRL' })
})

test.each([
  ['en', '30 and 50 cents', 'refund 30 and 50 cents on order 204'],
  ['es', '30 y 50 centavos', 'reembolsa 30 y 50 centavos del pedido 204'],
  ['pt-BR', '30 e 50 centavos', 'reembolsa 30 e 50 centavos do pedido 204'],
])('%s: “%s” is one sum, in an answer and in “%s”', (language, answer, wish) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('REFUND_ORDER id=204')
  expect(chat.say(answer).preview?.args).toEqual({ id: '204', amount: '30.50 BRL' })
  chat.sayAll('0')
  expect(chat.say(wish).preview?.args).toEqual({ id: '204', amount: '30.50 BRL' })
})
