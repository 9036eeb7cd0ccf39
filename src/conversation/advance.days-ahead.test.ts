import { beforeAll, expect, test } from 'vitest'
import type { Catalogue, Command, CommandTexts, Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = withRooms(await loadShippedCatalogue())
})

/** On Sunday, 1 March 2026. */
function talk(language: string): Chat {
  return createConversationWorld({ catalogue }).chatOf({ language, timeZone: 'America/Sao_Paulo' })
}

test.each([
  ['en', 'book a room from monday to friday', '2026-03-02', '2026-03-06'],
  ['en', 'book a room from friday to wednesday', '2026-03-06', '2026-03-11'],
  ['en', 'book a room from sunday to tuesday', '2026-03-08', '2026-03-10'],
  ['en', 'book a room from saturday to saturday', '2026-03-07', '2026-03-14'],
  ['en', 'book a room from today to sunday', '2026-03-01', '2026-03-08'],
  ['en', 'book a room from march 28 to the 3rd', '2026-03-28', '2026-04-03'],
  ['pt-BR', 'reserva um quarto de sexta a quarta', '2026-03-06', '2026-03-11'],
  ['pt-BR', 'reserva um quarto do dia 28 ao dia 3', '2026-03-28', '2026-04-03'],
  ['pt-BR', 'reserva um quarto de 3 a 8', '2026-03-03', '2026-03-08'],
  ['es', 'reserva un cuarto del 28 al 3', '2026-03-28', '2026-04-03'],
  ['es', 'reserva un cuarto del viernes al miércoles', '2026-03-06', '2026-03-11'],
  ['es', 'reserva un cuarto del domingo que viene al martes', '2026-03-08', '2026-03-10'],
  ['es', 'reserva un cuarto del jueves de la semana que viene al martes', '2026-03-05', '2026-03-10'],
  ['es', 'reserva un cuarto desde el 28 hasta el 3', '2026-03-28', '2026-04-03'],
  ['en', 'book a room from 30/12 to 2/1', '2026-12-30', '2027-01-02'],
  ['en', 'book a room from 13/4 to 2/5', '2026-04-13', '2026-05-02'],
  ['en', 'book a room from 12/30 to 1/2', '2026-12-30', '2027-01-02'],
  ['en', 'book a room from 30/12 to 2/1/2027', '2026-12-30', '2027-01-02'],
  ['pt-BR', 'reserva um quarto de 30/12 a 2/1', '2026-12-30', '2027-01-02'],
  ['es', 'reserva un cuarto del 30/12 al 2/1', '2026-12-30', '2027-01-02'],
])('%s: “%s” begins on the day that comes, and ends behind it', (language, wish, first, last) => {
  expect(talk(language).say(wish).preview?.args).toEqual({ first, last })
})

test('figures tell how each other are meant in what was, too', () => {
  const ana = talk('en')
  ana.sayAll('sales from 30/12 to 2/1')
  expect(ana.session().repeat?.args).toEqual({ since: '2025-12-30', until: '2026-01-02' })
})

test('figures that may both be the month are asked about where neither of the two days tells', () => {
  expect(talk('en').say('book a room from 3/4 to 5/4').about).toBe('choose')
})

test.each([
  ['en', 'book a room', 'sunday', 'tuesday', 'no, to friday'],
  ['pt-BR', 'reserva um quarto', 'domingo que vem', 'terça', 'não, ao dia 13'],
  ['es', 'reserva un cuarto', 'el domingo que viene', 'el martes', 'no, hasta el viernes'],
])('%s: an end that is said later is behind the beginning as well', (language, wish, first, last, other) => {
  const ana = talk(language)
  ana.say(wish)
  ana.say(first)
  expect(ana.say(last).preview?.args).toEqual({ first: '2026-03-08', last: '2026-03-10' })
  expect(ana.say(other).preview?.args).toEqual({ first: '2026-03-08', last: '2026-03-13' })
})

