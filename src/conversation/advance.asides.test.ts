import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const chatIn = (language: string) => createConversationWorld({ catalogue }).chatOf({ language })

test.each([
  [
    'en',
    'refund 10 on order 204 because it was late',
    '“because it was late” is not kept with this.\n\n⚠️ Refund R$10.00',
  ],
  ['pt-BR', 'chegou quebrado, estorna 10 do 204', '“chegou quebrado” não fica anotado com isto.\n\n⚠️ Reembolsar'],
  ['es', 'llegó roto, reembolsa 10 del 204', '“llegó roto” no queda anotado con esto.\n\n⚠️ Reembolsar'],
])('what is told beside a request and kept nowhere is shown with it, in %s', (language, text, shown) => {
  expect(chatIn(language).say(text)).toMatchObject({ about: 'preview', text: expect.stringContaining(shown) })
})

test('what is told is the reason where one is kept, and named as that', () => {
  const preview = chatIn('en').say('Maria changed her mind, cancel her order')
  expect(preview).toMatchObject({
    about: 'preview',
    preview: { target: '204', args: { reason: 'Maria changed her mind' } },
  })
  expect(preview.text).not.toContain('not kept')
})

test('beside a question it is told too, and the answer goes on', () => {
  const chat = chatIn('en')
  expect(chat.say('it was late, refund order 205').text).toMatch(/^“it was late” is not kept with this\.\n\nOrder 205/u)
  expect(chat.say('20')).toMatchObject({ about: 'preview', preview: { target: '205' } })
})

test('behind a greeting, with the menu open, it is told as well', () => {
  const chat = chatIn('pt-BR')
  expect(chat.say('oi').about).toBe('menu')
  expect(chat.say('chegou quebrado, estorna 10 do 204')).toMatchObject({ about: 'preview', preview: { target: '204' } })
})

test.each([
  ['en', 'status of order 204 since yesterday', '“since yesterday” says when'],
  ['en', 'status of 204, i asked on monday', '“i asked on monday” says when'],
  ['pt-BR', 'status do pedido 204, desde ontem', '“desde ontem” diz quando'],
  ['es', 'estado del pedido 204, desde ayer', '“desde ayer” dice cuándo'],
])('%s: “%s”: what would narrow a look, and does not, is told', (language, text, told) => {
  const ana = createConversationWorld({ catalogue }).chatOf({ language })
  const replies = ana.sayAll(text)
  expect(replies[0]?.text).toContain(told)
  expect(replies.at(-1)?.text).toContain('204')
})

test('what would narrow nothing is passed over beside a look', () => {
  const [reply] = createConversationWorld({ catalogue }).chatOf().sayAll('maria called, status of 204')
  expect(reply?.text).toMatch(/^Order 204/u)
})

test.each([
  ['en', 'refund order 205', '20, it was late', '“it was late” is not kept with this.'],
  [
    'pt-BR',
    'reembolsa o pedido 205',
    '20 reais, ela reclamou muito',
    '“ela reclamou muito” não fica anotado com isto.',
  ],
  ['es', 'reembolsa el pedido 205', '20 reales, llegó roto', '“llegó roto” no queda anotado con esto.'],
])('%s: what is told beside an answer is not passed over in silence: “%s”, “%s”', (language, wish, answer, told) => {
  const chat = chatIn(language)
  chat.say(wish)
  const reply = chat.say(answer)
  expect(reply.text).toContain(told)
  expect(reply.preview?.args).toMatchObject({ id: '205', amount: '20.00 BRL' })
})

test.each([
  ['en', 'reinstate an order', '206, it was late', '“it was late” is not kept with this.'],
  ['en', 'reinstate an order', 'it was late, 206', '“it was late” is not kept with this.'],
  ['pt-BR', 'reativa um pedido', 'o 206, ela reclamou muito', '“ela reclamou muito” não fica anotado com isto.'],
  ['es', 'reactiva un pedido', 'el 206, llegó roto', '“llegó roto” no queda anotado con esto.'],
])('%s: nor beside the number of a thing: “%s”, “%s”', (language, wish, answer, told) => {
  const chat = chatIn(language)
  chat.say(wish)
  const reply = chat.say(answer)
  expect(reply.text).toContain(told)
  expect(reply.preview?.args).toMatchObject({ id: '206' })
})

test.each([
  ['en', 'cancel order', '205 because it was late', 'it was late'],
  ['en', 'cancel order', 'it was late, 205', 'it was late'],
  ['en', 'cancel order', 'Thanks! 205. It was late', 'It was late'],
  ['en', 'cancel order', '205 because of the rain', 'the rain'],
  ['en', 'cancel an order, she gave up', '205', 'she gave up'],
  ['pt-BR', 'cancela um pedido', 'o 205, a cliente desistiu', 'a cliente desistiu'],
  ['pt-BR', 'cancela um pedido, cliente desistiu', '205', 'cliente desistiu'],
  ['pt-BR', 'cancela um pedido, a cliente desistiu', '205', 'a cliente desistiu'],
  ['es', 'cancela un pedido, la clienta desistió', '205', 'la clienta desistió'],
  ['es', 'cancela un pedido', 'el 205 porque llegó roto', 'llegó roto'],
])('%s: it is the reason where the command takes one: “%s”, “%s”', (language, wish, answer, reason) => {
  const chat = chatIn(language)
  chat.say(wish)
  const reply = chat.say(answer)
  expect(reply.preview?.args).toEqual({ id: '205', reason })
})

test('and no other where one was given before', () => {
  const chat = chatIn('en')
  chat.say('cancel an order, she gave up')
  const reply = chat.say('205, it was late')
  expect(reply.text).toContain('“it was late” is not kept with this.')
  expect(reply.preview?.args).toEqual({ id: '205', reason: 'she gave up' })
})

test.each(['205, 207', '205, not sure, 207', 'Maria, it was late', 'Maria, 205', 'João, 20'])(
  'which may be another one: “%s”',
  (answer) => {
    const chat = chatIn('en')
    chat.say('cancel order')
    expect(chat.say(answer)).toMatchObject({ about: 'ask' })
  },
)

test.each(['20, please', 'thanks, 20', '20, if you can'])('but for what is said to the bot alone: “%s”', (answer) => {
  const chat = chatIn('en')
  chat.say('refund order 205')
  expect(chat.say(answer).text).not.toContain('is not kept')
})

test('what stood beside the number of a thing is no part of it once the number alone is given', () => {
  const chat = chatIn('en')
  chat.say('cancel order')
  chat.say('Maria, 205')
  expect(chat.say('205').text).toMatch(/^⚠️ Cancel order 205/u)
})
