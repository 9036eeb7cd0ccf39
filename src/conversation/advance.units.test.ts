import { beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const sentences: Readonly<Record<string, readonly string[]>> = {
  en: ['take [{amount} [kilo|kilos|kg|boxes] [of]] order {id}'],
  es: ['saca [{amount} [kilos|kg|cajas] [del]] pedido {id}'],
  'pt-BR': ['tira [{amount} [quilos|kg|caixas] [do]] pedido {id}'],
}
const catalogue = measuring(await loadShippedCatalogue())

/** The shipped catalogue with a command that takes so much of something. */
function measuring(shipped: Catalogue): Catalogue {
  const { parameters = [] } = shipped.commands.get('REFUND_ORDER') ?? {}
  const measured = withCommand(shipped, 'REFUND_ORDER', {
    command: {
      succeedsIf: null,
      parameters: parameters.map((each) =>
        each.name === 'amount' ? { ...each, type: 'decimal', schema: { type: 'number' } } : each,
      ),
    },
  })
  return { ...measured, locales: new Map([...measured.locales].map(([code, locale]) => [code, withTaking(locale)])) }
}

function withTaking(locale: Locale): Locale {
  const texts = locale.commands['orders.refund']
  if (texts === undefined) throw new TypeError('Nothing refunds an order')
  const own = { ...texts, sentences: sentences[locale.language] ?? [] }
  return { ...locale, commands: { ...locale.commands, 'orders.refund': own } }
}

let chat: Chat
const asks = { en: 'take order 204', es: 'saca pedido 204', 'pt-BR': 'tira pedido 204' }

beforeEach(() => {
  chat = createConversationWorld({ catalogue }).chatOf()
})

describe('whoever is asked how much says the unit, too', () => {
  test.each([
    ['en', '12 boxes', 12],
    ['en', '2kg', 2],
    ['en', '2.5 kilos', 2.5],
    ['en', 'half a kilo', 0.5],
    ['en', '2 kilos and a half', 2.5],
    ['en', 'two dozen boxes', 24],
    ['es', 'dos kilos y medio', 2.5],
    ['es', '2,5kg', 2.5],
    ['pt-BR', '3 caixas', 3],
  ] as const)('%s: “%s”', (language, said, amount) => {
    chat.person = { ...chat.person, language }
    expect(chat.say(asks[language])).toMatchObject({ about: 'ask' })
    expect(chat.say(said)).toMatchObject({ about: 'preview', preview: { args: { amount } } })
  })

  test.each([
    ['no, 4 kilos', 4],
    ['no, 3kg', 3],
    ['make it 6 boxes', 6],
  ])('and so does “%s”', (said, amount) => {
    chat.say('take 5 kilos of order 204')
    expect(chat.say(said)).toMatchObject({ about: 'preview', preview: { args: { amount } } })
  })

  test.each(['500 g', '12 bottles', '2 kilos of rice'])('“%s” is no such amount', (said) => {
    chat.say('take order 204')
    expect(chat.say(said)).toMatchObject({ about: 'ask' })
  })
})
