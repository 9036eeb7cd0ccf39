/** What was begun is not given up in silence: a new wish says what it leaves aside, also where it is for the same command. */
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

describe('a question about one thing', () => {
  test.each([
    ['en', 'refund order 204', 'refund order 205', 'Left aside: Refund an order (204).'],
    ['en', 'refund order 204', 'refund 10 of order 205', 'Left aside: Refund an order (204).'],
    ['pt-BR', 'estornar o pedido 204', 'estornar o pedido 205', 'Deixei de lado: Reembolsar um pedido (204).'],
    ['es', 'reembolsa el pedido 204', 'reembolsa el pedido 205', 'Dejo de lado: Reembolsar un pedido (204).'],
  ])('%s: “%s” is left aside by “%s” of another, and that is said', (language, wish, other, told) => {
    const chat = world.chatOf({ language })
    expect(chat.say(wish).about).toBe('ask')
    expect(chat.say(other).text.split('\n')[0]).toBe(told)
  })

  test.each([
    ['refund order 204', 'refund order 204'],
    ['refund order 204', 'refund 10 of order 204'],
    ['refund order 204', 'refund order 204 for 10'],
    ['refund an order', 'refund order 205'],
    ['refund an order', 'refund 10 of order 205'],
    ['refund 10', 'refund 10 of order 204'],
    ['cancel an order', 'cancel order 204'],
    ['cancel order 9999', 'cancel order 204'],
    ['cancel an order', 'cancel order 9999'],
  ])('“%s” only goes on with “%s”', (wish, more) => {
    expect(ana.say(wish)).toMatchObject({ about: expect.stringMatching(/ask|choose/u) })
    expect(ana.say(more).text).not.toContain('Left aside')
  })

  test('is left aside where a value that was said is not said again', () => {
    expect(ana.say('REFUND_ORDER amount=10').about).toBe('ask')
    expect(ana.say('refund order 205').text).toContain('Left aside: Refund an order (10).')
  })

  test('is left aside for the orders of somebody else', () => {
    for (const id of ['214', '215'])
      world.shop.orders.set(id, {
        customer: id === '214' ? 'Maria Souza' : 'João Lima',
        cents: 100,
        status: 'paid',
        refundedCents: 0,
        notes: [],
      })
    expect(ana.say("cancel maria's order").about).toBe('choose')
    expect(ana.say("cancel maria's order").text).not.toContain('Left aside')
    const other = ana.say("cancel joao's order")
    expect(other.about).toBe('choose')
    expect(other.text).toContain('Left aside: Cancel an order.')
    expect(ana.say('cancel order 215').text).not.toContain('Left aside')
  })
})

describe('the question what a number is for', () => {
  beforeEach(() => {
    ana.say('REFUND_ORDER id=204 amount=30')
    ana.say('make it 205')
  })

  test('is left aside for the same command, by what it was to put right', () => {
    expect(ana.say('refund 10 of order 207').text).toMatch(/^Left aside: Refund R\$30\.00 of order 204\.\n/u)
  })

  test('is left aside for another command, by what it was to put right', () => {
    expect(ana.say('cancel order 207').text).toMatch(/^Left aside: Refund R\$30\.00 of order 204\.\n/u)
  })

  test('once it is answered, the preview says whose place it takes', () => {
    const reply = ana.say('2')
    expect(reply).toMatchObject({ about: 'preview', preview: { target: '205' } })
    expect(reply.text).toMatch(/^This takes the place of: Refund R\$30\.00 of order 204\n/u)
  })
})

describe('a preview', () => {
  test('of a note gives way to another note for the same thing, and that is said', () => {
    ana.say('ADD_NOTE id=204 text=fragile')
    expect(ana.say('ADD_NOTE id=204 text="ring twice"').text).toContain('This takes the place of: ')
    expect(ana.say('ADD_NOTE id=204 text="ring twice"').text).not.toContain('takes the place')
  })
})
