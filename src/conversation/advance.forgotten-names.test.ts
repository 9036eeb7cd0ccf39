import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

const previewed = [
  ['en', "cancel Maria Souza's order", 'never mind Maria'],
  ['en', "cancel Maria Souza's order", 'forget about Maria, please'],
  ['en', "cancel Maria Souza's order", 'forget Maria'],
  ['en', "cancel Maria Souza's order", 'Forget maria souza'],
  ['pt-BR', 'cancela o pedido da Maria Souza', 'esquece a Maria'],
  ['pt-BR', 'cancela o pedido da Maria Souza', 'deixa pra lá a Maria Souza'],
  ['es', 'cancela el pedido de Maria Souza', 'olvida a María'],
] as const

test.each(previewed)('%s: after “%s”, “%s” drops it, and forgets nobody for good', (language, wish, words) => {
  const world = createConversationWorld({ catalogue })
  const chat = world.chatOf({ language })
  expect(chat.say(wish).about).toBe('preview')
  expect(chat.sayAll(words)).toMatchObject([{ about: 'info' }])
  expect(chat.session()).toMatchObject({ pending: null, question: null })
  expect([...world.ledger.commands.values()].map(({ reason }) => reason)).toEqual(['declined'])
})

test.each([
  ['en', 'cancel orders 204 and 207', 'never mind Helena'],
  ['pt-BR', 'cancela os pedidos 204 e 207', 'esquece a Helena'],
  ['es', 'cancela los pedidos 204 y 207', 'olvida a Helena'],
])('%s: after “%s”, “%s” is not understood where nothing is called so', (language, wish, words) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(words).about).toBe('help')
  expect(chat.session()).toMatchObject({ pending: { draft: { args: { id: '204' } } }, wishes: [{}] })
})

test.each([
  ['en', "cancel order 204, then cancel Pedro Alves's order", 'never mind Pedro'],
  ['pt-BR', 'cancela o pedido 204 e depois cancela o pedido do Pedro Alves', 'esquece o Pedro'],
])('%s: after “%s”, “%s” leaves out what waits about him', (language, wish, words) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.session().wishes).toHaveLength(1)
  chat.say(words)
  expect(chat.session()).toMatchObject({ pending: { draft: { args: { id: '204' } } }, wishes: [] })
})

test.each([
  ['pt-BR', 'esquece a Maria'],
  ['pt-BR', 'esqueça o Pedro Alves'],
  ['es', 'olvida a Maria'],
  ['en', 'never mind Maria'],
])('%s: “%s” alone asks to forget nobody for good', (language, words) => {
  const world = createConversationWorld({ catalogue })
  expect(world.chatOf({ language }).say(words)).toMatchObject({ about: 'help' })
  expect(world.ledger.commands.size).toBe(0)
})

test('“forget about Ana”, asked for again over its own preview, is still wanted', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say('forget the person Ana')
  expect(chat.say('forget about Ana').about).not.toBe('info')
})

test.each(['FORGET Maria', 'forget person=Maria', 'forget the person Maria'])(
  '“%s” asks for the command of that name beside an open preview about somebody who is called so',
  (words) => {
    const chat = createConversationWorld({ catalogue }).chatOf()
    chat.say("cancel Maria Souza's order")
    expect(chat.say(words).about).not.toBe('info')
  },
)

test.each(['forget Maria', 'Forget Maria', 'forget Maria Souza', 'FORGET Maria'])(
  '“%s” asks to forget somebody where nothing is open about them',
  (words) => {
    const world = createConversationWorld({ catalogue })
    const { find } = world.shop
    const maria = { id: '+5511990000008', name: 'Maria Souza' }
    world.shop = { ...world.shop, find: (by, value) => (by === 'name' ? [maria] : find(by, value)) }
    const chat = world.chatOf()
    expect(chat.say(words)).toMatchObject({ about: 'preview', preview: { action: 'Forget' } })
    chat.say('0')
    chat.say('cancel order 205')
    expect(chat.say(words)).toMatchObject({ about: 'preview', preview: { action: 'Forget' } })
  },
)

test.each([
  ['en', 'forget it'],
  ['en', 'Forget everything'],
  ['en', 'Forget that!'],
  ['en', 'forget about it'],
  ['pt-BR', 'esquece tudo'],
  ['es', 'olvida todo'],
])('%s: “%s” drops what is open', (language, words) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('CANCEL_ORDER id=205')
  expect(chat.say(words)).toMatchObject({ about: 'info', command: { reason: 'declined' } })
})
