import { beforeAll, expect, test } from 'vitest'
import type { Catalogue, Command, CommandTexts, Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = withRaise(await loadShippedCatalogue())
})

function talk(language: string): Chat {
  const world = createConversationWorld({ catalogue })
  world.shop.orders.set('5', { customer: 'Rita', cents: 5_000, status: 'paid', refundedCents: 0, notes: [] })
  return world.chatOf({ language })
}

const wishes: Readonly<Record<string, string>> = {
  en: 'raise 204 by 7.5%',
  'pt-BR': 'aumenta o 204 em 7,5%',
  es: 'aumenta el 204 en 7,5%',
}

test.each([
  ['en', 'make it 5'],
  ['en', 'no, 5'],
  ['pt-BR', 'não, 5'],
  ['es', 'no, 5'],
])('%s: “%s” may be the percentage or another thing, and is asked about', (language, text) => {
  const ana = talk(language)
  ana.say(wishes[language] ?? '')
  expect(ana.say(text)).toMatchObject({ about: 'choose', options: [{ n: 1 }, { n: 2 }] })
  expect(ana.say('1').preview?.args).toEqual({ id: '204', percent: 5 })
})

test.each([
  ['en', 'make it 5%', { id: '204', percent: 5 }],
  ['en', 'no, 5 percent', { id: '204', percent: 5 }],
  ['en', 'no, 8', { id: '204', percent: 8 }],
  ['en', 'no, order 5', { id: '5', percent: 7.5 }],
  ['en', 'no, minus 5 percent', { id: '204', percent: -5 }],
  ['en', 'raise it by 12', { id: '204', percent: 12 }],
  ['pt-BR', 'não, 5%', { id: '204', percent: 5 }],
  ['pt-BR', 'não, menos 5 por cento', { id: '204', percent: -5 }],
  ['es', 'no, 5%', { id: '204', percent: 5 }],
  ['es', 'no, menos 5%', { id: '204', percent: -5 }],
])('%s: “%s” can be one of them only', (language, text, args) => {
  const ana = talk(language)
  ana.say(wishes[language] ?? '')
  expect(ana.say(text).preview?.args).toEqual(args)
})

function withRaise(shipped: Catalogue): Catalogue {
  const like = shipped.commands.get('REINSTATE_ORDER')
  const [id] = like?.parameters ?? []
  if (like === undefined || id === undefined) throw new TypeError('No REINSTATE_ORDER')
  const command: Command = {
    ...like,
    token: 'RAISE_PRICE',
    path: 'prices.raise',
    scope: 'orders.reinstate',
    undo: null,
    facts: [],
    succeedsIf: null,
    contract: { commandRef: 'urn:test:raise' },
    parameters: [id, percent],
  }
  const locales = [...shipped.locales].map(([code, locale]): [string, typeof locale] => {
    const own = texts[code]
    return [code, own === undefined ? locale : { ...locale, commands: { ...locale.commands, 'prices.raise': own } }]
  })
  return { ...shipped, commands: new Map(shipped.commands).set('RAISE_PRICE', command), locales: new Map(locales) }
}

const percent: Parameter = {
  name: 'percent',
  kind: 'scalar',
  required: true,
  type: 'percent',
  schema: { type: 'number', format: 'percent', minimum: -50, maximum: 50 },
  entity: null,
}

const texts: Readonly<Record<string, CommandTexts>> = {
  en: textsOf('raise {id} by {percent}'),
  'pt-BR': textsOf('aumenta [o] {id} em {percent}'),
  es: textsOf('aumenta [el] {id} en {percent}'),
}

function textsOf(wish: string): CommandTexts {
  return {
    title: 'raise',
    summary: 'Raise of {id} by {percent}',
    effect: 'raised',
    done: 'done',
    labels: { id: 'order', percent: 'change' },
    questions: { id: 'Which?', percent: 'By how much?' },
    sentences: [wish],
    examples: [],
  }
}
