import { beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withStays } from '../testing/catalogues/stays-catalogue.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = withStays(await loadShippedCatalogue())
})

/** On Sunday, 1 March 2026. */
function talk(language: string): Chat {
  return createConversationWorld({ catalogue }).chatOf({ language, timeZone: 'America/Sao_Paulo' })
}

const wishes: Readonly<Record<string, string>> = {
  en: 'book 204 for Tom from friday to monday',
  'pt-BR': 'reserva o 204 para o Tom de sexta a segunda',
  es: 'reserva el 204 para Tom del viernes al lunes',
}

test.each([
  ['en', 'no, arrival thursday'],
  ['en', 'no, the arrival is thursday'],
  ['en', 'arrival thursday'],
  ['en', 'ok but arrival on thursday'],
  ['pt-BR', 'não, chegada quinta'],
  ['pt-BR', 'não, a chegada é quinta'],
  ['pt-BR', 'chegada na quinta'],
  ['es', 'no, llegada el jueves'],
  ['es', 'no, la llegada es el jueves'],
  ['es', 'llegada el jueves'],
])('%s: “%s” is about the day that is called so, and nobody’s name', (language, text) => {
  const ana = talk(language)
  ana.say(wishes[language] ?? '')
  expect(ana.say(text).preview?.args).toEqual({ id: '204', guest: 'Tom', first: '2026-03-05', last: '2026-03-09' })
})

test.each([
  ['en', 'sorry, from thursday'],
  ['en', 'oops from thursday'],
  ['pt-BR', 'desculpa, chegada quinta'],
  ['es', 'perdón, desde el jueves'],
])('%s: “%s” corrects the first day, whatever excuses the slip', (language, text) => {
  const ana = talk(language)
  ana.say(wishes[language] ?? '')
  expect(ana.say(text).preview?.args).toMatchObject({ first: '2026-03-05', last: '2026-03-09' })
})

test('words that name nothing of many kinds are looked for among all of them, and break no turn', () => {
  const [stay, order] = [catalogue.commands.get('BOOK_STAY'), catalogue.entities.get('order')]
  const [id] = stay?.parameters ?? []
  if (stay === undefined || order === undefined || id === undefined) throw new TypeError('No BOOK_STAY of an order')
  const kinds = ['guest', 'payer', 'agent', 'driver']
  const parameters = [
    id,
    ...kinds.map((name) => ({ ...id, name, entity: name })),
    ...stay.parameters.filter(({ type }) => type === 'date'),
  ]
  const locales = [...catalogue.locales].map(([code, locale]): [string, typeof locale] => {
    const { order: named } = locale.entities
    if (named === undefined) throw new TypeError('No texts for an order')
    return [
      code,
      { ...locale, entities: { ...locale.entities, ...Object.fromEntries(kinds.map((name) => [name, named])) } },
    ]
  })
  const ofMany = {
    ...catalogue,
    commands: new Map(catalogue.commands).set('BOOK_STAY', { ...stay, parameters }),
    locales: new Map(locales),
    entities: new Map([...catalogue.entities, ...kinds.map((name) => [name, order] as const)]),
  }
  const ana = createConversationWorld({ catalogue: ofMany }).chatOf({ language: 'en', timeZone: 'America/Sao_Paulo' })
  ana.say('book 204 for 205 from friday to monday')
  for (const each of ['207', '208', '206']) ana.say(each)
  const shown = ana.pending()
  ana.say('sorry, wibble wobble')
  expect(shown.status).toBe('rejected')
})

