import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

/** Sentences that begin with what somebody is called, which may be anything. */
const sentences = ['{id:name} orders', '{id:name} order']

const shipped = await loadShippedCatalogue()
const catalogue: Catalogue = {
  ...shipped,
  locales: new Map(
    [...shipped.locales].map(([code, locale]) => {
      const texts = locale.commands['orders.status']
      if (texts === undefined) throw new TypeError('Nothing looks at an order')
      const open = { ...texts, sentences: [...texts.sentences, ...sentences] }
      return [code, { ...locale, commands: { ...locale.commands, 'orders.status': open } }]
    }),
  ),
}

const world = createConversationWorld({ catalogue })

describe('where a sentence begins with a name', () => {
  test.each(['HELP Orders', 'help orders', 'how do I cancel an order', 'how to refund an order'])(
    '“%s” asks for help all the same',
    (said) => {
      expect(world.chatOf().say(said)).toMatchObject({ about: 'help' })
    },
  )

  test('a name is one', () => {
    expect(world.chatOf().say('Maria orders')).toMatchObject({ about: 'outcome' })
  })
})
