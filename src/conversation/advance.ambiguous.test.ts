import { beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

/** A sentence that two commands share, in every language: only the person knows which one is meant. */

const shipped = await loadShippedCatalogue()
const catalogue: Catalogue = {
  ...shipped,
  locales: new Map(
    [...shipped.locales].map(([code, locale]) => {
      const shared = ['orders.cancel', 'orders.refund'].flatMap((path) => {
        const texts = locale.commands[path]
        return texts === undefined ? [] : [[path, { ...texts, sentences: [...texts.sentences, 'zap {id}'] }] as const]
      })
      return [code, { ...locale, commands: { ...locale.commands, ...Object.fromEntries(shared) } }]
    }),
  ),
}

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

describe('a sentence that two commands share', () => {
  test.each([
    ['en', 'Did you mean one of these?', 'Cancel an order: 204', 'Refund an order: 204'],
    ['pt-BR', 'Qual destas coisas você quer?', 'Cancelar um pedido: 204', 'Reembolsar um pedido: 204'],
    ['es', '¿Cuál de estas opciones quieres decir?', 'Cancelar un pedido: 204', 'Reembolsar un pedido: 204'],
  ])('is asked about with numbers in %s', (language, question, first, second) => {
    ana.person = { ...ana.person, language }
    const { about, text, options } = ana.say('zap 204')
    expect(about).toBe('choose')
    expect(text.split('\n').slice(0, 3)).toEqual([question, `1. ${first}`, `2. ${second}`])
    expect(options).toMatchObject([{ n: 1 }, { n: 2 }])
    expect(world.ledger.commands.size).toBe(0)
  })

  test('becomes the command of the number, with what was said already', () => {
    ana.say('zap 204')
    expect(ana.say('1')).toMatchObject({ about: 'preview', preview: { target: '204' } })
    expect([...world.ledger.commands.values()].map(({ envelope }) => envelope.sayso.name)).toEqual(['CANCEL_ORDER'])
  })

  test('asks on where the chosen command needs more', () => {
    ana.say('zap 205')
    expect(ana.say('2').about).toBe('ask')
    expect(ana.say('10')).toMatchObject({ about: 'preview' })
  })

  test('is none of them for another number, and nothing after 0', () => {
    ana.say('zap 204')
    expect(ana.say('7').about).toBe('choose')
    ana.say('0')
    expect(ana.say('yes').about).not.toBe('preview')
    expect(world.ledger.commands.size).toBe(0)
  })

  test('leaves a question aside and says so, and is not left aside itself under one of its names', () => {
    ana.say('status of an order')
    expect(ana.say('zap 204').text).toMatch(/^Left aside: Look at an order\.\n/u)
    expect(ana.say('reinstate an order').text).not.toContain('Left aside')
    ana.say('refund order 205')
    expect(ana.say('zap 204').text).toMatch(/^Left aside: Refund an order \(205\)\.\n/u)
    ana.say('refund order 204')
    expect(ana.say('zap 204').text).not.toContain('Left aside')
  })

  test('is the one that the person may do where they may not do the other', () => {
    const roles = new Map(shipped.roles).set('canceller', ['orders.cancel', 'orders.read'])
    world = createConversationWorld({ catalogue: { ...catalogue, roles } })
    ana = world.chatOf()
    ana.person = { ...ana.person, roles: ['canceller'] }
    expect(ana.say('zap 204')).toMatchObject({ about: 'preview', preview: { target: '204' } })
  })

  test('is refused where they may do neither', () => {
    ana.person = { ...ana.person, roles: ['viewer'] }
    expect(ana.say('zap 204').about).toBe('refusal')
  })
})
