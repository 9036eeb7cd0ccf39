import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'

const catalogue = await loadShippedCatalogue()
const deliveries = withDeliveries(catalogue)

test.each([
  ['en', 'cancel 207', 'and 205', 'After that: Cancel an order (205)'],
  ['pt-BR', 'cancela o 207', 'e o 205', 'Depois disso: Cancelar um pedido (205)'],
  ['es', 'cancela el 207', 'y el 205', 'Después de eso: Cancelar un pedido (205)'],
])('%s: after “%s”, “%s” waits behind the preview, and has one of its own', (language, wish, more, told) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(more).text).toContain(told)
  expect(chat.session().pending?.draft.args).toEqual({ id: '207' })
  expect(chat.sayAll('0').at(-1)?.preview?.target).toBe('205')
})

test.each([
  ['en', 'refund 10 of order 204', 'and 20'],
  ['en', "refund 10 of maria's order", 'and 20'],
  ['pt-BR', 'estorna 10 do pedido 204', 'e 20'],
  ['es', 'reembolsa 10 del pedido 204', 'y 20'],
])('%s: after “%s”, “%s” is no order 20, which there is not, and what waits is shown anew', (language, wish, more) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  const code = chat.say(wish).confirm?.expect ?? ''
  const { about, text } = chat.say(more)
  expect(about).toBe('preview')
  expect(text).not.toContain('(20')
  expect(chat.session()).toMatchObject({ wishes: [], pending: { draft: { args: { id: '204', amount: '10.00 BRL' } } } })
  expect(chat.say(code).about).toBe('refusal')
})

test('keeps the other values', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say('add a note to order 205: fragile')
  chat.say('and 206')
  expect(chat.sayAll('0').at(-1)?.preview?.args).toEqual({ id: '206', text: 'fragile' })
})

test.each([
  ['en', 'cancel 207', 'and 205?'],
  ['pt-BR', 'cancela o 207', 'e o 205?'],
  ['es', 'cancela el 207', '¿y el 205?'],
])('%s: after “%s”, the question “%s” is a look, and adds nothing', (language, wish, asked) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(asked).command).toMatchObject({ name: 'ORDER_STATUS' })
  expect(chat.session().wishes).toEqual([])
})

test('“é o 205” puts right what is open', () => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language: 'pt-BR' })
  chat.say('cancela o 207')
  expect(chat.say('é o 205').preview?.target).toBe('205')
})

test.each([
  ['en', 'cancel 207', '205 too', 'After that: Cancel an order (205)'],
  ['en', 'cancel 207', 'and 205 as well', 'After that: Cancel an order (205)'],
  ['en', 'cancel 207', 'also 205', 'After that: Cancel an order (205)'],
  ['en', 'cancel 207', 'also cancel 205', 'After that: Cancel an order (205)'],
  ['en', 'cancel 207', 'wait, also cancel 205', 'After that: Cancel an order (205)'],
  ['en', 'cancel 207', 'and cancel 205', 'After that: Cancel an order (205)'],
  ['en', 'cancel 207', 'cancel 205 as well', 'After that: Cancel an order (205)'],
  ['pt-BR', 'cancela o 207', 'o 205 também', 'Depois disso: Cancelar um pedido (205)'],
  ['pt-BR', 'cancela o 207', 'e também cancela o 205', 'Depois disso: Cancelar um pedido (205)'],
  ['pt-BR', 'cancela o 207', 'cancela o 205 tb', 'Depois disso: Cancelar um pedido (205)'],
  ['es', 'cancela el 207', '205 también', 'Después de eso: Cancelar un pedido (205)'],
  ['es', 'cancela el 207', 'también cancela el 205', 'Después de eso: Cancelar un pedido (205)'],
  ['es', 'cancela el 207', 'cancela también el 205', 'Después de eso: Cancelar un pedido (205)'],
])('%s: after “%s”, “%s” is wanted besides, and replaces nothing', (language, wish, more, told) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(more).text).toContain(told)
  expect(chat.session().pending?.draft.args).toEqual({ id: '207' })
  expect(chat.sayAll('0').at(-1)?.preview?.target).toBe('205')
})

test.each([
  ['en', 'cancel 207', 'add also 2 candles to order 205', 'candles'],
  ['pt-BR', 'cancela o 207', 'coloca também 2 velas no pedido 205', 'velas'],
  ['pt-BR', 'cancela o 207', 'põe tb 2 velas no pedido 205', 'velas'],
  ['es', 'cancela el 207', 'agrega también 2 velas al pedido 205', 'velas'],
])('%s: after “%s”, “%s” has no “also” in what is added', (language, wish, more, item) => {
  const chat = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  chat.say(wish)
  chat.say(more)
  expect(chat.session().pending?.draft.args).toEqual({ id: '207' })
  expect(chat.sayAll('0').at(-1)?.preview?.args).toEqual({ id: '205', quantity: 2, item })
})

