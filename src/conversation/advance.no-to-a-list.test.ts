import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const lists = { en: "cancel Pedro's order", es: 'cancela el pedido de pedro', 'pt-BR': 'cancela o pedido do pedro' }

function answered(language: keyof typeof lists, said: string) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  expect(chat.say(lists[language])).toMatchObject({ about: 'choose' })
  return chat.sayAll(said).at(-1)
}

describe('a no to a list, and the thing that is meant', () => {
  test.each([
    ['en', 'no, 208', '208'],
    ['en', 'no, order 208', '208'],
    ['en', 'no the order 208', '208'],
    ['en', 'not that, order 208', '208'],
    ['en', 'no, order 204', '204'],
    ['es', 'no, el pedido 208', '208'],
    ['es', 'no, pedido 208', '208'],
    ['pt-BR', 'não, o pedido 208', '208'],
  ] as const)('%s: “%s” is about %s', (language, said, target) => {
    expect(answered(language, said)).toMatchObject({ about: 'preview', preview: { target } })
  })

  test('asks for something else where it says so', () => {
    expect(answered('en', 'no, status of order 204')).toMatchObject({ about: 'outcome' })
  })
})

describe('the last one of a list', () => {
  test.each([
    ['en', 'the last one'],
    ['en', 'the last'],
    ['es', 'la última'],
    ['es', 'quiero el último'],
    ['es', 'la ultima opción'],
    ['pt-BR', 'o último'],
    ['pt-BR', 'quero a última'],
  ] as const)('%s: “%s” is the one at the bottom', (language, said) => {
    expect(answered(language, said)).toMatchObject({ about: 'preview', preview: { target: '208' } })
  })

  test('is not guessed where the newest stand first', () => {
    const world = createConversationWorld({ catalogue })
    const reversed = [...world.shop.orders].toReversed()
    world.shop.orders.clear()
    for (const [id, order] of reversed) world.shop.orders.set(id, order)
    const chat = world.chatOf({ language: 'en' })
    chat.say(lists.en)
    expect(chat.say('the last one').preview).toBeUndefined()
    expect(chat.session().question).toMatchObject({ kind: 'choice' })
  })
})
