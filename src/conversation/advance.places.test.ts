import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { maxMentionAgeMs } from './things/mentions.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
  // 204 Maria Souza, 205 João Lima, 206 Beatriz Nunes, 207 and 208 Pedro Alves
  ana.say('list orders')
})

describe('a place in a list that was shown', () => {
  test('names what stands there, and the preview says so', () => {
    const { text } = ana.say('cancel the second')
    expect(text).toContain('Cancel order 205 — João Lima')
    expect(text).toContain('You said “the second”: 205.')
  })

  test.each([
    ['en', 'list orders', 'refund 10 of the 4th one', '207'],
    ['en', 'list orders', 'cancel the last one of the list', '208'],
    ['en', 'list orders', 'cancel third one', '206'],
    ['pt-BR', 'lista os pedidos', 'cancela o segundo', '205'],
    ['pt-BR', 'lista os pedidos', 'devolve 10 do quarto', '207'],
    ['pt-BR', 'lista os pedidos', 'anota na última: deixar no segundo andar', '208'],
    ['es', 'lista los pedidos', 'cancela el primero', '204'],
    ['es', 'lista los pedidos', 'reembolsa 10 del cuarto', '207'],
    ['es', 'lista los pedidos', 'cancela el 3º de la lista', '206'],
  ])('%s: %s, %s', (language, first, second, target) => {
    const chat = world.chatOf({ name: 'Bia', language })
    chat.say(first)
    expect(chat.say(second).preview?.target).toBe(target)
  })

  test.each([
    ['en', 'list orders', 'cancel the last one'],
    ['pt-BR', 'lista os pedidos', 'cancela o último'],
    ['es', 'lista los pedidos', 'cancela el último'],
  ])('%s: %s with the newest first, %s: is asked about, as the last may be the newest', (language, first, second) => {
    const { orders } = world.shop
    const reversed = [...orders].toReversed()
    orders.clear()
    for (const [id, order] of reversed) orders.set(id, order)
    const chat = world.chatOf({ name: 'Bia', language })
    chat.say(first)
    const asked = chat.say(second)
    expect(asked.options?.map(({ label }) => label.slice(0, 3))).toEqual(['208', '204'])
    expect(chat.say('1').preview?.target).toBe('208')
  })

  test('alone asks about that', () => {
    expect(ana.say('the first one').text).toContain('Maria Souza')
    expect(ana.say('what about the third?').text).toContain('Beatriz Nunes')
  })

  test('may be two', () => {
    expect(ana.say('cancel the first and the third').text).toContain('After that: Cancel an order (206)')
    expect(ana.session().pending?.summary).toBe('Cancel order 204')
    ana.sayAll('0')
    expect(ana.session().pending?.summary).toBe('Cancel order 206')
  })

  test.each([
    ['en', 'list orders', 'cancel the first and the third', 'After that: Cancel an order (206)\n'],
    ['es', 'lista los pedidos', 'cancela el primero y el tercero', 'Después de eso: Cancelar un pedido (206)\n'],
    ['pt-BR', 'lista os pedidos', 'cancela o primeiro e o terceiro', 'Depois disso: Cancelar um pedido (206)\n'],
  ])('%s: that waits for its turn is called by its number', (language, list, wish, told) => {
    const bia = world.chatOf({ name: 'Bia', language })
    bia.say(list)
    expect(bia.say(wish).text).toContain(told)
  })

  test('leaves out what waits', () => {
    ana.sayAll('cancel the first and the last one')
    expect(ana.say('not the last one').text).toContain('Left out: Cancel an order (208).')
    expect(ana.session()).toMatchObject({ pending: { summary: 'Cancel order 204' }, wishes: [] })
  })

  test('answers the question for a thing', () => {
    ana.say('cancel an order')
    expect(ana.say('the second one').preview?.target).toBe('205')
  })

  test('puts right what is open', () => {
    ana.say('refund 10 of the first')
    expect(ana.say('no, the fourth').text).toContain('You said “the fourth”: 207.')
  })

  test('that is not wanted is not done', () => {
    expect(ana.say("don't cancel the second").about).toBe('info')
    expect(ana.session().pending).toBeNull()
  })

  test('is left as it stands in what is written down', () => {
    expect(ana.say('add a note to the second: leave it on the first').text).toContain('205: “leave it on the first”')
    expect(ana.say('add a note to the second call the first neighbour').text).toContain(
      '205: “call the first neighbour”',
    )
    expect(ana.say('add a note to order 204: the second one').text).toContain('204: “the second one”')
  })

  test('beyond its end is nothing', () => {
    expect(ana.say('cancel the ninth').about).toBe('help')
  })

  test('is of the list that is quoted', () => {
    const list = ana.session().repeat?.origin.messageIds[0] ?? ''
    ana.say('show order 208')
    ana.say('who has access?')
    expect(ana.say('cancel the third', { quotedMessage: list }).preview?.target).toBe('206')
  })

  test('is not of a list from long ago, nor of what somebody else was shown', () => {
    expect(world.chatOf({ name: 'Bia' }).say('cancel the second').about).toBe('help')
    world.wait(maxMentionAgeMs + 1)
    expect(ana.say('cancel the second').about).toBe('help')
  })

  test('is rather of a list to choose from, and of that one also when it was chosen from', () => {
    ana.say('cancel pedro')
    expect(ana.say('the second').preview?.target).toBe('208')
    expect(ana.say('no, the first').preview?.target).toBe('207')
    ana.sayAll('0')
    expect(ana.say('cancel the second').about).toBe('help')
  })

  test('is a day where a day is asked about', () => {
    expect(ana.say('sales of the second').command?.name).toBe('SALES')
  })
})
