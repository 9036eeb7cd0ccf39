/** What is said in place of a day or a time that was said before: the rest of it stays. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

let catalogues: Readonly<Record<'day' | 'moment' | 'today on', Catalogue>>

beforeAll(async () => {
  const shipped = await loadShippedCatalogue()
  catalogues = {
    day: withDay(shipped, 'date', {}),
    moment: withDay(shipped, 'datetime', {}),
    'today on': withDay(shipped, 'date', { formatMinimum: 'today' }),
  }
})

/** Until when an order is lent, in place of what is refunded. */
function withDay(shipped: Catalogue, type: Parameter['type'], bounds: Parameter['schema']): Catalogue {
  const until: Parameter = {
    name: 'amount',
    kind: 'scalar',
    required: true,
    type,
    schema: { type: 'string', ...bounds },
    entity: null,
  }
  return withParameter(shipped, 'REFUND_ORDER', until, {
    en: ['lend order {id} [[until|till|by|to] {amount}]'],
    'pt-BR': ['empresta o pedido {id} [[até] {amount}]'],
    es: ['presta el pedido {id} [[hasta] {amount}]'],
  })
}

/** On Saturday, 28 November 2026, at three in the morning in Monterrey. */
function talk(language: string, what: keyof typeof catalogues): Chat {
  const start = new Date('2026-11-28T09:00:00Z')
  return createConversationWorld({ catalogue: catalogues[what], start }).chatOf({
    language,
    timeZone: 'America/Monterrey',
  })
}

function corrected(language: string, what: keyof typeof catalogues, wish: string, correction: string) {
  const chat = talk(language, what)
  expect(chat.say(wish).about).toBe('preview')
  expect(chat.say(correction).about).toBe('preview')
  return chat.pending().envelope.args['amount']
}

describe('a day of no month that is named', () => {
  test.each([
    ['es', 'presta el pedido 204 hasta el 15 de abril', 'mejor al 30', '2027-04-30'],
    ['es', 'presta el pedido 204 hasta el 15 de abril', 'mejor el 30', '2027-04-30'],
    ['es', 'presta el pedido 204 hasta el 15 de abril', 'no, 20', '2027-04-20'],
    ['es', 'presta el pedido 204 hasta el 15/01/2027', 'no, el 16', '2027-01-16'],
    ['es', 'presta el pedido 204 hasta el 15 de enero', 'no, hasta el 20', '2027-01-20'],
    ['es', 'presta el pedido 204 hasta el 15 de enero de 2028', 'no, el 20', '2028-01-20'],
    ['en', 'lend order 204 until january 15', 'no, the 16th', '2027-01-16'],
    ['en', 'lend order 204 until january 15', 'make it the 20th', '2027-01-20'],
    ['pt-BR', 'empresta o pedido 204 até 15 de janeiro', 'não, dia 16', '2027-01-16'],
    ['en', 'lend order 204 until december 12', 'no, the 28th', '2026-12-28'],
    ['en', 'lend order 204 until december 12', 'no, 28', '2026-12-28'],
    ['es', 'presta el pedido 204 hasta el 12 de diciembre', 'no, el 28', '2026-12-28'],
    ['pt-BR', 'empresta o pedido 204 até 12 de dezembro', 'não, dia 28', '2026-12-28'],
  ])('%s: “%s”, “%s”: keeps the month and the year', (language, wish, correction, day) => {
    expect(corrected(language, 'day', wish, correction)).toBe(day)
  })

  test.each([
    ['es', 'presta el pedido 204 el 5 de enero a las 7 pm', 'no, el 6', '2027-01-06T19:00:00-06:00'],
    ['es', 'presta el pedido 204 el 12 de diciembre a las 7 pm', 'no, el 28', '2026-12-28T19:00:00-06:00'],
    ['es', 'presta el pedido 204 el 5 de enero a las 7 pm', 'no, el 6 a las 8 pm', '2027-01-06T20:00:00-06:00'],
    ['en', 'lend order 204 january 5 at 7 pm', 'no, the 6th', '2027-01-06T19:00:00-06:00'],
    ['pt-BR', 'empresta o pedido 204 5 de janeiro às 19h', 'não, dia 6', '2027-01-06T19:00:00-06:00'],
  ])('%s: “%s”, “%s”: keeps those of a moment', (language, wish, correction, moment) => {
    expect(corrected(language, 'moment', wish, correction)).toBe(moment)
  })

  test.each([
    ['that is near, and still to come', 'hasta el 2 de diciembre', 'no, el 30', '2026-11-30'],
    ['where the month has none such', 'hasta el 15 de abril', 'no, el 31', '2026-12-31'],
    ['in place of one of this month', 'hasta el 30 de noviembre', 'no, el 16', '2026-12-16'],
    ['with a month', 'hasta el 15 de abril', 'no, el 20 de mayo', '2027-05-20'],
    ['of this month', 'hasta el 15 de abril', 'no, el 30 de este mes', '2026-11-30'],
    ['of the next month', 'hasta el 15 de abril', 'no, el 20 del mes que viene', '2026-12-20'],
  ])('%s is the one that comes, or that is said', (_what, until, correction, day) => {
    expect(corrected('es', 'day', `presta el pedido 204 ${until}`, correction)).toBe(day)
  })

  test('a weekday is the next one', () => {
    expect(corrected('es', 'day', 'presta el pedido 204 hasta el 15 de abril', 'no, el lunes')).toBe('2026-11-30')
  })

  test('in place of a day that was refused is the one that comes', () => {
    const chat = talk('es', 'today on')
    expect(chat.say('presta el pedido 204 hasta el 15 de octubre de 2026').about).toBe('ask')
    expect(chat.say('el 20').about).toBe('preview')
    expect(chat.pending().envelope.args['amount']).toBe('2026-12-20')
  })
})

