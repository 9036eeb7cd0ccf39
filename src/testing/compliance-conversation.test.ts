import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from './conversation-catalogue.ts'
import { createConversationWorld, type Chat, type ConversationWorld } from './conversation-harness.ts'

let catalogue: Catalogue
let world: ConversationWorld
let ana: Chat

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})
beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf({}, 'chat of ana')
})

test('a command of administration is previewed and confirmed as any other', () => {
  const reply = ana.say('PAUSE')
  expect(reply.about).toBe('preview')
  expect(ana.pending()).toMatchObject({ status: 'accepted', confirmed: false, envelope: { sayso: { name: 'PAUSE' } } })
  ana.sayAll(ana.expect())
  expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['confirmed'])
})

test('an envelope names its chat and each message that made it: the wish, the answer, the correction', () => {
  ana.say('cancel an order', { id: 'wish' })
  ana.say('999', { id: 'wrong' })
  ana.say('204', { id: 'answer' })
  expect(ana.pending().envelope.trace).toEqual({
    conversation_id: 'chat of ana',
    message_ids: ['wish', 'wrong', 'answer'],
  })
  ana.say('no, 206', { id: 'correction' })
  expect(ana.pending().envelope.trace.message_ids).toEqual(['wish', 'wrong', 'answer', 'correction'])
})

test('a menu, words and the explicit token make the same envelope, apart from ids and messages', () => {
  const asked = (texts: readonly string[]) => {
    const chat = createConversationWorld({ catalogue }).chatOf()
    for (const text of texts) chat.sayAll(text)
    const { command_id: _id, trace: _trace, sayso, ...envelope } = chat.pending().envelope
    const { ref: _ref, ...ours } = sayso
    return { envelope, ours }
  }
  const menu = (label: RegExp, chat: Chat) =>
    String(chat.replies.at(-1)?.options?.find((each) => label.test(each.label))?.n ?? 'not there')
  const guide = world.chatOf()
  const path = ['menu']
  guide.say('menu')
  for (const label of [/orders/iu, /cancel an order/iu]) {
    path.push(menu(label, guide))
    guide.say(path.at(-1) ?? '')
  }
  const byToken = asked(['CANCEL_ORDER id=204'])
  expect(asked(['please cancel order two hundred and four'])).toEqual(byToken)
  expect(asked([...path, '204'])).toEqual(byToken)
})
