/** A yes where nothing waits, while something does in another chat. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

const statuses = () => [...world.ledger.commands.values()].map(({ status }) => status)
const bothOf = (language = 'en') => ({
  private: world.chatOf({ language }),
  group: world.chatOf({ language }, 'group-1', 'group'),
})

describe('a yes in private to what waits in a group', () => {
  test.each([
    ['en', 'add a note to order 204: oi', 'yes', /order 204.* waits for you in the group\. Say yes there; nothing/u],
    ['es', 'anota en el pedido 204: oi', 'sí', /pedido 204.* te espera en el grupo\. Di que sí allí; no se/u],
    ['pt-BR', 'anota no pedido 204: oi', 'sim', /pedido 204.* espera por você no grupo\. Diga sim lá; nada/u],
  ])('%s: hears what waits, where, and how it is answered', (language, wish, yes, told) => {
    const ana = bothOf(language)
    ana.group.say(wish)
    expect(ana.private.say(yes)).toMatchObject({ about: 'refusal', text: expect.stringMatching(told) })
    expect(statuses()).toEqual(['accepted'])
    ana.group.sayAll(yes)
    expect(statuses()).toEqual(['confirmed'])
  })

  test('hears of the code where that is what confirms', () => {
    const ana = bothOf()
    ana.group.say('cancel order 204')
    expect(ana.private.say('yes').text).toMatch(/^Cancel order 204.*Send its code there; nothing was confirmed\.$/u)
  })
})

test('a yes in a group tells nobody there what waits in private', () => {
  const ana = bothOf()
  const ref = ana.private.say('add a note to order 204: oi').command?.ref
  const { text } = ana.group.say('yes')
  expect(text).toBe(`#${ref} waits for you in our private chat. Say yes there; nothing was confirmed.`)
  expect(statuses()).toEqual(['accepted'])
})

describe('a yes is told of nothing elsewhere', () => {
  test('where something waits here', () => {
    const ana = bothOf()
    ana.group.say('refund order 205 for 5')
    ana.private.say('add a note to order 204: call first')
    ana.private.sayAll('yes')
    expect(statuses()).toEqual(['accepted', 'confirmed'])
  })

  test('where several things wait, or one that is too late', () => {
    const ana = bothOf()
    ana.group.say('refund order 205 for 5')
    world.chatOf({}, 'group-2', 'group').say('refund order 204 for 5')
    expect(ana.private.say('yes').text).toContain('Nothing is waiting for your yes')
    world = createConversationWorld({ catalogue })
    const late = bothOf()
    late.group.say('refund order 205 for 5')
    world.wait(10 * 60_000)
    expect(late.private.say('yes').text).toContain('Nothing is waiting for your yes')
  })

  test('where it is somebody else who is asked', () => {
    world.chatOf({ id: 'bia', name: 'Bia' }, 'group-1', 'group').say('refund order 205 for 5')
    expect(bothOf().private.say('yes').text).toContain('Nothing is waiting for your yes')
  })
})
