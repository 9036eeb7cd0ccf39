import { beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue, Command } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

/** Things whose ids are as small as the numbers of a list: "3" must not be another one than order 3. */

const catalogue = await loadShippedCatalogue()

/** Things whose ids are words, as the codes of products are. */
const withCodes: Catalogue = {
  ...catalogue,
  commands: new Map([...catalogue.commands].map(([token, each]) => [token, anyId(each)])),
}

/** Things that are called by a name alone. */
const withNamed: Catalogue = {
  ...catalogue,
  locales: new Map(
    [...catalogue.locales].map(([code, locale]) => {
      const texts = locale.entities['order']
      if (texts === undefined) throw new TypeError('Nothing is an order')
      return [
        code,
        { ...locale, entities: { ...locale.entities, order: { ...texts, label: '{customer}', named: '{customer}' } } },
      ]
    }),
  ),
}

function anyId(command: Command): Command {
  const parameters = command.parameters.map((each) =>
    each.entity === 'order' ? { ...each, schema: { ...each.schema, pattern: '^[A-Z]+(-[0-9]+)?$' } } : each,
  )
  return { ...command, parameters }
}

let world: ConversationWorld
let ana: Chat

function order(customer: string, cents = 12_000) {
  return { customer, cents, status: 'paid', refundedCents: 0, notes: [] } as const
}

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  for (const id of ['2', '11', '3', '31']) world.shop.orders.set(id, { ...order('Vera Peña'), notes: [] })
  ana = world.chatOf()
})

describe('a list of things whose ids are numbers of the list', () => {
  test('has each of them at its own number, and the others around them', () => {
    const { options } = ana.say("cancel Vera's order")
    expect(options?.map(({ n, label }) => `${n}: ${label.split(' ')[0]}`)).toEqual(['1: 11', '2: 2', '3: 3', '4: 31'])
  })

  test.each(['3', 'three', 'order 3', '#3', 'the third', 'the order 3'])('“%s” is order 3', (said) => {
    ana.say("cancel Vera's order")
    expect(ana.say(said)).toMatchObject({ about: 'preview', preview: { target: '3' } })
  })

  test.each([
    ['1', '11'],
    ['11', '11'],
    ['order 31', '31'],
    ['4', '31'],
  ])('“%s” is order %s', (said, id) => {
    ana.say("cancel Vera's order")
    expect(ana.say(said)).toMatchObject({ about: 'preview', preview: { target: id } })
  })

  test('is put in order anew when it becomes shorter', () => {
    ana.say("cancel Vera's order")
    const { options } = ana.say('all but 3')
    expect(options?.map(({ n, label }) => `${n}: ${label.split(' ')[0]}`)).toEqual(['1: 11', '2: 2', '3: 31'])
    expect(ana.say('order 2')).toMatchObject({ preview: { target: '2' } })
  })
})

describe('a list of things that are known by a code', () => {
  const customers = ['Vera 7', 'Vera 12', 'Vera Box', 'Vera Six', 'Vera Ab', 'Vera Seven']

  beforeEach(() => {
    world = createConversationWorld({ catalogue: withCodes })
    const codes = ['BOX-77', 'BOX-7', 'JAM-3', 'SIX', 'AB-12', 'SEVEN']
    for (const [at, code] of codes.entries())
      world.shop.orders.set(code, { ...order(customers[at] ?? '', 700), notes: [] })
    ana = world.chatOf()
  })

  test.each([
    ['BOX-7', 'BOX-7'],
    ['box-7', 'BOX-7'],
    ['the BOX-77', 'BOX-77'],
    ['AB-12', 'AB-12'],
    ['SIX', 'SIX'],
    ['six', 'SEVEN'],
    ['6', 'SEVEN'],
  ])('“%s” is %s', (said, id) => {
    expect(ana.say("cancel Vera's order").options).toHaveLength(6)
    expect(ana.say(said)).toMatchObject({ about: 'preview', preview: { target: id } })
  })
})

describe('a list of things whose ids nobody sees', () => {
  beforeEach(() => {
    world = createConversationWorld({ catalogue: withNamed })
    world.shop.orders.set('2', { ...order('Vera Alves'), notes: [] })
    world.shop.orders.set('1', { ...order('Vera Braga'), notes: [] })
    world.shop.orders.set('7', { ...order('Vera Costa'), notes: [] })
    ana = world.chatOf()
  })

  test.each(['1', 'no, 1', 'the first'])('has its own numbers: “%s” is the first', (said) => {
    expect(ana.say("cancel Vera's order").options).toHaveLength(3)
    expect(ana.say(said)).toMatchObject({ about: 'preview', preview: { target: '2' } })
  })

  test('has no number beyond its end', () => {
    ana.say("cancel Vera's order")
    expect(ana.say('7')).toMatchObject({ about: 'choose' })
  })
})
