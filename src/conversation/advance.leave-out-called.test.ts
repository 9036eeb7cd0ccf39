import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const wishes = {
  en: 'cancel orders 204, 205 and 207',
  es: 'cancela los pedidos 204, 205 y 207',
  'pt-BR': 'cancela os pedidos 204, 205 e 207',
}

function worldOf(language: keyof typeof wishes) {
  const world = createConversationWorld({ catalogue })
  const chat = world.chatOf({ language })
  expect(chat.say(wishes[language]).preview).toMatchObject({ target: '204' })
  return { world, chat }
}

function left(chat: ReturnType<typeof worldOf>['chat']) {
  const { pending, wishes: waiting } = chat.session()
  return [pending?.draft.args['id'], ...waiting.map(({ wish }) => wish.args['id'])]
}

describe('one of several, told by what it is called', () => {
  test.each([
    ['en', "not João's"],
    ['en', 'not the one of João'],
    ['en', 'not the order of João'],
    ['en', 'not João'],
    ['en', "without João's order"],
    ['en', "don't cancel João's order"],
    ['en', 'never mind João'],
    ['pt-BR', 'não o do João'],
    ['pt-BR', 'a do João não'],
    ['pt-BR', 'o pedido do João não'],
    ['pt-BR', 'menos o do João'],
    ['pt-BR', 'não cancela o do João'],
    ['es', 'no el de João'],
    ['es', 'el de João no'],
    ['es', 'el pedido de João no'],
    ['es', 'menos el de João Lima'],
    ['es', 'no canceles el de João'],
  ] as const)('%s: “%s” leaves it out where it waits', (language, said) => {
    const { world, chat } = worldOf(language)
    expect(chat.say(said).about).toBe('info')
    expect(left(chat)).toEqual(['204', '207'])
    expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['accepted'])
  })

  test.each([
    ['en', "not Maria's"],
    ['en', "don't cancel Maria's order"],
    ['pt-BR', 'o da Maria não'],
    ['es', 'el de Maria no'],
  ] as const)('%s: “%s” drops what is previewed, and goes on with the next', (language, said) => {
    const { chat } = worldOf(language)
    expect(chat.sayAll(said).at(-1)?.preview).toMatchObject({ target: '205' })
    expect(left(chat)).toEqual(['205', '207'])
  })

  test('is found where it waits by its name', () => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language: 'pt-BR' })
    chat.say('cancela o 204 e o pedido do João')
    chat.say('o do João Lima não')
    expect(left(chat)).toEqual(['204'])
  })

  test.each([
    ['en', "not Rui's"],
    ['en', 'not Rui'],
    ['en', 'not the one of Rui'],
    ['pt-BR', 'o do Rui não'],
    ['pt-BR', 'não o do Rui'],
    ['es', 'el de Rui no'],
    ['es', 'no el de Rui'],
  ] as const)('%s: “%s” drops nothing where none is called so, and shows anew what waits', (language, said) => {
    const { chat } = worldOf(language)
    const reply = chat.say(said)
    expect(reply).toMatchObject({ about: 'preview', preview: { target: '204' } })
    expect(reply.text).toContain('Rui')
    expect(left(chat)).toEqual(['204', '205', '207'])
  })

  test('is asked for where two are called so', () => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language: 'en' })
    chat.say('cancel orders 204, 207 and 208')
    expect(chat.say("not Pedro's")).toMatchObject({ about: 'preview', preview: { target: '204' } })
    expect(left(chat)).toEqual(['204', '207', '208'])
  })

  test.each([
    ['en', 'no, the order of João', '205'],
    ['es', 'no, el de João', '205'],
    ['pt-BR', 'não, o do João', '205'],
  ] as const)('%s: “%s” is a correction behind its pause', (language, said, target) => {
    const { chat } = worldOf(language)
    expect(chat.sayAll(said).at(-1)?.preview).toMatchObject({ target })
  })

  test('is told from what is meant in its place', () => {
    const { chat } = worldOf('en')
    chat.sayAll('not Maria, João')
    expect(left(chat)[0]).toBe('205')
  })

  test('is none where that says something else', () => {
    const { chat } = worldOf('en')
    expect(chat.say('not sure').about).toBe('info')
    expect(chat.session().pending).toBeNull()
  })

  test('is no other one than what is previewed alone', () => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language: 'pt-BR' })
    chat.say('cancela o pedido 204')
    expect(chat.say('não cancela o do João').preview).toBeUndefined()
  })
})
