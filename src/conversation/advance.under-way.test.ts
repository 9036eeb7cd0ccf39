import { beforeEach, describe, expect, test } from 'vitest'
import type { Grant } from '../access/grant.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()
const helper: readonly Grant[] = ['orders.note', 'orders.reinstate']
const catalogue = { ...shipped, roles: new Map([...shipped.roles, ['helper', helper] as const]) }

let world: ConversationWorld
let ana: Chat
let bia: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
  bia = world.chatOf({ id: 'bia', name: 'Bia', phone: '+5511990000002' }, 'chat-bia')
})

function begin(chat: Chat, wish: string): void {
  chat.say(wish)
  chat.sayAll(chat.expect())
}

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

describe('another command that is under way with the same thing', () => {
  test.each([
    [
      'en',
      'refund order 205 for 10',
      /^⚠️ Cancel order 205 \(Ana\) is under way\.\nConfirm only if this need not wait for it\.$/mu,
    ],
    ['pt-BR', 'reembolsa 10 do pedido 205', /^⚠️ Está em andamento: Cancelar o pedido 205 \(Ana\)\.$/mu],
    ['es', 'reembolsa 10 del pedido 205', /^⚠️ Está en curso: Cancelar el pedido 205 \(Ana\)\.$/mu],
  ])('is told in %s by the preview, and no more when it has ended', (language, wish, told) => {
    bia = world.chatOf({ id: 'bia', name: 'Bia', phone: '+5511990000002', language }, 'chat-bia')
    begin(ana, 'cancel order 205')
    expect(bia.say(wish).text).toMatch(told)
    bia.sayAll('0')
    ana.work()
    expect(bia.say(wish).text).not.toMatch(told)
  })

  test('is told of one’s own as well, and not of another thing', () => {
    begin(ana, 'cancel order 205')
    expect(ana.say('refund order 205 for 10').text).toMatch(/^⚠️ Cancel order 205 \(yours\) is under way\.$/mu)
    expect(ana.say('refund order 206 for 10').text).not.toContain('is under way')
  })

  test('is not told twice where it is the same', () => {
    begin(ana, 'refund order 205 for 10')
    const { text } = bia.say('refund order 205 for 10')
    expect(text.match(/under way/gu)).toHaveLength(1)
  })

  test('is not named to who may not ask for it', () => {
    begin(ana, 'cancel order 205')
    const other = world.chatOf({ id: 'bia', name: 'Bia', phone: '+5511990000002', roles: ['helper'] }, 'chat-bia')
    expect(other.say('add a note to order 205: call').text).toMatch(
      /^⚠️ Another command on it \(Ana\) is under way\.$/mu,
    )
  })

  test('that begins after the preview makes its confirmation show it first', () => {
    bia.say('refund order 205 for 10')
    const old = bia.expect()
    begin(ana, 'cancel order 205')
    expect(bia.say(old).text).toMatch(
      /^Something has changed since the preview; nothing was done\.[^]*Cancel order 205 \(Ana\) is under way/u,
    )
    bia.sayAll(bia.expect())
    expect(statuses()).toEqual(['changed', 'confirmed', 'confirmed'])
  })
})