describe('a number with an article', () => {
  test.each([
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'mejor el 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'mejor el 12', '2026-12-12'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'por favor mejor el 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'mejor al 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'no, al 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'no, es el 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'cámbialo al 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'muévelo al 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'pásalo al 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'ponlo al 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'muévelo el 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'mejor cámbialo al 15', '2026-12-15'],
    ['en', 'lend order 204 december 10 at 7 pm', 'actually the 15', '2026-12-15'],
    ['pt-BR', 'empresta o pedido 204 10 de dezembro às 19h', 'muda pro 15', '2026-12-15'],
    ['pt-BR', 'empresta o pedido 204 10 de dezembro às 19h', 'passa pro 15', '2026-12-15'],
    ['pt-BR', 'empresta o pedido 204 10 de dezembro às 19h', 'melhor o 15', '2026-12-15'],
    ['pt-BR', 'empresta o pedido 204 10 de dezembro às 19h', 'não, o 15', '2026-12-15'],
    ['pt-BR', 'empresta o pedido 204 10 de dezembro às 19h', 'pro 15', '2026-12-15'],
    ['pt-BR', 'empresta o pedido 204 10 de dezembro às 19h', 'muda para o 15', '2026-12-15'],
  ])('%s: “%s”, “%s”: is a day, and no hour', (language, wish, correction, day) => {
    expect(corrected(language, 'moment', wish, correction)).toBe(`${day}T19:00:00-06:00`)
  })

  test.each(['mejor a las 15', 'mejor las 15', 'mejor 15', 'no, las 15', 'mejor al mediodía', 'mejor al 15:00'])(
    '“%s” is an hour still',
    (correction) => {
      const hour = correction.endsWith('mediodía') ? '12' : '15'
      const wish = 'presta el pedido 204 el 10 de diciembre a las 7 pm'
      expect(corrected('es', 'moment', wish, correction)).toBe(`2026-12-10T${hour}:00:00-06:00`)
    },
  )

  test('keeps the hour that is said with it', () => {
    const wish = 'presta el pedido 204 el 10 de diciembre a las 7 pm'
    expect(corrected('es', 'moment', wish, 'cambialo al 15 a las 8 pm')).toBe('2026-12-15T20:00:00-06:00')
  })

  test.each(['melhor 15', 'melhor às 15', 'muda pra 15', 'muda pras 15h', 'não, 15'])(
    'in Portuguese “%s” is an hour still',
    (correction) => {
      const wish = 'empresta o pedido 204 10 de dezembro às 19h'
      expect(corrected('pt-BR', 'moment', wish, correction)).toBe('2026-12-10T15:00:00-06:00')
    },
  )

  test.each(['el 15', 'al 15', 'es el 15'])('“%s” is a day as well where nothing was said before', (day) => {
    const chat = talk('es', 'moment')
    chat.say('presta el pedido 204')
    expect(chat.say(day).text).toContain('martes, 15 de diciembre de 2026: ¿a qué hora?')
  })
})

