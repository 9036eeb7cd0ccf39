import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let ana: Chat

beforeEach(() => {
  ana = createConversationWorld({ catalogue }).chatOf()
  ana.say('show order 204')
  ana.work()
})

function targetOf(text: string): string | undefined {
  return ana.sayAll(text).at(-1)?.preview?.target ?? undefined
}

describe('"it" once an order was shown', () => {
  test('is that order', () => {
    expect(targetOf('cancel it')).toBe('204')
  })

  test.each(['and what about the one of Helena?', 'show order 999', 'cancel order 999'])(
    'is nothing once something was spoken of that is not known: “%s”',
    (text) => {
      ana.sayAll(text)
      ana.sayAll('0')
      expect(targetOf('cancel it')).toBeUndefined()
    },
  )

  test('is still that order after a courtesy, and after help', () => {
    ana.sayAll('thanks')
    ana.sayAll('help')
    expect(targetOf('cancel it')).toBe('204')
  })
})
