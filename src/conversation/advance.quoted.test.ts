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

/** Asks, and gives the reference of what was answered. */
const refOf = (wish: string, id?: string): string => {
  const ref = ana.say(wish, id === undefined ? {} : { id }).command?.ref
  if (ref === undefined) throw new TypeError(`“${wish}” led to no command`)
  return ref
}

const statuses = () => [...world.ledger.commands.values()].map(({ status }) => status)

function doIt(wish: string, id: string): string {
  const ref = refOf(wish, id)
  ana.sayAll(ana.expect())
  ana.work()
  return ref
}

describe('in a group, what somebody else is asked', () => {
  let bia: Chat
  beforeEach(() => {
    ana = world.chatOf({}, 'group-1', 'group')
    bia = world.chatOf({ name: 'Bia' }, 'group-1', 'group')
  })
  const refusal = { about: 'refusal', text: 'Bia asked for that, and only Bia can answer it.' }

  test.each(['yes', 'no', '0', '1', 'ok 👍'])('“%s” does not answer while nothing of one’s own is open', (words) => {
    bia.say('cancel order 204')
    expect(ana.say(words)).toMatchObject(refusal)
    expect(statuses()).toEqual(['accepted'])
  })

  test.each([
    ['cancel order 204', 'yes'],
    ["cancel Pedro's order", '1'],
    ['cancel an order', '204'],
    ['cancel an order', 'Maria'],
  ])('after “%s” by another, “%s” that quotes it opens nothing, whatever is open', (wish, words) => {
    bia.say(wish)
    expect(ana.say(words, { quotedFor: 'Bia' })).toMatchObject(refusal)
    expect(ana.session()).toMatchObject({ menu: null, question: null, pending: null })
    ana.say('refund an order')
    expect(ana.say(words, { quotedFor: 'Bia' }).text).toContain(refusal.text)
    expect(statuses()).not.toContain('confirmed')
  })

  test('is no hindrance to what is asked for, nor to one’s own answers', () => {
    bia.say('cancel order 204')
    expect(ana.say('status of it', { quotedFor: 'Bia', quotes: bia.pending().envelope.command_id }).text).toContain(
      'Maria',
    )
    ana.say('cancel order 205')
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['accepted', 'executed', 'confirmed'])
  })

  test('is no hindrance to a look at a number that is in no list', () => {
    bia.say('cancel order 204')
    expect(ana.say('205')).toMatchObject({ about: 'outcome', text: expect.stringContaining('João Lima') })
    expect(ana.say('9')).toMatchObject(refusal)
  })

  test('is over with its answer', () => {
    bia.say('cancel order 204')
    bia.say('0')
    expect(ana.say('yes').text).toMatch(/^Nothing is waiting/u)
  })
})

describe('"it" in a message that quotes another', () => {
  test.each(['cancel it', 'cancel this order', 'cancel that one'])('“%s” is what was answered there', (words) => {
    const quotedOutcome = refOf('status of 204')
    ana.say('status of 210')
    expect(ana.say(words, { quotedOutcome }).preview?.target).toBe('204')
  })

  test('is what one asked for oneself there', () => {
    ana.say('status of 204', { id: 'm1' })
    ana.say('status of 210')
    expect(ana.say('cancel it', { quotedMessage: 'm1' }).preview?.target).toBe('204')
  })

  test('is what the preview was of', () => {
    ana.say('cancel order 204')
    const quotes = ana.pending().envelope.command_id
    ana.say('cancel order 210')
    expect(ana.say('status of it', { quotes }).text).toContain('Order 204')
  })

  test.each([
    ['pt-BR', 'status do pedido 204', 'status do pedido 210', 'cancela ele'],
    ['es', 'estado del pedido 204', 'estado del pedido 210', 'cancélalo'],
  ])('%s: is what was answered there', (language, first, second, words) => {
    const bia = world.chatOf({ name: 'Bia', language })
    const quotedOutcome = bia.say(first).command?.ref ?? ''
    bia.say(second)
    expect(bia.say(words, { quotedOutcome }).preview?.target).toBe('204')
  })

  test('of several that were asked for there asks which', () => {
    ana.sayAll('status of 204 and status of 205', { id: 'm1' })
    ana.say('status of 210')
    const labels = ana.say('cancel it', { quotedMessage: 'm1' }).options?.map(({ label }) => label.slice(0, 3))
    expect(labels?.toSorted()).toEqual(['204', '205'])
  })
})