test.each([
  ['en', 'add a note to order 205: also call first', 'also call first'],
  ['pt-BR', 'anota no pedido 205: também ligar antes', 'também ligar antes'],
  ['es', 'anota en el pedido 205: también llamar antes', 'también llamar antes'],
])('%s: “%s” keeps it in the note', (language, wish, text) => {
  const chat = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  expect(chat.say(wish).preview?.args).toEqual({ id: '205', text })
})

test('another command is wanted besides as well, behind what waits already', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say('cancel 207 and 208')
  expect(chat.say('also refund 10 of 205').text).toContain(
    'After that: Cancel an order (208), Refund an order (205, 10)',
  )
})

test.each([
  ['en', 'refund 20 on order 205', 'also note on it: late', 'Add a note to an order (205, late)'],
  ['en', 'refund 20 on order 205', 'and also cancel it', 'Cancel an order (205)'],
  ['pt-BR', 'estorna 20 do pedido 205', 'e também cancela ele', 'Cancelar um pedido (205)'],
  ['es', 'reembolsa 20 del pedido 205', 'y también cancélalo', 'Cancelar un pedido (205)'],
])('%s: after “%s”, “%s” is about what is open, and stays so', (language, wish, more, told) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(more).text).toContain(told)
  expect(chat.session().pending?.draft.command).toBe('REFUND_ORDER')
  expect(chat.sayAll('0').at(-1)?.preview?.target).toBe('205')
})

test('several things that are spoken of are not wanted besides', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.sayAll('list the orders of Pedro Alves')
  chat.say('refund 20 on order 205')
  chat.say('also cancel them')
  expect(chat.session().wishes).toEqual([])
})

test('what is wanted besides waits behind a question, too', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  expect(chat.say("cancel Pedro's order").about).toBe('choose')
  expect(chat.say('also cancel 205').text).toContain('After that: Cancel an order (205)')
  expect(chat.session().question?.draft.command).toBe('CANCEL_ORDER')
})

test('what is open or waits already is not wanted once more', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say('cancel 207 and 208')
  chat.say('also cancel 208')
  chat.say('207 too')
  expect(chat.session().wishes.map(({ wish }) => wish.args['id'])).toEqual(['208'])
})

test.each([
  ['en', 'cancel 207', "don't cancel 205 too"],
  ['en', 'cancel 207', "also don't cancel 205"],
  ['en', 'cancel 207', 'also not 205'],
  ['en', 'cancel 207', 'no, 205 too'],
  ['en', 'cancel 207', 'no, also cancel 205'],
  ['pt-BR', 'cancela o 207', 'não cancela o 205 também'],
  ['es', 'cancela el 207', 'no canceles el 205 también'],
  ['es', 'cancela el 207', 'tampoco el 205'],
])('%s: after “%s”, “%s” adds nothing', (language, wish, refusal) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  chat.say(refusal)
  expect(chat.session().wishes).toEqual([])
  expect(chat.session().pending?.draft.args ?? { id: '207' }).toEqual({ id: '207' })
})

test('what a note says besides is part of the note', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  expect(chat.say('add a note to order 207: call me too').preview?.args).toEqual({ id: '207', text: 'call me too' })
})

test('after “cancel 204” is done, “208 too” asks for the same, which is previewed', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.sayAll(chat.say('cancel 204').confirm?.expect ?? '')
  chat.work()
  expect(chat.say('208 too').preview).toMatchObject({ target: '208' })
})

test('“208 too?” is a look', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say('cancel 207')
  expect(chat.say('208 too?').command).toMatchObject({ name: 'ORDER_STATUS' })
  expect(chat.session().wishes).toEqual([])
})

test('with nothing open, “cancel 205 too” asks for just that', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  expect(chat.say('cancel 205 too').preview).toMatchObject({ target: '205', args: { id: '205' } })
})

test.each([
  ['en', 'cancel 204 and list the shipped orders', 'After that: List orders (shipped)'],
  ['pt-BR', 'cancela o 204 e lista os pedidos enviados', 'Depois disso: Listar os pedidos (enviado)'],
  ['es', 'cancela el 204 y lista los pedidos enviados', 'Después de eso: Listar los pedidos (enviado)'],
])('%s: what waits is told with what its choices are called: “%s”', (language, wish, shown) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  expect(chat.say(wish).text).toContain(shown)
})
