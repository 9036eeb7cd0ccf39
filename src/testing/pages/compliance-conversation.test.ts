import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../catalogues/conversation-catalogue.ts'
import type { Chat } from '../conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../conversation/conversation-harness.ts'

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
  expect(ana.pending()).toMatchObject({ status: 'accepted', confirmedAt: null, envelope: { sayso: { name: 'PAUSE' } } })
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
  const byToken = asked(['CANCEL_ORDER id=204'])
  expect(byToken.envelope.intent).toEqual({ entity: 'Order', action: 'Cancel', target: { id: '204' } })
  expect(asked(['please cancel order two hundred and four'])).toEqual(byToken)
  expect(asked([...menuPath(/orders/iu, /cancel an order/iu), '204'])).toEqual(byToken)
})

/** What is stored after these messages in a chat of its own, but for what every envelope has for itself. */
function asked(texts: readonly string[]) {
  const chat = createConversationWorld({ catalogue }).chatOf()
  for (const text of texts) chat.sayAll(text)
  const { command_id: _id, trace: _trace, sayso, ...envelope } = chat.pending().envelope
  const { ref: _ref, ...ours } = sayso
  return { envelope, ours }
}

/** What to send to get to an entry of the menus. */
function menuPath(...labels: readonly RegExp[]): readonly string[] {
  const sent = ['menu']
  let reply = ana.say('menu')
  for (const label of labels) {
    sent.push(String(reply.options?.find((each) => label.test(each.label))?.n ?? 'not there'))
    reply = ana.say(sent.at(-1) ?? '')
  }
  return sent
}