describe('an answer that quotes an older preview', () => {
  beforeEach(() => {
    ana.say('cancel order 205')
  })

  test.each(['0', 'no', 'cancel', 'undo'])(
    '“%s” leaves the open one open, and says what became of the old',
    (words) => {
      const quotes = ana.pending().envelope.command_id
      ana.say('cancel order 204')
      const open = ana.pending().envelope.command_id
      const { text } = ana.say(words, { quotes })
      expect(text).toMatch(
        /Cancel order 205.*another request took its place.*Still waiting for you: Cancel order 204/su,
      )
      expect(ana.pending()).toMatchObject({ envelope: { command_id: open }, status: 'accepted' })
    },
  )

  test('a yes confirms nothing else', () => {
    const quotes = ana.pending().envelope.command_id
    ana.say('refund order 204 for 10')
    const { text } = ana.say('yes', { quotes })
    expect(text).toMatch(/Cancel order 205.*another request took its place.*answer its own preview/su)
    expect(ana.pending().status).toBe('accepted')
  })

  test('a yes says what became of it where nothing is open any more', () => {
    const quotes = ana.pending().envelope.command_id
    ana.say('0')
    expect(ana.say('yes', { quotes }).text).toMatch(/Cancel order 205.*dropped by whoever asked.*Nothing else waits/su)
  })

  test('“0” drops no question', () => {
    const quotes = ana.pending().envelope.command_id
    ana.say('refund order 204')
    expect(ana.say('0', { quotes }).text).toContain('another request took its place')
    expect(ana.session().question).not.toBeNull()
  })

  test('“0” of what was done meanwhile takes nothing back', () => {
    const quotes = ana.pending().envelope.command_id
    ana.sayAll(ana.expect())
    ana.work()
    ana.say('cancel order 204')
    expect(ana.say('0', { quotes }).text).toMatch(/^Done already at 2:00 PM: Cancel order 205 · #\w{5}\nUNDO/u)
    expect(ana.pending().status).toBe('accepted')
  })

  test('“0” of the open one drops it, though a question or a menu is newer', () => {
    const quotes = ana.pending().envelope.command_id
    ana.say('menu')
    expect(ana.say('0', { quotes }).command).toMatchObject({ reason: 'declined', id: quotes })
  })
})

describe('what quotes the open preview', () => {
  test.each([
    ['en', 'cancel order 204', 'no, 205', '205'],
    ['pt-BR', 'cancela o pedido 204', 'não, o 205', '205'],
    ['es', 'cancela el pedido 204', 'no, el 205', '205'],
  ])('%s: corrects it as it would unquoted: “%s”, “%s”', (language, wish, words, target) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words, { quotes: chat.pending().envelope.command_id }).preview?.target).toBe(target)
  })

  test('corrects its sum, though a question is newer', () => {
    ana.say('refund order 205 for 10')
    const quotes = ana.pending().envelope.command_id
    ana.say("what is the status of Pedro's order")
    expect(ana.say('no, 12.50', { quotes }).preview?.args).toEqual({ id: '205', amount: '12.50 BRL' })
    expect(ana.session().question).toBeNull()
  })

  test('drops it where what follows the no names nothing', () => {
    ana.say('cancel order 204')
    const quotes = ana.pending().envelope.command_id
    expect(ana.say('no, wait a moment', { quotes }).command).toMatchObject({ reason: 'declined', id: quotes })
  })

  test.each(['stop', 'stop everything', 'none of them'])(
    'and says “%s” drops what waits behind it as well',
    (words) => {
      ana.say('cancel orders 204, 207 and 208')
      ana.say(words, { quotes: ana.pending().envelope.command_id })
      expect(ana.session()).toMatchObject({ pending: null, wishes: [] })
      expect(statuses()).toEqual(['rejected'])
    },
  )
})

describe('UNDO that quotes', () => {
  test('one’s own older request is about that one', () => {
    doIt('cancel order 205', 'm1')
    doIt('cancel order 204', 'm2')
    expect(ana.say('undo', { quotedMessage: 'm1' }).preview).toMatchObject({ action: 'Reinstate', target: '205' })
  })

  test('an older preview is about that one, though another is open', () => {
    ana.say('cancel order 205')
    const quotes = ana.pending().envelope.command_id
    ana.sayAll(ana.expect())
    ana.work()
    ana.say('cancel order 204')
    expect(ana.say('undo', { quotes }).preview).toMatchObject({ action: 'Reinstate', target: '205' })
  })
})

test('“no” to a preview that has lapsed drops nothing that is newer', () => {
  const lapsed = ana.say('cancel order 204').command?.id ?? ''
  world.wait(10 * 60_000)
  ana.watch()
  ana.say('ORDER_STATUS')
  expect(ana.session().question).not.toBeNull()
  expect(ana.say('no', { quotes: lapsed }).text).toMatch(/^That preview counts no longer/u)
  expect(ana.session().question).not.toBeNull()
})
