import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withNamedOrders } from '../testing/catalogues/visits-catalogue.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

describe('a name without the kind of thing that it names', () => {
  test('is taken up where something is called so', () => {
    expect(ana.say('refund maria 20').preview).toMatchObject({
      action: 'Refund',
      target: '204',
      args: { amount: '20.00 BRL' },
    })
    expect(ana.say('status joao').text).toContain('Order 205')
  })

  test('of several things asks which', () => {
    const { options } = ana.say('cancel pedro')
    expect(options?.map(({ label }) => label.slice(0, 3))).toEqual(['207', '208'])
  })

  test('goes on with what else was said', () => {
    expect(ana.say('cancel maria souza because she moved').preview?.args).toMatchObject({ reason: 'she moved' })
  })

  test('that nothing has is not understood, with what it was close to', () => {
    const { about, text } = ana.say('cancel my subscription')
    expect(about).toBe('help')
    expect(text).toContain('CANCEL_ORDER')
    expect(text).not.toContain('LIST_ORDERS')
  })

  test('leaves what is open as it is where nothing has it', () => {
    const { confirm, command } = ana.say('cancel order 204')
    ana.say('cancel my subscription')
    ana.sayAll(confirm?.expect ?? '')
    expect(world.ledger.recordOf(command?.id ?? '').status).toBe('confirmed')
  })

  test('asks for nothing that one may not do', () => {
    const vera = world.chatOf({ id: 'vera', name: 'Vera', roles: ['viewer'] })
    const { about, text } = vera.say('cancel maria')
    expect(about).toBe('help')
    expect(text).not.toContain('CANCEL_ORDER')
  })
})

describe('a name alone, of what is called by its name alone', () => {
  const byName = withNamedOrders(catalogue)
  const say = (language: string, text: string) =>
    createConversationWorld({ catalogue: byName }).chatOf({ language }).say(text)

  test.each([
    ['en', 'cancel Maria', { target: '204', action: 'Cancel' }],
    ['en', 'refund Maria 10', { target: '204', args: { amount: '10.00 BRL' } }],
    ['en', 'put a note on Maria: fragile', { target: '204', args: { text: 'fragile' } }],
    ['en', 'reinstate Beatriz', { target: '206', action: 'Reinstate' }],
    ['es', 'cancela a Maria', { target: '204', action: 'Cancel' }],
    ['es', 'reembolsa Maria 10', { target: '204', args: { amount: '10.00 BRL' } }],
    ['pt-BR', 'cancelar Maria', { target: '204', action: 'Cancel' }],
    ['pt-BR', 'estorna 10 Maria', { target: '204', args: { amount: '10.00 BRL' } }],
  ])('%s: is no id of it: “%s”', (language, text, expected) => {
    expect(say(language, text).preview).toMatchObject(expected)
  })

  test.each([
    ['en', 'how is Maria'],
    ['es', 'estado de Maria'],
    ['pt-BR', 'status Maria'],
  ])('%s: is looked at: “%s”', (language, text) => {
    expect(say(language, text).text).toContain('204 — Maria Souza')
  })
})
