import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

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
