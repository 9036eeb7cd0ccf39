/** What is said to a list to choose from: several of it at once, either end of it, the other one. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import type { ShopOrder } from '../testing/conversation/conversation-shop.ts'

const catalogue = await loadShippedCatalogue()
const lists = { en: "cancel Pedro's order", es: 'cancelá el pedido de Pedro', 'pt-BR': 'cancela o pedido do Pedro' }

const another: ShopOrder = { customer: 'Pedro Alves', cents: 5000, status: 'paid', refundedCents: 0, notes: [] }

type Language = keyof typeof lists

/** The orders of Pedro are listed: 207, 208, and as many after them as there should be more. */
function choose(language: Language, more: number, wish = lists[language]): Chat {
  const world = createConversationWorld({ catalogue })
  for (let at = 0; at < more; at++) world.shop.orders.set(String(209 + at), another)
  const chat = world.chatOf({ language })
  expect(chat.say(wish)).toMatchObject({ about: 'choose' })
  return chat
}

describe('several of a list at once', () => {
  const words = [
    ['en', 'the three'],
    ['en', 'all three'],
    ['en', 'all 3 of them'],
    ['en', 'no, all three'],
    ['en', 'the first two'],
    ['en', '1 and 3'],
    ['es', 'los tres'],
    ['es', 'las tres'],
    ['es', 'los 3'],
    ['es', 'los tres pedidos'],
    ['es', 'los cuatro'],
    ['es', 'los dos primeros'],
    ['es', 'los últimos dos'],
    ['es', 'el 1 y el 3'],
    ['es', '1, 2 y 3'],
    ['pt-BR', 'os três'],
    ['pt-BR', 'as três'],
    ['pt-BR', 'todos os 3'],
    ['pt-BR', 'os dois primeiros'],
    ['pt-BR', 'o 1 e o 3'],
  ] as const

  test.each(words)('%s: of “%s” one at a time is asked for, however many there are', (language, said) => {
    const told = /^(?:One after the other|Uno por uno|Um de cada vez)/u
    for (const more of [0, 1, 2]) {
      const chat = choose(language, more)
      expect(chat.say(said)).toMatchObject({ about: 'choose', text: expect.stringMatching(told) })
      expect(chat.say('2').preview?.target).toBe('208')
    }
  })

  test.each([
    ['en', 'three'],
    ['en', 'option 3'],
    ['en', 'the third'],
    ['es', 'el tres'],
    ['es', 'el 3'],
    ['pt-BR', 'o 3'],
  ] as const)('%s: “%s” is one of them', (language, said) => {
    expect(choose(language, 1).say(said).preview?.target).toBe('209')
  })

  test('all of them but one', () => {
    expect(choose('es', 1).say('los tres menos el 207').text).toMatch(/1\. 208.*\n2\. 209/u)
  })
})

describe('the other one of two', () => {
  test.each([
    ['en', 'show order 207', 'the other one'],
    ['es', 'muestra el pedido 207', 'el otro'],
    ['pt-BR', 'mostra o pedido 207', 'o outro'],
  ] as const)('%s: is the one that was not spoken of: %s, “%s”', (language, shown, said) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say(shown)
    chat.say(lists[language])
    expect(chat.say(said).preview?.target).toBe('208')
  })

  test.each([
    ['en', 'the other one'],
    ['es', 'el otro'],
    ['pt-BR', 'o outro'],
  ] as const)('%s: is asked for where neither was: “%s”', (language, said) => {
    expect(choose(language, 0).say(said).text).toMatch(/^(?:Which of the two|¿Cuál de los dos|Qual dos dois)/u)
  })
})

describe('another of the list, once one was chosen', () => {
  test.each([
    ['en', '1', 'no, 2', '208'],
    ['en', '1', 'no 2', '208'],
    ['en', '2', 'no, option 1', '207'],
    ['en', '2', 'sorry, number 1', '207'],
    ['es', '1', 'no, el 2', '208'],
    ['es', '1', 'no 2', '208'],
    ['es', '2', 'perdón el 1', '207'],
    ['es', '2', 'era el 1', '207'],
    ['es', '2', 'no, opción 1', '207'],
    ['pt-BR', '1', 'não, o 2', '208'],
    ['pt-BR', '2', 'desculpa, a 1', '207'],
  ] as const)('%s: after %s, “%s” is %s', (language, first, said, target) => {
    const chat = choose(language, 0)
    chat.say(first)
    expect(chat.say(said).preview).toMatchObject({ action: 'Cancel', target })
  })

  test('is not meant by the number of a thing', () => {
    const world = createConversationWorld({ catalogue })
    world.shop.orders.set('2', another)
    const chat = world.chatOf()
    chat.say(lists.en)
    // The order with that number stands in that place.
    chat.say('1')
    expect(chat.say('no, 2').preview?.target).toBe('2')
    expect(chat.say('no, 3').preview?.target).toBe('208')
  })

  test('or the sum is meant: the person says which', () => {
    const chat = choose('en', 0, 'refund 30 to Pedro')
    chat.say('2')
    expect(chat.say('no, 1').text).toMatch(/^What is that number for\?\n1\. Amount: R\$1\.00\n2\. Order 207/u)
    expect(chat.say('2').preview).toMatchObject({ target: '207', args: { amount: '30.00 BRL' } })
    expect(chat.say('no, option 2').preview).toMatchObject({ target: '208', args: { amount: '30.00 BRL' } })
  })

  test('is none where it is the one that was chosen', () => {
    const chat = choose('en', 0)
    chat.say('2')
    expect(chat.say('no 2').text).toBe('Dropped: Cancel order 208. Nothing was done.')
    expect(chat.session().pending).toBeNull()
  })

  test('is none beyond the list', () => {
    const chat = choose('en', 0)
    chat.say('2')
    expect(chat.say('no, 7').text).toContain('There is no order “7”.')
  })
})

/** The same list, which begins with the newest, 209. */
function chooseNewest(language: Language): Chat {
  const world = createConversationWorld({ catalogue })
  const { find } = world.shop
  world.shop.orders.set('209', another)
  world.shop = { ...world.shop, find: (by, value) => find(by, value).toReversed() }
  const chat = world.chatOf({ language })
  chat.say(lists[language])
  return chat
}

describe('the last one of a list that begins with the newest', () => {
  test.each([
    ['en', 'the last one', 'The newest of these, or the one at the bottom?'],
    ['en', 'just the last', 'The newest of these, or the one at the bottom?'],
    ['es', 'el último', '¿El más nuevo, o el de abajo?'],
    ['pt-BR', 'o último', 'O mais novo, ou o de baixo?'],
  ] as const)('%s: may be either end of it: “%s”', (language, said, asked) => {
    const chat = chooseNewest(language)
    expect(chat.say(said).text).toMatch(new RegExp(`^${RegExp.escape(asked)}\\n.*\\n1\\. 209.*\\n2\\. 207`, 'u'))
    expect(chat.say('2').preview?.target).toBe('207')
  })

  test.each([
    ['en', 'the last one of the list'],
    ['es', 'el último de la lista'],
    ['pt-BR', 'o último da lista'],
  ] as const)('%s: is at the bottom where the list is named: “%s”', (language, said) => {
    expect(chooseNewest(language).say(said).preview?.target).toBe('207')
  })
})