describe('a part of the day alone', () => {
  test.each([
    ['es', 'presta el pedido 204 pasado mañana a las 7 pm', 'mejor en la mañana'],
    ['es', 'presta el pedido 204 pasado mañana a las 7 pm', 'mejor por la mañana'],
    ['es', 'presta el pedido 204 pasado mañana a las 7 pm', 'no, en la mañana'],
    ['es', 'presta el pedido 204 pasado mañana a las 7 pm', 'no, de la mañana'],
    ['en', 'lend order 204 november 30 at 7 pm', 'no, in the morning'],
    ['pt-BR', 'empresta o pedido 204 30 de novembro às 19h', 'não, de manhã'],
  ])('%s: “%s”, “%s”: moves the hour to the morning of the same day', (language, wish, correction) => {
    expect(corrected(language, 'moment', wish, correction)).toBe('2026-11-30T07:00:00-06:00')
  })

  test.each([
    ['es', 'presta el pedido 204 pasado mañana a las 7 pm', 'no por la mañana'],
    ['es', 'presta el pedido 204 pasado mañana a las 7 pm', 'no temprano'],
    ['en', 'lend order 204 november 30 at 7 pm', 'no in the morning'],
    ['en', 'lend order 204 november 30 at 7 pm', 'not in the morning'],
    ['pt-BR', 'empresta o pedido 204 30 de novembro às 19h', 'não de manhã'],
  ])('%s: “%s”, “%s”: is what is not wanted, without a pause behind the no', (language, wish, refusal) => {
    const chat = talk(language, 'moment')
    chat.say(wish)
    expect(chat.say(refusal).command).toMatchObject({ reason: 'declined' })
  })

  test.each([
    ['es', 'presta el pedido 204 pasado mañana a las 7 pm', 'mejor temprano', '¿a qué hora?'],
    ['es', 'presta el pedido 204 pasado mañana a las 7 pm', 'no, temprano', '¿a qué hora?'],
    ['en', 'lend order 204 november 30 at 7 pm', 'no, early', 'at what time?'],
    ['pt-BR', 'empresta o pedido 204 30 de novembro às 19h', 'não, cedo', 'a que horas?'],
  ])('%s: “%s”, “%s”: says no half of the day, and asks for the hour', (language, wish, correction, question) => {
    const chat = talk(language, 'moment')
    chat.say(wish)
    expect(chat.say(correction).text).toContain(question)
  })

  test('moves it to the afternoon as before', () => {
    const wish = 'presta el pedido 204 pasado mañana a las 7 am'
    expect(corrected('es', 'moment', wish, 'mejor en la tarde')).toBe('2026-11-30T19:00:00-06:00')
  })

  test.each(['a las 3 pm', 'a las 12'])('of a moment %s asks for the hour, which nobody can tell', (time) => {
    const chat = talk('es', 'moment')
    chat.say(`presta el pedido 204 pasado mañana ${time}`)
    expect(chat.say('mejor en la mañana').text).toContain('lunes, 30 de noviembre de 2026: ¿a qué hora?')
  })

  test('“mejor mañana” is another day', () => {
    const wish = 'presta el pedido 204 pasado mañana a las 7 pm'
    expect(corrected('es', 'moment', wish, 'mejor mañana')).toBe('2026-11-29T19:00:00-06:00')
  })
})

