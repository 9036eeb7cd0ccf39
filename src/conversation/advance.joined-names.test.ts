import { beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '../channel/reply.ts'
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

function speaks(language: string): void {
  ana.person = { ...ana.person, language }
}

const told = (replies: readonly Reply[]) => replies.map(({ text }) => /order 20\d/iu.exec(text)?.[0])

describe('a name that nothing is called and that joins names of things', () => {
  test.each([
    ['en', "cancel Maria's and João's orders"],
    ['en', 'cancel the orders of Maria and João'],
    ['en', "cancel Maria, João's orders"],
    ['en', "cancel Maria & João's orders"],
    ['pt-BR', 'cancela o pedido da Maria e do João'],
    ['pt-BR', 'cancela os pedidos de Maria e João'],
    ['es', 'cancela los pedidos de María y de João'],
    ['es', 'cancela el pedido de María y João'],
  ])('%s: “%s” is each of them, one after the other', (language, text) => {
    speaks(language)
    const preview = ana.say(text)
    expect(preview.preview?.target).toBe('204')
    expect(preview.text).toContain('João')
    ana.sayAll(ana.expect())
    expect(ana.work().at(-1)?.preview?.target).toBe('205')
    ana.say('0')
    expect([...world.shop.orders].filter(([, { status }]) => status === 'cancelled').map(([id]) => id)).toEqual([
      '204',
      '206',
    ])
  })

  test('keeps what is said of them all', () => {
    ana.say("refund 10 of Maria and João's orders")
    ana.sayAll(ana.expect())
    expect(ana.work().at(-1)?.preview).toMatchObject({ target: '205', args: { amount: '10.00 BRL' } })
  })

  test.each([
    ['en', 'cancell the orders of Maria and João', 'I read “cancell” as “cancel”.'],
    ['pt-BR', 'cancelaa o pedido da Maria e do João', 'Li “cancelaa” como “cancela”.'],
    ['es', 'canceela los pedidos de María y de João', 'Leí “canceela” como “cancela”.'],
  ])('%s: “%s” is told of in each preview', (language, text, mended) => {
    speaks(language)
    expect(ana.say(text).text).toContain(mended)
    ana.sayAll(ana.expect())
    const second = ana.work().at(-1)
    expect(second?.preview?.target).toBe('205')
    expect(second?.text).toContain(mended)
  })

  test('is looked at as each of them, the first as well', () => {
    expect(told(ana.sayAll("show Maria's, João's and Beatriz's orders"))).toEqual([
      'Order 204',
      'Order 205',
      'Order 206',
    ])
    expect(told(ana.sayAll("show Maria, João's orders"))).toEqual(['Order 204', 'Order 205'])
  })

  test('asks which one is meant before it goes on', () => {
    expect(ana.say("cancel Pedro and Maria's orders").options).toHaveLength(2)
    expect(ana.say('2').preview?.target).toBe('208')
    ana.sayAll(ana.expect())
    expect(ana.work().at(-1)?.preview?.target).toBe('204')
  })

  test('is dropped as a whole by STOP', () => {
    ana.say("cancel Maria's and João's orders")
    expect(ana.say('stop').text).toContain('João')
    expect(ana.session()).toMatchObject({ pending: null, wishes: [] })
  })
})

test.each([
  ['where one of them is called by nothing', "cancel Maria and Xyz's orders"],
  ['in quotes', 'cancel the order of "Maria and João"'],
  ['that are of one thing', 'cancel the order of Souza, Maria'],
])('a name that joins names is one name %s', (_why, text) => {
  expect(ana.say(text)).toMatchObject({ about: expect.stringMatching(/^(?:ask|choose)/u) })
  expect(ana.session().wishes).toEqual([])
})

test('names of more things than one message may ask for are none of them', () => {
  const names = ['Alba', 'Bruna', 'Celia', 'Dora', 'Elsa', 'Flora']
  for (const [at, customer] of names.entries())
    world.shop.orders.set(String(301 + at), { customer, cents: 1000, status: 'paid', refundedCents: 0, notes: [] })
  expect(ana.say(`cancel the orders of ${names.slice(1).join(', ')}`).preview?.target).toBe('302')
  ana.say('stop')
  expect(ana.say(`cancel the orders of ${names.join(', ')}`).about).not.toBe('preview')
  expect(ana.session().wishes).toEqual([])
})
