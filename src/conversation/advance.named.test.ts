import { beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()

let ana: Chat

/** The shipped catalogue with another text for how an order is named where it was found. */
function withOrderNamed(named: string): Catalogue {
  const english = shipped.locales.get('en')
  const order = english?.entities['order']
  if (english === undefined || order === undefined) throw new TypeError('No order in English')
  const entities = { ...english.entities, order: { ...order, named } }
  return { ...shipped, locales: new Map(shipped.locales).set('en', { ...english, entities }) }
}

describe('what was found and has a text for how it is named', () => {
  beforeEach(() => {
    ana = createConversationWorld({ catalogue: withOrderNamed('{customer} ({id})') }).chatOf()
  })

  test('is named so in the preview, which then has no label beside it', () => {
    expect(ana.say('cancel order 204').text.split('\n')[0]).toBe('⚠️ Cancel order Maria Souza (204)')
  })

  test('is named so where its preview is dropped or replaced', () => {
    ana.say('cancel order 204')
    expect(ana.say('cancel order 205').text).toContain('This takes the place of: Cancel order Maria Souza (204)')
    expect(ana.say('0').text).toBe('Dropped: Cancel order João Lima (205). Nothing was done.')
  })

  test('is listed by its label alone', () => {
    const { options } = ana.say("cancel Pedro's order")
    expect(options?.map(({ label }) => label)).toEqual(['Pedro Alves, R$75.00, paid', 'Pedro Alves, R$142.30, paid'])
  })

  test('is named so where it is asked whether it was heard well', () => {
    const { options } = ana.say('cancel order 204', { spoken: { confidence: 0.2 } })
    expect(options?.[0]?.label).toContain('Cancel order Maria Souza (204)')
  })

  test('is named so in its outcome, and where something else is asked of it', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect())
    expect(ana.work().at(-1)?.text).toMatch(/Order Maria Souza \(204\) cancelled/u)
    expect(ana.say('refund order 205').text).toBe('João Lima (205) · How much should be refunded?')
  })

  test('is chosen by its number where only things near it are there, for nobody knows their ids', () => {
    const near = ana.say('cancel order 299')
    expect(near.about).toBe('choose')
    expect(near.text).not.toContain('•')
    const label = near.options?.[0]?.label ?? ''
    expect(ana.say('1').text.split('\n')[0]).toContain(label.split(',')[0])
  })

  test('is named by its value in a phrase that confirms', () => {
    const { confirm } = createConversationWorld({ catalogue: withOrderNamed('{customer}') })
      .chatOf()
      .say('cancel order 204')
    expect(confirm?.expect).not.toContain('Maria')
  })
})

test('the same command asked for twice takes the place of nothing', () => {
  ana = createConversationWorld({ catalogue: withOrderNamed('{customer}') }).chatOf()
  ana.say('cancel order 204')
  expect(ana.say('cancel order 204').text).not.toContain('place of')
})
