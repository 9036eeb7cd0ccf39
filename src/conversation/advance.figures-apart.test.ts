import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

function chatIn(language: string) {
  return createConversationWorld({ catalogue }).chatOf({ language })
}

describe('figures that stand apart', () => {
  test.each([
    ['en', 'cancel order 2 0 4', 'You said “2 0 4”: 204.'],
    ['es', 'cancela el pedido 2 0 4', 'Dijiste “2 0 4”: 204.'],
    ['pt-BR', 'cancela o pedido 2 0 4', 'Você disse “2 0 4”: 204.'],
  ])('%s: “%s” may be several things: the preview says which one it was taken for', (language, said, readBack) => {
    expect(chatIn(language).say(said).text).toContain(readBack)
  })

  test.each(['cancel order 204', 'cancel order two oh four', 'cancel order two hundred and four'])(
    '“%s” is not read back',
    (said) => {
      const { text, preview } = chatIn('en').say(said)
      expect(preview).toMatchObject({ target: '204' })
      expect(text).not.toContain('You said')
    },
  )
})