test.each([
  ['en', 'book a room from march 10 to march 15', 'no, march 17', 'no, march 8', 'no, march 12'],
  ['pt-BR', 'reserva um quarto de 10 de março a 15 de março', 'não, 17/3', 'não, 8/3', 'não, dia 12'],
  ['es', 'reserva un cuarto del 10 de marzo al 15 de marzo', 'no, el 17', 'no, el 8', 'no, el 12'],
])(
  '%s: a day alone puts right the one that it can be, and is asked about where it can be both',
  (language, wish, end, begin, either) => {
    const ana = talk(language)
    ana.say(wish)
    expect(ana.say(end).preview?.args).toEqual({ first: '2026-03-10', last: '2026-03-17' })
    expect(ana.say(begin).preview?.args).toEqual({ first: '2026-03-08', last: '2026-03-17' })
    expect(ana.say(either).options).toHaveLength(2)
    expect(ana.say('2').preview?.args).toEqual({ first: '2026-03-08', last: '2026-03-12' })
  },
)

test('an end that is said in full is the one that it is', () => {
  expect(talk('en').say('book a room from sunday to march 3').preview?.args).toEqual({
    first: '2026-03-01',
    last: '2026-03-03',
  })
})

test.each([
  ['en', 'book a room from march 10 to march 12', 'make it sunday', 'no, 3 nights'],
  ['pt-BR', 'reserva um quarto de 10 de março a 12 de março', 'não, domingo', 'não, 3 noites'],
  ['es', 'reserva un cuarto del 10 de marzo al 12 de marzo', 'no, el domingo', 'no, 3 noches'],
])('%s: a day of the week is another day for each of the two, and is asked about', (language, wish, sunday, nights) => {
  const ana = talk(language)
  ana.say(wish)
  expect(ana.say(sunday).options).toHaveLength(2)
  expect(ana.say('2').preview?.args).toEqual({ first: '2026-03-10', last: '2026-03-15' })
  expect(ana.say(nights).preview?.args).toEqual({ first: '2026-03-10', last: '2026-03-13' })
  ana.say(sunday)
  expect(ana.say('1').preview?.args).toEqual({ first: '2026-03-08', last: '2026-03-13' })
})

function withRooms(shipped: Catalogue): Catalogue {
  const like = shipped.commands.get('REINSTATE_ORDER')
  if (like === undefined) throw new TypeError('No REINSTATE_ORDER')
  const command: Command = {
    ...like,
    token: 'BOOK_ROOM',
    path: 'rooms.book',
    intent: { entity: 'Room', action: 'Book', target: null },
    scope: 'orders.reinstate',
    undo: null,
    facts: [],
    succeedsIf: null,
    contract: { commandRef: 'urn:test:room' },
    parameters: [day('first', { upTo: 'last' }), day('last', {})],
  }
  const locales = [...shipped.locales].map(([code, locale]): [string, typeof locale] => {
    const own = texts[code]
    return [code, own === undefined ? locale : { ...locale, commands: { ...locale.commands, 'rooms.book': own } }]
  })
  return { ...shipped, commands: new Map(shipped.commands).set('BOOK_ROOM', command), locales: new Map(locales) }
}

function day(name: string, more: Parameter['schema']): Parameter {
  return { name, kind: 'scalar', required: true, type: 'date', schema: { type: 'string', ...more }, entity: null }
}

const texts: Readonly<Record<string, CommandTexts>> = {
  en: textsOf('book a room', '[from {first} to {last}]'),
  'pt-BR': textsOf('reserva um quarto', '[(de|do) {first} (a|ao) {last}]'),
  es: textsOf('reserva un cuarto', '[(del|desde) {first} (al|hasta) {last}]'),
}

function textsOf(title: string, days: string): CommandTexts {
  return {
    title,
    summary: title,
    effect: title,
    done: title,
    labels: { first: 'first', last: 'last' },
    questions: { first: 'From when?', last: 'Until when?' },
    sentences: [`${title} ${days}`],
  }
}
