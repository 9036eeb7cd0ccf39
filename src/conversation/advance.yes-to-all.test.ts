/** Of several things that are asked for at once each is shown and confirmed by itself, whatever a yes is said to be for. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

test.each([
  ['en', 'reinstate 206 and cancel 205', ['yes to all', 'ok to both please', 'yes, to all of them'], /^Each is shown/u],
  ['es', 'reactiva el 206 y cancela el 205', ['sí a todo', 'dale a las dos'], /^Cada cosa se muestra/u],
  ['pt-BR', 'reativa o 206 e cancela o 205', ['sim pra tudo', 'sim, pros dois'], /^Cada coisa é mostrada/u],
])('%s: after “%s”, %j is a yes to what is shown alone', (language, wish, texts, told) => {
  for (const text of texts) {
    const world = createConversationWorld({ catalogue })
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect([text, chat.sayAll(text)[0]?.text]).toEqual([text, expect.stringMatching(told)])
    expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['confirmed'])
    expect(chat.work().at(-1)?.preview).toMatchObject({ target: '205' })
  }
})

test.each([
  ['en', 'cancel 204 and 205', 'yes to all', 'reply CONFIRM and the code'],
  ['es', 'cancela el 204 y el 205', 'sí a todo', 'responde CONFIRMAR y el código'],
  ['pt-BR', 'cancela o 204 e o 205', 'sim pra tudo', 'responda CONFIRMAR e o código'],
])('%s: after “%s”, “%s” is no code', (language, wish, text, told) => {
  const world = createConversationWorld({ catalogue })
  const chat = world.chatOf({ language })
  chat.say(wish)
  expect(chat.say(text).text).toContain(told)
  expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['accepted'])
})

test('to what is asked for alone it is a yes, and nothing is said of others', () => {
  const chat = createConversationWorld({ catalogue }).chatOf()
  chat.say('reinstate 206')
  expect(chat.sayAll('yes to all')).toEqual([])
  expect(chat.session().pending).toBeNull()
})

test.each([
  ['en', 'cancel 204 and 205', 'skip this one'],
  ['es', 'cancela el 204 y el 205', 'salta este'],
  ['pt-BR', 'cancela o 204 e o 205', 'pula esse'],
])('%s: after “%s”, “%s” drops what is shown, and goes on to the next', (language, wish, text) => {
  const world = createConversationWorld({ catalogue })
  const chat = world.chatOf({ language })
  chat.say(wish)
  expect(chat.say(text).preview).toMatchObject({ target: '205' })
  expect([...world.ledger.commands.values()].map(({ reason }) => reason)).toEqual(['declined', null])
})

test.each([
  ['en', 'refund 204 and cancel 205', 'skip this one'],
  ['es', 'reembolsa el 204 y cancela el 205', 'salta este'],
  ['pt-BR', 'reembolsa o 204 e cancela o 205', 'pula essa'],
])('%s: after “%s”, “%s” drops the question, too', (language, wish, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  expect(chat.say(wish).about).toBe('ask')
  expect(chat.say(text).preview).toMatchObject({ target: '205' })
})
