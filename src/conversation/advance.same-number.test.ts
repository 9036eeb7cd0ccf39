/** "El 204 cancelalo", where orders and quotes have numbers, and both can be cancelled. */
import { expect, test } from 'vitest'
import type { Catalogue, Command } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const quotes: Readonly<Record<string, { readonly cancel: string; readonly title: string }>> = {
  en: { cancel: 'cancel [the]', title: 'quote' },
  es: { cancel: '(cancela|cancelá) [el]', title: 'presupuesto' },
  'pt-BR': { cancel: 'cancela [o]', title: 'orçamento' },
}

const catalogue = withQuotes(await loadShippedCatalogue())

test.each([
  ['en', 'the 204 cancel it'],
  ['es', 'el 204 cancelalo'],
  ['pt-BR', 'o 204 cancela ele'],
])('%s: “%s” is asked about', (language, said) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  expect(chat.say(said)).toMatchObject({ about: 'choose', options: [{ n: 1 }, { n: 2 }] })
})

test.each([
  ['en', 'order 204', 'the 204 cancel it'],
  ['es', 'pedido 204', 'el 204 cancelalo'],
  ['pt-BR', 'pedido 204', 'o 204 cancela ele'],
])('%s: behind “%s” “%s” is that order', (language, shown, said) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(shown)
  expect(chat.say(said)).toMatchObject({ about: 'preview', command: { name: 'CANCEL_ORDER' } })
})

test.each([
  ['en', 'the quote 204 cancel it'],
  ['es', 'el presupuesto 204 cancelalo'],
  ['pt-BR', 'o orçamento 204 cancela ele'],
])('%s: “%s” says the kind, though nothing shows quotes', (language, said) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  expect(chat.say(said)).toMatchObject({ about: 'preview', command: { name: 'CANCEL_QUOTE' } })
})

/** The same catalogue with quotes, which can be cancelled and not be looked at. */
function withQuotes(shipped: Catalogue): Catalogue {
  const like = shipped.commands.get('CANCEL_ORDER')
  const [id] = like?.parameters ?? []
  if (like === undefined || id === undefined) throw new TypeError('No CANCEL_ORDER')
  const cancel: Command = {
    ...like,
    token: 'CANCEL_QUOTE',
    path: 'quotes.cancel',
    contract: { commandRef: 'urn:test:cancel-quote' },
    undo: null,
    facts: [],
    succeedsIf: null,
    parameters: [{ ...id, entity: 'quote' }],
  }
  const locales = [...shipped.locales].map(([code, locale]): [string, typeof locale] => {
    const texts = locale.commands['orders.cancel']
    const { order } = locale.entities
    const quote = quotes[code]
    if (texts === undefined || order === undefined || quote === undefined) throw new TypeError(`No order in ${code}`)
    const own = { ...texts, sentences: [`${quote.cancel} ${quote.title} {id}`] }
    return [
      code,
      {
        ...locale,
        commands: { ...locale.commands, 'quotes.cancel': own },
        entities: { ...locale.entities, quote: { ...order, title: quote.title } },
      },
    ]
  })
  const order = shipped.entities.get('order')
  if (order === undefined) throw new TypeError('No orders')
  return {
    ...shipped,
    version: `${shipped.version}+quotes`,
    commands: new Map(shipped.commands).set('CANCEL_QUOTE', cancel),
    entities: new Map(shipped.entities).set('quote', order),
    locales: new Map(locales),
  }
}
