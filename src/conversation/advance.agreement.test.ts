import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

describe('a yes with the wish said again', () => {
  test.each([
    ['en', 'reinstate order 206', 'yes, reinstate it'],
    ['en', 'reinstate order 206', 'Yes please reinstate order 206'],
    ['en', 'reinstate order 206', 'ok, go ahead and reinstate'],
    ['en', 'reinstate order 206', 'correct'],
    ['en', 'pause', 'yes, pause'],
    ['pt-BR', 'reativa o pedido 206', 'sim, pode reativar'],
    ['pt-BR', 'reativa o pedido 206', 'ss'],
    ['es', 'reactiva el pedido 206', 'sí, reactívalo'],
    ['es', 'reactiva el pedido 206', 'ándale'],
    ['es', 'reactiva el pedido 206', 'pues sí'],
    ['es', 'reactiva el pedido 206', '¡cómo no!'],
    ['es', 'reactiva el pedido 206', 'siempre sí'],
    ['es', 'reactiva el pedido 206', '👌🏽'],
    ['en', 'reinstate order 206', '👌'],
  ])('is a yes where a yes is enough: %s, %s, %s', (language, wish, yes) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    chat.sayAll(yes)
    expect(statuses()).toEqual(['confirmed'])
  })

  test.each(['si se puede', 'si puedes', 'si es posible'])('is no yes where it is only polite: %s', (text) => {
    const chat = world.chatOf({ language: 'es' })
    chat.say('reactiva el pedido 206')
    chat.say(text)
    expect(statuses()).toEqual(['accepted'])
  })

  test.each([
    ['en', 'cancel order 204', 'yes, cancel it'],
    ['en', 'cancel order 204', 'yes, cancel'],
    ['en', 'cancel order 204', 'yes, cancel order 204'],
    ['pt-BR', 'cancela o pedido 204', 'sim, pode cancelar'],
    ['pt-BR', 'cancela o pedido 204', 'com certeza, pode cancelar'],
    ['pt-BR', 'cancela o pedido 204', 'sim, cancela o pedido 204'],
    ['es', 'cancela el pedido 204', 'sí, cancélalo'],
    ['es', 'cancela el pedido 204', 'sí, cancela el pedido 204'],
  ])('is not enough for what wants a code, and drops nothing: %s, %s, %s', (language, wish, yes) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(yes).text).toBe(chat.say(language === 'en' ? 'yes' : 'ok').text)
    expect(statuses()).toEqual(['accepted'])
    chat.sayAll(chat.expect())
    expect(statuses()).toEqual(['confirmed'])
  })

  test('is about what is open also where something else was named before it', () => {
    ana.say('cancel order 204')
    ana.say('sorry, I meant 207')
    expect(ana.say('yes, cancel it')).toMatchObject({ about: 'refusal', text: expect.stringContaining('order 207') })
    expect(statuses()).toEqual(['superseded', 'accepted'])
    ana.say('status of order 205')
    ana.say('yes, cancel it')
    expect(ana.replies.at(-1)?.preview?.target).toBe('205')
  })

  test('in a voice note says what is to be typed', () => {
    ana.say('cancel order 204')
    const reply = ana.say('Yes cancel order 204', { spoken: { confidence: 0.9 } })
    expect(reply).toMatchObject({ about: 'refusal', text: expect.stringContaining('voice') })
    expect(statuses()).toEqual(['accepted'])
  })

  test.each([
    ['en', 'yes, cancel order 204'],
    ['pt-BR', 'sim, cancela o pedido 204'],
    ['es', 'sí, cancela el pedido 204'],
  ])('is the wish where nothing is open: %s, %s', (language, wish) => {
    expect(world.chatOf({ language }).say(wish)).toMatchObject({ about: 'preview', preview: { target: '204' } })
  })
})

describe('a yes with another wish', () => {
  test.each(['yes, reinstate order 204', 'yes, cancel order 206', 'yes, refund order 206', 'ok, pause'])(
    'confirms nothing: %s',
    (text) => {
      ana.say('reinstate order 206')
      ana.sayAll(text)
      expect(statuses()).not.toContain('confirmed')
    },
  )

  test('of what was spoken of since the preview is about that', () => {
    ana.say('reinstate order 206')
    ana.say('show order 204')
    ana.work()
    ana.sayAll('yes, reinstate it')
    expect(statuses()).not.toContain('confirmed')
  })

  test('that is only "cancel" drops what is open', () => {
    ana.say('refund order 205 for 10')
    expect(ana.say('yes, cancel').command).toMatchObject({ reason: 'declined' })
  })

  test('that is a refusal refuses', () => {
    ana.say('cancel order 204')
    expect(ana.say("yes, don't cancel it").command).toMatchObject({ reason: 'declined' })
  })

  test('asked as a question agrees to nothing', () => {
    ana.say('reinstate order 206')
    ana.sayAll('ok, reinstate order 206?')
    expect(statuses()).not.toContain('confirmed')
  })
})

test('politeness after the code takes nothing from it', () => {
  for (const [language, wish, politely] of [
    ['en', 'cancel order 204', 'please'],
    ['pt-BR', 'cancela o pedido 205', 'por favor'],
    ['es', 'cancela el pedido 207', 'por favor, gracias'],
  ] as const) {
    const chat = world.chatOf({ language })
    chat.say(wish)
    chat.sayAll(`${chat.expect()} ${politely}`)
  }
  expect(statuses()).toEqual(['confirmed', 'confirmed', 'confirmed'])
})
