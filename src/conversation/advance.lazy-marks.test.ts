/** People leave out question marks and apostrophes: what is said so is a look where something is called as was said, and nothing else. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

describe('without its apostrophe', () => {
  test.each(['marias order', 'maria souzas order', 'Marias order?', 'show marias order please'])(
    '“%s” is a look at that of Maria, or asks whether it is meant',
    (said) => {
      const { text } = createConversationWorld({ catalogue }).chatOf().say(said)
      expect(text).toMatch(/Order 204|Did you mean 204/u)
    },
  )

  test('“pedros order” asks which of his', () => {
    const { options } = createConversationWorld({ catalogue }).chatOf().say('pedros order')
    expect(options?.map(({ label }) => label.slice(0, 3))).toEqual(['207', '208'])
  })

  test.each(['sales order', 'boss order', 'make orders'])('“%s” is of nobody', (said) => {
    expect(createConversationWorld({ catalogue }).chatOf().say(said).about).toBe('help')
  })
})

describe('without its question mark', () => {
  test.each([
    ['en', 'status of order 204', 'what about joão'],
    ['en', 'status of order 204', 'how about joão'],
    ['es', 'estado del pedido 204', 'y el de joão'],
    ['pt-BR', 'status do pedido 204', 'e o do joão'],
  ])('%s: after “%s”, “%s” is a look', (language, look, said) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say(look)
    expect(chat.say(said).text).toContain('205')
  })

  test.each([
    ['en', 'what about the weather'],
    ['en', 'what about now'],
    ['es', 'y ahora'],
    ['pt-BR', 'e agora'],
  ])('%s: “%s” asks about nothing that there is', (language, said) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say(
      language === 'en' ? 'status of order 204' : language === 'es' ? 'estado del pedido 204' : 'status do pedido 204',
    )
    expect(chat.say(said).about).toBe('help')
  })

  test('leaves a preview as it is', () => {
    const chat = createConversationWorld({ catalogue }).chatOf()
    chat.say('cancel order 204')
    chat.say('what about pedro')
    expect(chat.session().pending?.draft.args).toEqual({ id: '204' })
  })
})
