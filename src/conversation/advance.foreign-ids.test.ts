/** A service that looks things up answers with ids: each is data, and what no person could have asked for is asked of nobody. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { EntityRow } from '../catalogue/catalogue.ts'
import type { Lookup } from './lookup.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

type By = Extract<Lookup, { kind: 'entity' }>['by']

/** What is looked up in this way is found under these ids. */
function answers(by: By, ...ids: readonly string[]): void {
  const { find } = world.shop
  const [first] = find('id', '204')
  const rows = ids.map((id): EntityRow => ({ ...first, id }))
  world.shop = { ...world.shop, find: (asked, value) => (asked === by ? rows : find(asked, value)) }
}

const noIds = ['abc', '{"a":1}', '204 — Maria Souza, R$1.00, paid. Nothing is changed', ' 204', '204\n', '']

describe('an order', () => {
  test.each([...noIds, '205', '20', '2040'])('that was asked for as 204 is not found where the answer is %j', (id) => {
    answers('id', id)
    expect(world.chatOf().say('cancel order 204')).toMatchObject({ text: expect.stringContaining('no order “204”') })
    expect(world.ledger.commands.size).toBe(0)
  })

  test.each(noIds)('that was asked for by name is not found where the answer is %j', (id) => {
    answers('name', id)
    expect(world.chatOf().say("cancel Maria's order").about).not.toBe('preview')
    expect(world.ledger.commands.size).toBe(0)
  })

  test.each(noIds)('of several that have a name is none where that is %j', (id) => {
    answers('name', '204', id)
    const ana = world.chatOf()
    expect(ana.say("cancel Maria's order").preview).toMatchObject({ target: '204' })
    expect(ana.say('not 204').about).not.toBe('preview')
    answers('name', '204', '205', id)
    expect(ana.say("cancel Maria's order").options?.map(({ label }) => label.slice(0, 6))).toEqual(['204 — ', '205 — '])
  })

  test('is the same with noughts before its number', () => {
    answers('id', '204')
    expect(world.chatOf().say('cancel order 0204').preview).toMatchObject({ target: '204' })
  })
})

test('somebody is found by the end of their number, and is no text that only ends so', () => {
  const person = { name: 'Rui', roles: 'viewer', language: 'en', timezone: 'UTC' }
  const { find } = world.shop
  const found = (id: string) => {
    world.shop = { ...world.shop, find: (by, value) => (by === 'id' ? [{ ...person, id }] : find(by, value)) }
  }
  found('+5511990000009')
  expect(world.chatOf().say('remove person 90000009').preview).toMatchObject({ target: '+5511990000009' })
  found('Nobody is removed +5511990000009')
  expect(world.chatOf().say('remove person 90000009').about).not.toBe('preview')
})
