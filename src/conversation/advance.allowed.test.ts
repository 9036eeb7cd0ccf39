/** "Pode agendar", "you may cancel it", "agendar", while just that waits: a yes, or what is asked about, and no other wish. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withTokens } from '../testing/catalogues/verb-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const verbs = {
  en: withTokens(catalogue, { REINSTATE_ORDER: 'REINSTATE', CANCEL_ORDER: 'CANCEL' }),
  es: withTokens(catalogue, { REINSTATE_ORDER: 'REACTIVAR', CANCEL_ORDER: 'CANCELAR' }),
  'pt-BR': withTokens(catalogue, { REINSTATE_ORDER: 'REATIVAR', CANCEL_ORDER: 'CANCELAR' }),
}
const reinstating = { en: 'reinstate order 206', es: 'reactiva el pedido 206', 'pt-BR': 'reativa o pedido 206' }
const cancelling = { en: 'cancel order 204', es: 'cancela el pedido 204', 'pt-BR': 'cancela o pedido 204' }

function talk(language: keyof typeof verbs, wish: string, calledByVerbs = true) {
  const world = createConversationWorld({ catalogue: calledByVerbs ? verbs[language] : catalogue })
  const chat = world.chatOf({ language })
  const asked = chat.say(wish)
  const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)
  return { chat, asked, statuses }
}

describe('a permission with the verb of what waits', () => {
  test.each([
    ['en', 'you can reinstate'],
    ['en', 'you may reinstate it'],
    ['en', 'go ahead and reinstate it'],
    ['es', 'puedes reactivar'],
    ['es', 'sí, puedes reactivar'],
    ['pt-BR', 'pode reativar'],
    ['pt-BR', 'você pode reativar'],
    ['pt-BR', 'isso, reativa'],
  ] as const)('is a yes where a yes is enough, whatever the command is called: %s, “%s”', (language, text) => {
    for (const byVerbs of [true, false]) {
      const { chat, statuses } = talk(language, reinstating[language], byVerbs)
      chat.sayAll(text)
      expect([byVerbs, ...statuses()]).toEqual([byVerbs, 'confirmed'])
    }
  })

  test.each([
    ['es', 'puedes reactivar el 206'],
    ['es', 'puedes reactivarlo'],
    ['pt-BR', 'pode reativar o 206'],
    ['pt-BR', 'pode reativar o pedido'],
    ['pt-BR', 'pode reativar um pedido'],
  ] as const)('is asked about where it may be the wish once more: %s, “%s”', (language, text) => {
    const { chat, statuses } = talk(language, reinstating[language])
    expect(chat.say(text)).toMatchObject({ about: 'refusal', text: expect.stringContaining('206') })
    expect(statuses()).toEqual(['accepted'])
    chat.sayAll(chat.expect())
    expect(statuses()).toEqual(['confirmed'])
  })

  test.each([
    ['en', 'you can cancel'],
    ['en', 'you may cancel it'],
    ['en', 'go ahead and cancel'],
    ['en', 'go ahead and cancel it'],
    ['es', 'puedes cancelar'],
    ['es', 'puedes cancelarlo'],
    ['pt-BR', 'pode cancelar'],
    ['pt-BR', 'pode cancelar o pedido'],
    ['pt-BR', 'pode cancelar o 204'],
    ['pt-BR', 'isso, cancela'],
  ] as const)('is not enough for what wants a code, and drops nothing: %s, “%s”', (language, text) => {
    for (const byVerbs of [true, false]) {
      const { chat, statuses } = talk(language, cancelling[language], byVerbs)
      const told = chat.say(text)
      expect(told).toEqual(chat.say(language === 'en' ? 'yes' : 'ok'))
      expect(statuses()).toEqual(['accepted'])
      chat.sayAll(chat.expect())
      expect(statuses()).toEqual(['confirmed'])
    }
  })

  test.each([
    ['pt-BR', 'pode reativar o 205'],
    ['pt-BR', 'pode cancelar o 205'],
    ['pt-BR', 'pode cancelar o pedido'],
    ['es', 'puedes reactivar el 205'],
    ['en', 'you can reinstate order 205'],
    ['en', 'go ahead and cancel order 205'],
  ] as const)('of something else confirms nothing of what is open, or that alone: %s, “%s”', (language, text) => {
    const { chat } = talk(language, reinstating[language])
    chat.sayAll(text)
    expect(chat.work()).toEqual([])
    // A yes alone would have been enough.
    const { chat: other } = talk(language, reinstating[language])
    other.sayAll(language === 'en' ? 'yes' : 'ok')
    expect(other.work()).toHaveLength(1)
  })

  test.each([
    ['en', 'you may cancel'],
    ['es', 'puedes cancelar'],
    ['pt-BR', 'pode cancelar'],
  ] as const)('drops something else: %s, “%s”', (language, text) => {
    const { chat, statuses } = talk(language, reinstating[language])
    chat.sayAll(text)
    expect(statuses()).toEqual(['declined'])
  })

  test.each([
    ['en', 'can you reinstate it?'],
    ['es', '¿puedes reactivar?'],
    ['pt-BR', 'pode reativar?'],
    ['pt-BR', 'não pode reativar'],
    ['pt-BR', 'pode reativar amanhã'],
  ] as const)('is none in a question, where it is denied, or for later: %s, “%s”', (language, text) => {
    const { chat } = talk(language, reinstating[language])
    chat.sayAll(text)
    expect(chat.work()).toEqual([])
  })
})

describe('the bare verb that the token is', () => {
  test.each([
    ['en', 'reinstate'],
    ['es', 'reactivar'],
    ['pt-BR', 'reativar'],
  ] as const)('is asked about, and drops nothing: %s, “%s”', (language, text) => {
    const { chat, statuses } = talk(language, reinstating[language])
    expect(chat.say(text)).toMatchObject({ about: 'refusal', text: expect.stringContaining('206') })
    expect(statuses()).toEqual(['accepted'])
  })

  test('is another wish where it is written as a token, or of another command', () => {
    const written = talk('pt-BR', reinstating['pt-BR'])
    expect(written.chat.say('REATIVAR').about).toBe('ask')
    const other = talk('pt-BR', cancelling['pt-BR'])
    expect(other.chat.say('reativar').about).toBe('ask')
  })
})

test.each([
  ['en', 'add a note to 206: fragile', 'yes, and add a note'],
  ['es', 'agrega una nota al 206: frágil', 'sí, y agrega una nota'],
  ['pt-BR', 'anota no 206: frágil', 'sim, e adiciona uma nota'],
] as const)('%s: after “%s”, “%s” is a yes, and one more', (language, wish, text) => {
  const { chat, statuses } = talk(language, wish)
  expect(chat.say(text).about).toBe('info')
  expect(statuses()).toEqual(['confirmed'])
  chat.work()
  expect(chat.replies.at(-1)?.about).toBe('ask')
})
