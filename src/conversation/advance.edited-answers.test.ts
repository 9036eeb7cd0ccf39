/** A message that meant nothing is edited to a yes: no edit answers anything, and whoever waits for it is told so. */
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

describe('an edit to what would answer what is open', () => {
  test.each([
    ['en', 'reinstate order 206', 'yse', 'yes', /Reinstate order 206\. Write your answer in a new message/u],
    [
      'es',
      'reactiva el pedido 206',
      'ssíí',
      'sí',
      /Reactivar el pedido 206\. Escribe tu respuesta en un mensaje nuevo/u,
    ],
    [
      'pt-BR',
      'reativa o pedido 206',
      'smi',
      'sim',
      /Reativar o pedido 206\. Escreva sua resposta em uma mensagem nova/u,
    ],
    ['pt-BR', 'reativa o pedido 206', 'smi', 'não', /mensagem nova/u],
    ['pt-BR', 'reembolsa o pedido 205', 'como assim?', 'não', /devo reembolsar\?\. Escreva sua resposta/u],
  ])(
    '%s: “%s”, “%s” edited to “%s”: has to be written anew, and what is open stays',
    (language, wish, before, now, told) => {
      const bia = world.chatOf({ name: 'Bia', language })
      bia.say(wish)
      bia.sayAll(before, { id: 'm2' })
      const open = bia.session()
      expect(bia.edit('m2', 'edited', { before, now })).toMatchObject([
        { about: 'info', text: expect.stringMatching(told) },
      ])
      expect(bia.session()).toEqual(open)
    },
  )

  test('is a code as well', () => {
    ana.say('cancel order 204')
    const code = ana.expect()
    ana.sayAll('CONFIRM Z9Z9', { id: 'm2' })
    expect(ana.edit('m2', 'edited', { before: 'CONFIRM Z9Z9', now: code })[0]?.text).toContain('new message')
    expect(statuses()).toEqual(['accepted'])
  })

  test.each([
    ['of anything else', 'thnaks', 'thanks'],
    ['to the same words', 'yes', 'yes'],
  ])('%s says nothing', (_what, before, now) => {
    ana.say('cancel order 204')
    ana.sayAll(before, { id: 'm2' })
    expect(ana.edit('m2', 'edited', { before, now })).toEqual([])
  })

  test('where nothing is open says nothing', () => {
    ana.sayAll('yse', { id: 'm2' })
    expect(ana.edit('m2', 'edited', { before: 'yse', now: 'yes' })).toEqual([])
  })
})
