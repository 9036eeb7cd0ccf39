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

const targets = ({ session }: Chat): readonly unknown[] => [
  session().pending?.draft.args['id'],
  ...session().wishes.map(({ wish }) => wish.args['id']),
]

describe('of several that wait, the one that is said to be meant', () => {
  test.each([
    ['en', 'cancel orders 204, 205 and 207', '205, not 204'],
    ['en', 'cancel orders 204, 205 and 207', 'not 204 but 205'],
    ['en', 'cancel orders 204, 205 and 207', 'no, I meant 205'],
    ['en', 'cancel orders 204, 205 and 207', 'sorry, 205'],
    ['en', 'cancel orders 204, 205 and 207', 'actually 205'],
    ['en', 'cancel orders 204, 205 and 207', 'change it to 205'],
    ['en', 'cancel orders 204, 205 and 207', 'the order is 205'],
    ['pt-BR', 'cancela os pedidos 204, 205 e 207', 'quero dizer 205'],
    ['es', 'cancela el 204, 205 y 207', 'quise decir 205'],
  ])('%s: after “%s”, “%s” takes the place of what is open, and the others go on waiting', (language, wish, words) => {
    const chat = world.chatOf({ language })
    chat.sayAll(wish)
    chat.sayAll(words)
    expect(targets(chat)).toEqual(['205', '207'])
  })

  test.each(['207, not 205', '204, not 205', 'not 205'])('“%s” leaves out the one that waits', (words) => {
    ana.sayAll('cancel orders 204, 205 and 207')
    ana.sayAll(words)
    expect(targets(ana)).toEqual(['204', '207'])
  })

  test('comes with its own values', () => {
    ana.sayAll('refund 204 for 10 and refund 205 for 20')
    ana.sayAll('no, I meant 205')
    expect(ana.session().pending?.draft.args).toMatchObject({ id: '205', amount: '20.00 BRL' })
  })
})

describe('what is open is not wanted any more', () => {
  beforeEach(() => {
    ana.sayAll('add a note to order 204: fragile')
    ana.sayAll('yes')
    ana.work()
    ana.sayAll('add a note to order 205: fragile')
  })

  test.each(['no, 204', 'sorry, add a note to order 204: fragile', 'instead, add a note to order 204: fragile'])(
    'where what is wanted in its place was done before: “%s”',
    (words) => {
      const replies = ana.sayAll(words)
      expect(replies.map(({ text }) => text).join('\n')).toMatch(/^Dropped: .*205.*\n.*done already/isu)
      expect(ana.session().pending).toBeNull()
      expect(ana.sayAll('yes').at(-1)?.about).toBe('refusal')
    },
  )

  test('and AGAIN is of what was refused', () => {
    ana.sayAll('no, 204')
    expect(ana.say('again').preview?.target).toBe('204')
  })

  test('but whoever only looks goes on with it', () => {
    ana.sayAll("wait, what's the status of order 207?")
    expect(ana.session().pending?.draft.args).toMatchObject({ id: '205' })
  })

  test('“it” is what was put right, and not what it was before', () => {
    ana.sayAll('no, 207')
    ana.sayAll('yes')
    ana.work()
    expect(ana.say('refund 10 of it').preview?.target).toBe('207')
  })
})

describe('AGAIN', () => {
  beforeEach(() => {
    ana.sayAll('add a note to order 204: fragile', { id: 'm1' })
    ana.sayAll('yes')
    ana.work()
    world.wait(1000)
    ana.sayAll('add a note to order 205: heavy')
    world.wait(1000)
  })

  test('does what it was offered for, also while something else is open', () => {
    expect(ana.sayAll('add a note to order 204: fragile')[0]?.text).toContain('AGAIN')
    expect(ana.say('again').preview?.target).toBe('204')
  })

  test('shows what is open, where nothing was asked for since', () => {
    expect(ana.say('again').preview?.target).toBe('205')
    ana.sayAll('add a note to order 204: fragile')
    expect(ana.say('what?').preview?.target).toBe('205')
  })

  test('is of what is quoted', () => {
    expect(ana.say('again', { quotedMessage: 'm1' }).preview?.target).toBe('204')
  })
})

test('“undo the cancellation” passes over none that is under way', () => {
  ana.sayAll('cancel order 204')
  ana.sayAll(ana.expect())
  ana.work()
  ana.sayAll('cancel order 205')
  ana.sayAll(ana.expect())
  expect(ana.say('undo the cancellation').text).toBe(ana.say('undo').text)
})

test('a choice of what was meant is still of the first message', () => {
  ana.sayAll('add a note to order 204', { id: 'm1' })
  expect(ana.sayAll('cancel order 205', { id: 'm2' })[0]?.about).toBe('choose')
  ana.sayAll('1', { id: 'm3' })
  expect(ana.session().pending).not.toBeNull()
  ana.edit('m1', 'deleted')
  expect(ana.session().pending).toBeNull()
})