test.each([
  ['en', 'book 204 for Tom from 4 to 6 april', '2026-04-04', '2026-04-06'],
  ['en', 'book 204 for Tom from april 4 to 6', '2026-04-04', '2026-04-06'],
  ['en', 'book 204 for Tom from 4th to 6th april', '2026-04-04', '2026-04-06'],
  ['en', 'book 204 for Tom from the 4th to the 6th of april', '2026-04-04', '2026-04-06'],
  ['en', 'book 204 for Tom from 4th to 6th', '2026-03-04', '2026-03-06'],
  ['en', 'book 204 for Tom from mon-fri', '2026-03-02', '2026-03-06'],
  ['pt-BR', 'reserva o 204 para o Tom de 4 a 6 de abril', '2026-04-04', '2026-04-06'],
  ['pt-BR', 'reserva o 204 para o Tom de 4 a 6', '2026-03-04', '2026-03-06'],
  ['es', 'reserva el 204 para Tom del 4 al 6 de abril', '2026-04-04', '2026-04-06'],
])('%s: “%s” says the days, and nobody is called so', (language, wish, first, last) => {
  expect(talk(language).say(wish).preview?.args).toEqual({ id: '204', guest: 'Tom', first, last })
})

test.each([
  ['en', 'book 204 for Tom', 'sales of today', 'and yesterday?', 'tomorrow'],
  ['pt-BR', 'reserva o 204 para o Tom', 'vendas de hoje', 'e ontem', 'amanhã'],
  ['es', 'reserva el 204 para Tom', 'ventas de hoy', '¿y ayer?', 'mañana'],
])(
  '%s: “%s”, “%s”, “%s” asks for more of what was looked at, and answers nothing',
  (language, wish, look, more, day) => {
    const world = createConversationWorld({ catalogue })
    const ana = world.chatOf({ language, timeZone: 'America/Sao_Paulo' })
    ana.say(wish)
    const asked = ana.session().question
    world.wait(1000)
    ana.say(look)
    expect(ana.say(more)).toMatchObject({ command: { name: 'SALES' } })
    expect(ana.session().question).toEqual(asked)
    expect(ana.say(day).about).toBe('ask')
    expect(ana.session().question).toMatchObject({ parameter: 'last', draft: { args: { first: '2026-03-02' } } })
  },
)

test.each([
  ['en', 'sales of today', 'book 204 for Tom', 'what about tomorrow?'],
  ['pt-BR', 'vendas de hoje', 'reserva o 204 para o Tom', 'e amanhã?'],
  ['es', 'ventas de hoy', 'reserva el 204 para Tom', '¿y mañana?'],
])('%s: “%s”, “%s”, “%s” answers the question, which is the newer', (language, look, wish, day) => {
  const world = createConversationWorld({ catalogue })
  const ana = world.chatOf({ language, timeZone: 'America/Sao_Paulo' })
  ana.say(look)
  world.wait(1000)
  ana.say(wish)
  ana.say(day)
  expect(ana.session().question).toMatchObject({ parameter: 'last', draft: { args: { first: '2026-03-02' } } })
})

test.each([
  ['en', 'book 204 for Tom', 'friday', '3 nights'],
  ['en', 'book 204 for Tom', 'friday', 'for three nights'],
  ['en', 'book 204 for Tom', 'friday', "it's 3 nights"],
  ['pt-BR', 'reserva o 204 para o Tom', 'sexta', '3 noites'],
  ['pt-BR', 'reserva o 204 para o Tom', 'sexta', 'por três noites'],
  ['es', 'reserva el 204 para Tom', 'el viernes', '3 noches'],
  ['es', 'reserva el 204 para Tom', 'el viernes', 'por tres noches'],
])('%s: “%s”, “%s”, “%s” says when they end', (language, wish, first, nights) => {
  const ana = talk(language)
  ana.say(wish)
  ana.say(first)
  const shown = ana.say(nights)
  expect(shown.preview?.args).toEqual({ id: '204', guest: 'Tom', first: '2026-03-06', last: '2026-03-09' })
  expect(shown.text).toContain('“')
})

test.each([
  ['en', 'no, 5 nights'],
  ['pt-BR', 'não, 5 noites'],
  ['es', 'no, cinco noches'],
])('%s: “%s” puts right when they end', (language, text) => {
  const ana = talk(language)
  ana.say(wishes[language] ?? '')
  expect(ana.say(text).preview?.args).toMatchObject({ guest: 'Tom', first: '2026-03-06', last: '2026-03-11' })
})

