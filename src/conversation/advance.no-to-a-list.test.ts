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

describe('a thing of a list that is denied', () => {
  test.each([
    ['en', 'not 207'],
    ['en', 'not the first'],
    ['en', 'not the first, the second'],
    ['en', '207 no, 208'],
    ['es', 'no el 207'],
    ['es', 'no 207'],
    ['es', 'no la 1'],
    ['es', 'no el primero'],
    ['es', 'la primera no'],
    ['es', 'la primera no, la segunda'],
    ['es', '1 no, 2'],
    ['es', 'el 207 no, el 208'],
    ['es', 'no el 207, gracias'],
    ['es', 'no el 207, el otro'],
    ['es', 'no el de 75'],
    ['pt-BR', 'não o 207'],
    ['pt-BR', 'não a primeira'],
    ['pt-BR', 'a primeira não, a segunda'],
    ['pt-BR', 'o 207 não, o 208'],
  ] as const)('%s: of “%s” the other one is meant', (language, said) => {
    expect(answered(language, said)).toMatchObject({ about: 'preview', preview: { target: '208' } })
  })

  test.each([
    ['es', 'no la última'],
    ['es', 'no el 208'],
    ['pt-BR', 'não o último'],
  ] as const)('%s: and of “%s”', (language, said) => {
    expect(answered(language, said)).toMatchObject({ about: 'preview', preview: { target: '207' } })
  })

  test.each([
    ['en', "not Maria's"],
    ['es', 'no el de maria'],
    ['es', 'el de maria no'],
    ['es', 'no el 204'],
    ['pt-BR', 'não o da maria'],
  ] as const)('%s: “%s”, which is not in it, is not taken', (language, said) => {
    expect(answered(language, said)).toMatchObject({ about: 'choose' })
  })

  test.each([
    ['es', 'no el de soler', '207'],
    ['es', 'el de soler no', '207'],
    ['es', 'el de soler no, el de alves', '207'],
    ['es', 'no el de alves', '209'],
    ['en', "not Soler's", '207'],
    ['pt-BR', 'não o do soler', '207'],
  ] as const)('%s: “%s” leaves out whose it is', (language, said, target) => {
    const world = createConversationWorld({ catalogue })
    world.shop.orders.delete('208')
    world.shop.orders.set('209', { customer: 'Pedro Soler', cents: 5000, status: 'paid', refundedCents: 0, notes: [] })
    const chat = world.chatOf({ language })
    expect(chat.say(lists[language])).toMatchObject({ about: 'choose' })
    expect(chat.say(said).preview?.target).toBe(target)
  })

  test('and what is to be done is denied as before', () => {
    expect(answered('es', 'no canceles nada')?.text).toMatch(/^Listo, lo dejo/u)
  })

  test('leaves the rest to choose from', () => {
    const world = createConversationWorld({ catalogue })
    world.shop.orders.set('209', { customer: 'Pedro Soler', cents: 5000, status: 'paid', refundedCents: 0, notes: [] })
    const chat = world.chatOf({ language: 'es' })
    chat.say(lists.es)
    expect(chat.say('no el 208').text).toMatch(/1\. 207.*\n2\. 209/u)
  })
})