describe('a day or a moment in a wish', () => {
  test.each([
    ['lend order 204 to 15th', 'Tuesday, December 15, 2026: at what time?'],
    ['lend order 204 till 10th', 'Thursday, December 10, 2026: at what time?'],
    ['lend order 204 by EOD', 'Saturday, November 28, 2026: at what time?'],
    ['lend order 204 to end of month', 'Monday, November 30, 2026: at what time?'],
  ])('“%s” asks for the time of that day', (wish, question) => {
    expect(talk('en', 'moment').say(wish).text).toContain(question)
  })

  test.each([
    ['15 dec 26', 'Tuesday, December 15, 2026: at what time?'],
    ['EOD', 'Saturday, November 28, 2026: at what time?'],
    ['till 10th', 'Thursday, December 10, 2026: at what time?'],
    ['tmrw 10 to 11 am', 'I need a day and a time'],
  ])('“%s” answers with a day alone, or with none', (answer, question) => {
    const chat = talk('en', 'moment')
    chat.say('lend order 204')
    expect(chat.say(answer).text).toContain(question)
  })

  test.each([
    ['en', 'cancel order 204 by EOD'],
    ['es', 'cancela el pedido 204 a fin del día'],
    ['pt-BR', 'cancela o pedido 204 até o fim do dia'],
  ])('%s: “%s” is told that nothing is done later', (language, wish) => {
    expect(talk(language, 'moment').say(wish).about).toBe('refusal')
  })

  test.each([
    ['en', 'lend order 204 december 10 at 7 pm', 'move it to end of day', 'December 10, 2026: at what time?'],
    [
      'pt-BR',
      'empresta o pedido 204 10 de dezembro às 19h',
      'muda pro fim do dia',
      '10 de dezembro de 2026: a que horas?',
    ],
  ])('%s: “%s”, “%s”: asks for the hour of the same day', (language, wish, correction, question) => {
    const chat = talk(language, 'moment')
    chat.say(wish)
    expect(chat.say(correction).text).toContain(question)
  })

  test('takes hours that lead from one to another for no minutes', () => {
    expect(talk('en', 'moment').say('lend order 204 tmrw 10 to 11 am').about).not.toBe('preview')
  })
})

describe('a no before a verb of changing', () => {
  test.each([
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'no, cámbialo al lunes', '2026-11-30'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'no, muévelo al 15', '2026-12-15'],
    ['es', 'presta el pedido 204 el 10 de diciembre a las 7 pm', 'no, ponlo el lunes', '2026-11-30'],
    ['en', 'lend order 204 december 10 at 7 pm', 'no, move it to the 15th', '2026-12-15'],
    ['en', 'lend order 204 december 10 at 7 pm', 'no, change it to monday', '2026-11-30'],
    ['pt-BR', 'empresta o pedido 204 10 de dezembro às 19h', 'não, muda pro dia 15', '2026-12-15'],
  ])('%s: “%s”, “%s”: changes the day, as without the no', (language, wish, correction, day) => {
    expect(corrected(language, 'moment', wish, correction)).toBe(`${day}T19:00:00-06:00`)
  })

  test('says by how much with a number alone, which is no hour', () => {
    const chat = talk('en', 'moment')
    chat.say('lend order 204 december 10 at 7 pm')
    chat.say('push it 10')
    expect(chat.pending().envelope.args['amount']).toBe('2026-12-10T19:00:00-06:00')
  })

  test('without a pause may forbid it, and changes nothing', () => {
    const chat = talk('pt-BR', 'moment')
    chat.say('empresta o pedido 204 10 de dezembro às 19h')
    expect(chat.say('não muda pro dia 15').about).not.toBe('preview')
  })
})