test.each([
  ['en', 'book Tom in 204 from friday', '3 nights'],
  ['pt-BR', 'reserva para o Tom no 204 de sexta', '3 noites'],
  ['es', 'reserva para Tom en el 204 desde el viernes', '3 noches'],
])('%s: “%s” says when they begin, and the end is asked for', (language, wish, nights) => {
  const ana = talk(language)
  expect(ana.say(wish).about).toBe('ask')
  expect(ana.session().question).toMatchObject({ parameter: 'last' })
  expect(ana.say(nights).preview?.args).toEqual({ id: '204', guest: 'Tom', first: '2026-03-06', last: '2026-03-09' })
})

test.each([
  ['en', 'book Tom in 204 until friday'],
  ['pt-BR', 'reserva para o Tom no 204 até sexta'],
  ['es', 'reserva para Tom en el 204 hasta el viernes'],
])('%s: “%s” does not say when they begin', (language, wish) => {
  const ana = talk(language)
  ana.say(wish)
  expect(ana.session().question?.draft.args['first']).toBeUndefined()
  expect(ana.session().question?.draft.raw['first']).toBeUndefined()
})

test.each([
  ['en', 'book 204 for Tom', 'friday', 'no, departure monday'],
  ['en', 'book 204 for Tom', 'arrival friday', 'the departure is on monday'],
  ['pt-BR', 'reserva o 204 para o Tom', 'sexta', 'não, saída segunda'],
  ['pt-BR', 'reserva o 204 para o Tom', 'chegada na sexta', 'a saída é na segunda'],
  ['es', 'reserva el 204 para Tom', 'el viernes', 'no, salida el lunes'],
  ['es', 'reserva el 204 para Tom', 'llegada el viernes', 'la salida es el lunes'],
])('%s: “%s”, “%s”, “%s” answers with the day that is called so', (language, wish, first, last) => {
  const ana = talk(language)
  ana.say(wish)
  expect(ana.say(first).about).toBe('ask')
  expect(ana.say(last).preview?.args).toMatchObject({ first: '2026-03-06', last: '2026-03-09' })
})

test.each([
  ['en', 'no, from the 11th to the 13th', '2026-03-11', '2026-03-13'],
  ['en', 'no, thursday to sunday', '2026-03-05', '2026-03-08'],
  ['en', 'actually from 11 to 13 march', '2026-03-11', '2026-03-13'],
  ['en', 'no, from 11th to 13th april', '2026-04-11', '2026-04-13'],
  ['en', 'between thursday and sunday', '2026-03-05', '2026-03-08'],
  ['pt-BR', 'não, do dia 11 ao 13', '2026-03-11', '2026-03-13'],
  ['pt-BR', 'não, de quinta até domingo', '2026-03-05', '2026-03-08'],
  ['es', 'no, del 11 al 13', '2026-03-11', '2026-03-13'],
  ['es', 'desde el jueves hasta el domingo', '2026-03-05', '2026-03-08'],
])('%s: “%s” corrects both days', (language, text, first, last) => {
  const ana = talk(language)
  ana.say(wishes[language] ?? '')
  expect(ana.say(text).preview?.args).toEqual({ id: '204', guest: 'Tom', first, last })
})

test.each([
  ['en', 'no, until sunday', { first: '2026-03-06', last: '2026-03-08' }],
  ['en', 'till the 12th', { first: '2026-03-06', last: '2026-03-12' }],
  ['pt-BR', 'não, a partir de quinta', { first: '2026-03-05', last: '2026-03-09' }],
  ['es', 'no, hasta el domingo', { first: '2026-03-06', last: '2026-03-08' }],
])('%s: “%s” corrects the one that its word is about', (language, text, days) => {
  const ana = talk(language)
  ana.say(wishes[language] ?? '')
  expect(ana.say(text).preview?.args).toEqual({ id: '204', guest: 'Tom', ...days })
})
