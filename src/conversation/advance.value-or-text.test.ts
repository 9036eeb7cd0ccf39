/** Words behind a no that hold a value of what is open, and more: nobody knows whether they are a text, which takes any words. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { withReminders } from '../testing/catalogues/reminders-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const deliveries = withDeliveries(catalogue)
const reminders = withReminders(catalogue)

const cancelled = {
  en: 'cancel order 204 because of the rain',
  es: 'cancela el pedido 204 porque llueve',
  'pt-BR': 'cancela o pedido 204 porque está chovendo',
} as const

test.each([
  ['en', 'no, 205 because she called', 'order: 205', 'reason: 205 because she called'],
  ['en', 'no, the 205 as the customer gave up', 'order: 205', 'reason: the 205 as the customer gave up'],
  ['es', 'no, el 205 porque no pagó', 'pedido: 205', 'motivo: el 205 porque no pagó'],
  ['pt-BR', 'não, o 205 porque desistiu', 'pedido: 205', 'motivo: o 205 porque desistiu'],
] as const)('%s: “%s” changes nothing, and says how to say each', (language, text, thing, reason) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  const { args } = chat.say(cancelled[language]).preview ?? {}
  const asked = chat.say(text)
  expect(asked.preview?.args).toEqual(args)
  expect(asked.text).toContain(`“${thing}”`)
  expect(asked.text).toContain(`“${reason}”`)
  expect(chat.say(thing).preview?.args).toEqual({ ...args, id: '205' })
  expect(chat.say(reason).preview?.args).toEqual({ id: '205', reason: reason.slice(reason.indexOf(' ') + 1) })
})

test.each([
  ['en', 'no, the other one'],
  ['en', 'no, the second'],
  ['es', 'no, el otro'],
  ['pt-BR', 'não, o outro'],
] as const)('%s: “%s” is no reason: what waits is dropped', (language, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(cancelled[language])
  expect(chat.say(text).command).toMatchObject({ name: 'CANCEL_ORDER', status: 'rejected' })
})

test.each([
  ['en', 'no, the customer gave up', 'the customer gave up'],
  ['en', 'no, they rang 3 times', 'they rang 3 times'],
  ['en', 'no, they rang 5551234 back', 'they rang 5551234 back'],
  ['en', 'no, it should say 205 is the right one', '205 is the right one'],
  ['es', 'no, el cliente no pagó 2 veces', 'el cliente no pagó 2 veces'],
  ['pt-BR', 'não, o cliente ligou 3 vezes', 'o cliente ligou 3 vezes'],
] as const)('%s: “%s” is a reason', (language, text, reason) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(cancelled[language])
  expect(chat.say(text).preview?.args).toMatchObject({ id: '204', reason })
})

test.each([
  ['en', 'add 2 trays to order 204', 'no, 3 blue trays', 'quantity: 3'],
  ['es', 'agrega 2 cajas al pedido 204', 'no, 3 cajas azules', 'quantity: 3'],
  ['pt-BR', 'adiciona 2 caixas ao pedido 204', 'não, 3 caixas azuis', 'quantity: 3'],
] as const)('%s: %s: a number before what it is of may be how many: “%s”', (language, wish, text, example) => {
  const chat = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  const { args } = chat.say(wish).preview ?? {}
  const asked = chat.say(text)
  expect(asked.preview?.args).toEqual(args)
  expect(asked.text).toContain(`“${example}”`)
  expect(chat.say(example).preview?.args).toEqual({ ...args, quantity: 3 })
})

test.each([
  ['en', 'remind me tomorrow at 9am to call Maria', 'no, call João on Tuesday at 3pm', 'when: on Tuesday at 3pm'],
  [
    'es',
    'recuérdame mañana a las 9 llamar a Maria',
    'no, llamar a João el martes a las 3 de la tarde',
    'when: el martes a las 3 de la tarde',
  ],
  ['pt-BR', 'me lembra amanhã às 9 de ligar pra Maria', 'não, ligar pro João na terça às 15h', 'when: na terça às 15h'],
] as const)('%s: %s: a day among other words may be another day: “%s”', (language, wish, text, example) => {
  const chat = createConversationWorld({ catalogue: reminders }).chatOf({ language })
  const { args } = chat.say(wish).preview ?? {}
  const asked = chat.say(text)
  expect(asked.preview?.args).toEqual(args)
  expect(asked.text).toContain(`“${example}”`)
  expect(chat.say(example).preview?.args).toMatchObject({ when: expect.stringContaining('2026-03-03T15:00') })
})
