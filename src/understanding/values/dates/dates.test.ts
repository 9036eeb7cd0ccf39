import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonText } from '../../../json.ts'
import { loadShippedLanguages } from '../../../testing/catalogues/shipped-languages.ts'
import { testTime } from '../../../testing/conversation/understanding-fixture.ts'
import { readExactValue } from '../../bare-value.ts'
import { foldText } from '../../text/fold-text.ts'
import { clockReadings, type ClockType, oddityOf } from '../clock-values.ts'
import { normaliseArgument } from '../../../envelope/normalise-argument.ts'
import type { When } from '../when.ts'

const languageOf = await loadShippedLanguages()

/** What an answer gives, said on Wednesday, 4 March 2026, at noon in São Paulo; `null` when it is asked for again. */
function read(code: string, type: ClockType, text: string, when: When = testTime): string | null {
  const found = readExactValue(foldText(text), { type }, languageOf(code).language, when)
  if (found === null) return null
  const parameter = { name: 'x', kind: 'scalar', required: true, type, schema: {}, entity: null } as const
  const normalised = normaliseArgument(parameter, found.value)
  return normalised.kind === 'value' ? jsonText(normalised.value) : null
}

/** All that it may mean. */
function readings(code: string, type: ClockType, text: string, when: When = testTime): readonly string[] {
  const found = readExactValue(foldText(text), { type }, languageOf(code).language, when)
  return found === null ? [] : clockReadings(found.value)
}

/** As it is kept until the person was asked. */
function settled(code: string, type: ClockType, text: string, when: When = testTime): string | null {
  return readExactValue(foldText(text), { type }, languageOf(code).language, when)?.value ?? null
}

function from(country: string): When {
  return { ...testTime, country }
}

/** The same in a place where clocks are put forward on 8 March and back on 1 November. */
function inNewYork(text: string): string | null {
  return read('en', 'datetime', text, { now: testTime.now, timeZone: 'America/New_York' })
}

describe('days that were', () => {
  const past = { ...testTime, past: true } as const

  test.each([
    ['en', 'today', '2026-03-04'],
    ['en', 'yesterday', '2026-03-03'],
    ['en', 'on friday', '2026-02-27'],
    ['en', 'this friday', '2026-02-27'],
    ['en', 'last friday', '2026-02-27'],
    // A Wednesday.
    ['en', 'wednesday', '2026-03-04'],
    ['en', 'last wednesday', '2026-02-25'],
    ['en', 'March 3', '2026-03-03'],
    ['en', 'March 5', '2025-03-05'],
    ['en', 'february 29', '2024-02-29'],
    ['en', 'the 3rd', '2026-03-03'],
    ['en', 'the 31st', '2026-01-31'],
    ['en', 'March 5, 2027', '2027-03-05'],
    ['pt-BR', 'na segunda', '2026-03-02'],
    ['pt-BR', 'no dia 3 de novembro', '2025-11-03'],
    ['es', 'el lunes', '2026-03-02'],
    ['es', 'el 3 de noviembre', '2025-11-03'],
  ])('%s “%s” is %s', (code, text, day) => expect(read(code, 'date', text, past)).toBe(day))

  test.each([
    ['pt-BR', 'na outra quinta'],
    ['es', 'el otro jueves'],
  ])('%s “%s” may be the last one or the one before', (code, text) => expect(read(code, 'date', text, past)).toBeNull())

  test('are never ahead of now, unless they were said so in full', () => {
    const words = fc.constantFrom('monday', 'this sunday', 'the 5th', 'the 30th', 'march 4', 'december 31', 'today')
    fc.assert(
      fc.property(
        words,
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (text, now) => {
          const day = read('en', 'date', text, { now, timeZone: 'UTC', past: true }) ?? ''
          expect(day <= now.toISOString().slice(0, 10) && day !== '').toBe(true)
        },
      ),
    )
  })
})

describe('days', () => {
  test.each([
    ['en', 'today', '2026-03-04'],
    ['en', 'Tomorrow, please', '2026-03-05'],
    ['en', 'tommorow', '2026-03-05'],
    ['en', 'yesterday', '2026-03-03'],
    ['en', 'the day after tomorrow', '2026-03-06'],
    ['en', 'the day before yesterday', '2026-03-02'],
    ['en', 'friday', '2026-03-06'],
    ['en', 'on Friday', '2026-03-06'],
    // Which part of it says nothing of the day.
    ['pt-BR', 'dia 30/11', '2026-11-30'],
    ['pt-BR', 'do dia 30/11', '2026-11-30'],
    ['pt-BR', 'quarta q vem', '2026-03-11'],
    ['es', 'el día 30/11', '2026-11-30'],
    ['en', 'the friday after next', '2026-03-13'],
    ['en', 'a week on friday', '2026-03-13'],
    ['en', 'a fortnight on friday', '2026-03-20'],
    ['en', 'friday fortnight', '2026-03-20'],
    ['en', 'in a fortnight', '2026-03-18'],
    ['en', 'weds', '2026-03-11'],
    ['en', '2moro', '2026-03-05'],
    ['en', 'tmr', '2026-03-05'],
    ['en', 'christmas eve', '2026-12-24'],
    ['en', "new year's day", '2027-01-01'],
    ['es', 'en nochebuena', '2026-12-24'],
    ['es', 'el día de navidad', '2026-12-25'],
    ['es', 'nochevieja', '2026-12-31'],
    // It is said of the days around it as well.
    ['es', 'navidad', null],
    ['es', 'a primeros de enero', null],
    ['es', 'el jueves q viene', '2026-03-05'],
    ['es', 'el viernes en quince', '2026-03-20'],
    ['pt-BR', 'na véspera de natal', '2026-12-24'],
    ['pt-BR', 'no dia de ano novo', '2027-01-01'],
    ['pt-BR', 'na outra sexta', '2026-03-13'],
    ['pt-BR', 'no outro sábado', '2026-03-14'],
    ['es', 'el otro jueves', '2026-03-12'],
    ['es', 'el viernes en ocho', '2026-03-13'],
    ['en', 'this friday', '2026-03-06'],
    ['en', 'next friday', '2026-03-13'],
    ['en', 'friday next week', '2026-03-13'],
    ['en', 'last friday', '2026-02-27'],
    // A Wednesday named on a Wednesday is the next one; "this" one is today.
    ['en', 'wednesday', '2026-03-11'],
    ['en', 'this wednesday', '2026-03-04'],
    ['en', 'last wednesday', '2026-02-25'],
    ['en', 'in two weeks', '2026-03-18'],
    ['en', 'in a month', '2026-04-04'],
    ['en', '10 days from now', '2026-03-14'],
    ['en', '3 days ago', '2026-03-01'],
    ['en', 'the 15th', '2026-03-15'],
    ['en', 'the 3rd', '2026-04-03'],
    ['en', 'the 3rd of next month', '2026-04-03'],
    ['en', 'friday the 13th', '2026-03-13'],
    ['en', 'friday 13', '2026-03-13'],
    ['en', 'friday 13th', '2026-03-13'],
    ['pt-BR', 'sexta 13', '2026-03-13'],
    ['pt-BR', 'sexta-feira 13', '2026-03-13'],
    ['es', 'viernes 13', '2026-03-13'],
    // A Saturday.
    ['en', 'friday 14', null],
    ['pt-BR', 'sexta 14', null],
    ['en', 'march 5th', '2026-03-05'],
    // Who names a day that has just passed has erred; one that passed a while ago is that of next year.
    ['en', 'March 3', '2026-03-03'],
    ['en', 'February 1', '2026-02-01'],
    ['en', 'January 31', '2027-01-31'],
    ['pt-BR', '3/3', '2026-03-03'],
    ['es', '3 de marzo', '2026-03-03'],
    ['en', 'the twenty second of november', '2026-11-22'],
    ['en', 'Nov 22, 2027', '2027-11-22'],
    ['en', '22 Nov', '2026-11-22'],
    ['en', 'Sunday, November 22, 2026', '2026-11-22'],
    ['en', 'february 29', '2028-02-29'],
    ['en', 'the end of the month', '2026-03-31'],
    ['en', 'end of next month', '2026-04-30'],
    ['en', 'the first of next month', '2026-04-01'],
    ['en', '2026-11-22', '2026-11-22'],
    ['en', '11/22/2026', '2026-11-22'],
    ['pt-BR', 'hoje', '2026-03-04'],
    ['pt-BR', 'amanhã', '2026-03-05'],
    ['pt-BR', 'amanha por favor', '2026-03-05'],
    ['pt-BR', 'ontem', '2026-03-03'],
    ['pt-BR', 'depois de amanhã', '2026-03-06'],
    ['pt-BR', 'anteontem', '2026-03-02'],
    ['pt-BR', 'sexta', '2026-03-06'],
    ['pt-BR', 'na sexta-feira', '2026-03-06'],
    ['pt-BR', 'nessa sexta', '2026-03-06'],
    ['pt-BR', 'próxima sexta', '2026-03-06'],
    ['pt-BR', 'o 15', '2026-03-15'],
    ['pt-BR', 'pro 15', '2026-03-15'],
    ['pt-BR', '15/dez/26', '2026-12-15'],
    ['pt-BR', 'semana que vem na segunda', '2026-03-09'],
    ['es', '15-dic-2026', '2026-12-15'],
    ['es', 'la próxima semana el lunes', '2026-03-09'],
    ['en', '15th', '2026-03-15'],
    ['en', 'on 2nd', '2026-04-02'],
    ['en', '15-Dec-26', '2026-12-15'],
    ['en', '15-dec-2026', '2026-12-15'],
    ['en', '5-Dec', '2026-12-05'],
    ['en', 'end of month', '2026-03-31'],
    ['en', 'next week monday', '2026-03-09'],
    ['pt-BR', 'SEXTA QUE VEM', '2026-03-13'],
    ['pt-BR', 'sexta da semana que vem', '2026-03-13'],
    ['pt-BR', 'sexta passada', '2026-02-27'],
    ['pt-BR', 'no sábado', '2026-03-07'],
    ['pt-BR', 'dia 15', '2026-03-15'],
    ['pt-BR', 'pro dia 20', '2026-03-20'],
    ['pt-BR', 'dia 5 do mês que vem', '2026-04-05'],
    ['pt-BR', 'daqui a duas semanas', '2026-03-18'],
    ['pt-BR', 'daqui 3 dias', '2026-03-07'],
    ['pt-BR', 'há 3 dias', '2026-03-01'],
    ['pt-BR', 'duas semanas atrás', '2026-02-18'],
    ['pt-BR', '22 de novembro', '2026-11-22'],
    ['pt-BR', 'vinte e dois de novembro de 2027', '2027-11-22'],
    ['pt-BR', '1º de dezembro', '2026-12-01'],
    ['pt-BR', 'primeiro de dezembro', '2026-12-01'],
    ['pt-BR', 'domingo, 22 de novembro de 2026', '2026-11-22'],
    ['pt-BR', 'sexta, 13/03', '2026-03-13'],
    ['pt-BR', 'fim do mês', '2026-03-31'],
    ['pt-BR', 'começo do mês que vem', '2026-04-01'],
    ['pt-BR', '22/11', '2026-11-22'],
    ['pt-BR', '22/11/26', '2026-11-22'],
    ['pt-BR', '22.11.2026', '2026-11-22'],
    ['es', 'hoy', '2026-03-04'],
    ['es', 'mañana', '2026-03-05'],
    ['es', 'ayer', '2026-03-03'],
    ['es', 'pasado mañana', '2026-03-06'],
    ['es', 'anteayer', '2026-03-02'],
    ['es', 'el viernes', '2026-03-06'],
    ['es', 'este viernes', '2026-03-06'],
    ['es', 'el viernes que viene', '2026-03-06'],
    ['es', 'el próximo viernes', '2026-03-06'],
    ['es', 'el viernes de la semana que viene', '2026-03-13'],
    ['es', 'el viernes pasado', '2026-02-27'],
    ['es', 'el 15', '2026-03-15'],
    ['es', 'para el 15', '2026-03-15'],
    ['es', 'el sábado 14', '2026-03-14'],
    ['es', 'el 5 del mes que viene', '2026-04-05'],
    ['es', 'en dos semanas', '2026-03-18'],
    ['es', 'dentro de tres días', '2026-03-07'],
    ['es', 'hace dos semanas', '2026-02-18'],
    ['es', '22 de noviembre', '2026-11-22'],
    ['es', 'primero de mayo', '2026-05-01'],
    ['es', '1º de mayo de 2027', '2027-05-01'],
    ['es', 'a fin de mes', '2026-03-31'],
    ['es', '3/4', '2026-04-03'],
  ])('%s: %s → %s', (code, text, value) => expect(read(code, 'date', text)).toBe(value))

  test.each([
    ['en', 'friday night'],
    ['en', 'this afternoon'],
    ['pt-BR', 'hoje à tarde'],
    ['pt-BR', 'amanhã de manhã'],
    ['es', 'mañana por la mañana'],
  ])('%s: %s is no whole day', (code, text) => expect(read(code, 'date', text)).toBeNull())

  test('"03/04" is read in the order of the region', () => {
    expect(read('en', 'date', '03/04')).toBe('2026-03-04')
    expect(read('pt-BR', 'date', '03/04')).toBe('2026-04-03')
    expect(read('es', 'date', '03/04')).toBe('2026-04-03')
    expect(read('en', 'date', '22/11')).toBe('2026-11-22')
  })

  test.each([
    ['en', '31 february'],
    ['en', 'Friday, November 22, 2026'],
    ['en', 'next week'],
    ['en', 'soon'],
    ['en', '15'],
    ['en', '22.11'],
    ['en', 'may'],
    ['en', '13/13/2026'],
    ['en', 'two five november'],
    ['en', '35th'],
    ['en', 'fifth'],
    ['en', '15-foo-26'],
    ['pt-BR', '31 de fevereiro'],
    ['pt-BR', '29 de fevereiro de 2027'],
    ['pt-BR', 'dia 32'],
    ['pt-BR', 'semana que vem'],
    ['pt-BR', 'amanhã ou depois'],
    ['es', '30 de febrero'],
    ['es', 'el viernes o el sábado'],
    ['es', 'mañana no'],
    ['es', 'el sábado 15'],
  ])('%s: %s is asked for again', (code, text) => expect(read(code, 'date', text)).toBeNull())

  test('are those of the time zone where they are said', () => {
    const now = new Date('2026-03-04T02:00:00Z')
    expect(read('en', 'date', 'today', { now, timeZone: 'America/Sao_Paulo' })).toBe('2026-03-03')
    expect(read('en', 'date', 'today', { now, timeZone: 'UTC' })).toBe('2026-03-04')
    expect(read('en', 'date', 'tomorrow', { now, timeZone: 'America/Sao_Paulo' })).toBe('2026-03-04')
  })
})

describe('months', () => {
  test.each([
    ['en', 'last month', '2026-02'],
    ['en', 'this month', '2026-03'],
    ['en', 'next month', '2026-04'],
    ['en', 'January', '2026-01'],
    ['en', 'october', '2025-10'],
    ['en', 'Oct 2024', '2024-10'],
    ['en', '11/2026', '2026-11'],
    ['en', '2026-11', '2026-11'],
    ['en', 'jan/2026', '2026-01'],
    ['en', 'Sept-25', '2025-09'],
    ['en', 'the month of May 2025', '2025-05'],
    ['en', 'October last year', '2025-10'],
    ['en', 'February of last year', '2025-02'],
    ['en', 'April this year', '2026-04'],
    ['pt-BR', 'mês de janeiro', '2026-01'],
    ['pt-BR', 'do mês', '2026-03'],
    ['pt-BR', 'fevereiro do ano passado', '2025-02'],
    ['pt-BR', 'abril deste ano', '2026-04'],
    ['pt-BR', 'set/2025', '2025-09'],
    ['es', 'del mes', '2026-03'],
    ['es', 'mes de enero', '2026-01'],
    ['es', 'setiembre', '2025-09'],
    ['es', 'febrero del año pasado', '2025-02'],
    ['es', 'abril de este año', '2026-04'],
    ['pt-BR', 'mês passado', '2026-02'],
    ['pt-BR', 'março', '2026-03'],
    ['pt-BR', 'outubro de 2024', '2024-10'],
    ['pt-BR', 'o mês que vem', '2026-04'],
    ['es', 'el mes pasado', '2026-02'],
    ['es', 'este mes', '2026-03'],
    ['es', 'noviembre del 2024', '2024-11'],
  ])('%s: %s → %s', (code, text, value) => expect(read(code, 'month', text)).toBe(value))

  test.each(['13/2026', '2026-13', 'month', '2026', '11/26'])('%s is asked for again', (text) =>
    expect(read('en', 'month', text)).toBeNull(),
  )
})

describe('times of day', () => {
  test.each([
    ['en', '8pm', '20:00'],
    ['en', '8 pm', '20:00'],
    ['en', '8:30 p.m.', '20:30'],
    ['en', '12 am', '00:00'],
    ['en', '12:15pm', '12:15'],
    ['en', 'at 8', '08:00'],
    ['en', "8 o'clock", '08:00'],
    ['en', 'at 8 in the evening', '20:00'],
    ['en', 'half past eight', '08:30'],
    ['en', 'a quarter to nine in the evening', '20:45'],
    ['en', 'ten past eight', '08:10'],
    ['en', 'ten to eleven', '10:50'],
    ['en', '10 minutes to 11', '10:50'],
    ['en', '20 to 8 pm', '19:40'],
    ['en', '10 to 8 pm', '19:50'],
    ['en', '4:30 in the evening', '16:30'],
    ['en', '4:30 evening', '16:30'],
    ['en', 'evening 4.30', '16:30'],
    ['en', '4 pm evening', '16:00'],
    ['en', '8 am in the morning', '08:00'],
    ['en', '8 in the night', '20:00'],
    ['en', '@ 4 pm', '16:00'],
    ['es', '3 pm de la tarde', '15:00'],
    ['en', 'eight thirty', '08:30'],
    ['en', 'noon', '12:00'],
    ['en', 'midnight', '00:00'],
    ['en', '12 midnight', '00:00'],
    ['en', '20:30', '20:30'],
    ['pt-BR', '20h', '20:00'],
    ['pt-BR', '20h30', '20:30'],
    ['pt-BR', '15h30min', '15:30'],
    ['pt-BR', '15:30h', '15:30'],
    ['pt-BR', 'às 20:00hs', '20:00'],
    ['pt-BR', '19:30 h', '19:30'],
    ['pt-BR', 'às 8', '08:00'],
    ['pt-BR', 'às 8 da noite', '20:00'],
    ['pt-BR', 'oito e meia', '08:30'],
    ['pt-BR', 'oito e quinze da manhã', '08:15'],
    ['pt-BR', 'três da tarde', '15:00'],
    ['pt-BR', '15 para as 9', '08:45'],
    ['pt-BR', 'quinze pras oito da noite', '19:45'],
    ['pt-BR', 'meio-dia', '12:00'],
    ['pt-BR', 'meio-dia e meia', '12:30'],
    ['pt-BR', 'meia-noite', '00:00'],
    ['pt-BR', '5 da madrugada', '05:00'],
    ['es', 'a las 20:30', '20:30'],
    ['es', 'a las 8 de la noche', '20:00'],
    ['es', 'las ocho y media', '08:30'],
    ['es', 'ocho y cuarto', '08:15'],
    ['es', 'nueve menos cuarto', '08:45'],
    ['es', 'un cuarto para las nueve', '08:45'],
    ['es', '3 de la tarde', '15:00'],
    ['es', '8:30 p. m.', '20:30'],
    ['es', 'al mediodía', '12:00'],
    ['es', 'a las 12 del día', '12:00'],
    ['es', 'a las doce del día', '12:00'],
    ['es', '12 del mediodía', '12:00'],
    ['es', '12:30 del día', '12:30'],
    ['es', '12:15 del día', '12:15'],
    ['es', 'a las 12 y cuarto del día', '12:15'],
    ['es', 'las doce y diez del mediodía', '12:10'],
    ['es', 'las doce y media del día', '12:30'],
    ['es', '20 hs', '20:00'],
    ['es', 'a las 15:30h', '15:30'],
    ['es', '15:30hs', '15:30'],
    ['es', '15.30hrs', '15:30'],
    ['en', 'at 15:30hrs', '15:30'],
  ])('%s: %s → %s', (code, text, value) => expect(readings(code, 'time', text)[0]).toBe(value))

  test.each([
    ['en', 'at 3', ['03:00', '15:00']],
    ['pt-BR', 'às 2', ['02:00', '14:00']],
    ['es', 'a las 4', ['04:00', '16:00']],
    ['en', '15:00', ['15:00']],
    ['en', '3pm', ['15:00']],
    ['pt-BR', '4 da tarde', ['16:00']],
    ['pt-BR', 'às 10', ['10:00']],
    ['en', '3:30', ['03:30', '15:30']],
    ['es', 'a las 4:15', ['04:15', '16:15']],
    ['en', '3:30pm', ['15:30']],
    ['en', '3:30 in the afternoon', ['15:30']],
    ['en', '03:30', ['03:30']],
    ['pt-BR', 'às 9:30', ['09:30']],
    ['pt-BR', 'às 3h30', ['03:30']],
    ['pt-BR', 'às 3:30h', ['03:30', '15:30']],
  ])('%s: %s may be in either half of the day only where that is not said', (code, text, values) =>
    expect(readings(code, 'time', text)).toEqual(values),
  )

  test.each([
    ['en', 'at 10', '21:00', ['10:00', '22:00']],
    ['es', 'a las 10', '21:00', ['10:00', '22:00']],
    ['pt-BR', 'às 10', '21:00', ['10:00', '22:00']],
    ['pt-BR', 'às 10', '08:00', ['10:00']],
  ])('%s: %s in place of %s', (code, text, of, values) =>
    expect(readings(code, 'time', text, { ...testTime, of })).toEqual(values),
  )

  test.each([
    ['en', '25:00'],
    ['en', '8:60'],
    ['pt-BR', '25:00h'],
    ['en', '13pm'],
    ['en', '3 at night'],
    ['en', '9 to 18'],
    // From one hour to another, rather than minutes before it.
    ['en', '10 to 11 am'],
    ['en', '5 to 8'],
    ['en', '11 to 12'],
    ['en', '2 to 3 pm'],
    ['en', '7 pm in the morning'],
    ['es', '3 del día'],
    ['en', '14 hours'],
    ['pt-BR', '12 da noite'],
    ['pt-BR', 'de noite'],
    ['es', 'a las 24'],
    ['es', 'temprano'],
  ])('%s: %s is asked for again', (code, text) => expect(read(code, 'time', text)).toBeNull())
})

describe('days with a time', () => {
  test.each([
    ['en', 'tonight at 8', '2026-03-04T20:00:00-03:00'],
    ['en', 'this evening at 4:30', '2026-03-04T16:30:00-03:00'],
    ['en', 'tmrw eve 8', '2026-03-05T20:00:00-03:00'],
    ['en', 'on 5th at 10 am', '2026-03-05T10:00:00-03:00'],
    ['en', '15-Dec-26 5 pm', '2026-12-15T17:00:00-03:00'],
    ['en', '30-11-2026 17:30 hrs', '2026-11-30T17:30:00-03:00'],
    ['en', '30/11 @ 4 pm', '2026-11-30T16:00:00-03:00'],
    ['en', '8 pm dec 26', '2026-12-26T20:00:00-03:00'],
    ['en', '8 tonight', '2026-03-04T20:00:00-03:00'],
    ['en', 'this afternoon at 5', '2026-03-04T17:00:00-03:00'],
    ['en', 'at 5 this afternoon', '2026-03-04T17:00:00-03:00'],
    ['pt-BR', 'amanhã à tarde às 5', '2026-03-05T17:00:00-03:00'],
    ['es', 'esta tarde a las 5', '2026-03-04T17:00:00-03:00'],
    ['en', 'tomorrow night at 8:30', '2026-03-05T20:30:00-03:00'],
    ['en', 'at 8 pm on friday', '2026-03-06T20:00:00-03:00'],
    ['en', 'next friday at noon', '2026-03-13T12:00:00-03:00'],
    ['en', 'in 20 minutes', '2026-03-04T12:20:00-03:00'],
    ['en', 'in half an hour', '2026-03-04T12:30:00-03:00'],
    ['en', 'in two hours', '2026-03-04T14:00:00-03:00'],
    ['en', 'now', '2026-03-04T12:00:00-03:00'],
    // Without a day it is the next time that the clock shows it.
    ['en', '8pm', '2026-03-04T20:00:00-03:00'],
    ['en', 'at 8 in the morning', '2026-03-05T08:00:00-03:00'],
    ['en', '2026-11-22T14:30', '2026-11-22T14:30:00-03:00'],
    ['en', '2026-11-22T14:30:00Z', '2026-11-22T11:30:00-03:00'],
    ['pt-BR', 'hoje às 20h', '2026-03-04T20:00:00-03:00'],
    ['pt-BR', 'hoje à noite às 8', '2026-03-04T20:00:00-03:00'],
    ['pt-BR', 'sábado às 8 da noite', '2026-03-07T20:00:00-03:00'],
    ['pt-BR', 'na quarta-feria às 15h', '2026-03-11T15:00:00-03:00'],
    ['pt-BR', 'sábado às 19:30h', '2026-03-07T19:30:00-03:00'],
    ['pt-BR', 'às 20h de sexta', '2026-03-06T20:00:00-03:00'],
    ['pt-BR', 'sexta que vem às oito e meia da manhã', '2026-03-13T08:30:00-03:00'],
    ['pt-BR', 'depois de amanhã ao meio-dia', '2026-03-06T12:00:00-03:00'],
    ['pt-BR', '22/11 às 15h', '2026-11-22T15:00:00-03:00'],
    ['pt-BR', 'daqui a meia hora', '2026-03-04T12:30:00-03:00'],
    ['pt-BR', 'agora', '2026-03-04T12:00:00-03:00'],
    ['es', 'hoy a las 8 de la noche', '2026-03-04T20:00:00-03:00'],
    ['es', 'mañana por la mañana a las 9', '2026-03-05T09:00:00-03:00'],
    ['es', 'esta noche a las 9', '2026-03-04T21:00:00-03:00'],
    ['es', 'pasado mañana al mediodía', '2026-03-06T12:00:00-03:00'],
    ['es', 'mañana a mediodía', '2026-03-05T12:00:00-03:00'],
    ['es', 'mañana a las 5 de la tarde en punto', '2026-03-05T17:00:00-03:00'],
    ['en', "tomorrow 5 o'clock in the afternoon", '2026-03-05T17:00:00-03:00'],
    ['en', 'tomorrow 5 o clock in the afternoon', '2026-03-05T17:00:00-03:00'],
    ['en', 'tomorrow at 5 pm sharp', '2026-03-05T17:00:00-03:00'],
    ['es', 'pasado mañana a las 12 del día', '2026-03-06T12:00:00-03:00'],
    ['es', 'a las 12 del día 15 de abril', '2026-04-15T12:00:00-03:00'],
    ['es', 'en media hora', '2026-03-04T12:30:00-03:00'],
    ['es', 'mañana sobre las 10:00', '2026-03-05T10:00:00-03:00'],
    ['es', 'mañana a eso de las 10:30', '2026-03-05T10:30:00-03:00'],
    ['es', "mañana a las 17'30", '2026-03-05T17:30:00-03:00'],
    ['es', 'mañana a las 1730', '2026-03-05T17:30:00-03:00'],
    ['en', 'tomorrow at 1730', '2026-03-05T17:30:00-03:00'],
    ['en', 'at 0930 tomorrow', '2026-03-05T09:30:00-03:00'],
    ['pt-BR', 'amanhã às 1730', '2026-03-05T17:30:00-03:00'],
    // No hour, and figures that nothing says to be one.
    ['en', 'tomorrow at 2570', null],
    ['en', 'tomorrow 1730', null],
    ['pt-BR', 'amanhã por volta das 10:30', '2026-03-05T10:30:00-03:00'],
    ['en', 'tomorrow at around 10:30', '2026-03-05T10:30:00-03:00'],
    ['es', 'mañana mismo a las 11:00', '2026-03-05T11:00:00-03:00'],
    ['pt-BR', 'amanhã mesmo às 11', '2026-03-05T11:00:00-03:00'],
    ['es', 'mañana a las 12 de la mañana', '2026-03-05T12:00:00-03:00'],
    ['es', 'mañana a la 1 del mediodía', '2026-03-05T13:00:00-03:00'],
    ['es', 'mañana a las 15:30 del mediodía', '2026-03-05T15:30:00-03:00'],
    ['es', 'el primer lunes de abril a las 11', '2026-04-06T11:00:00-03:00'],
    ['es', 'el último viernes de enero a las 11', '2027-01-29T11:00:00-03:00'],
    ['pt-BR', 'na primeira segunda de abril às 11', '2026-04-06T11:00:00-03:00'],
    ['pt-BR', 'a última sexta de março às 11', '2026-03-27T11:00:00-03:00'],
    ['en', 'the first tuesday of march at 11', '2027-03-02T11:00:00-03:00'],
    ['en', 'the last friday in march at 11', '2026-03-27T11:00:00-03:00'],
  ])('%s: %s → %s', (code, text, value) => expect(read(code, 'datetime', text)).toBe(value))

  test.each([
    ['en', 'friday'],
    ['en', 'tomorrow morning at 8 pm'],
    ['en', 'tonight at 3'],
    ['pt-BR', 'amanhã'],
    ['pt-BR', '31/02 às 15h'],
    ['es', 'el viernes'],
    ['es', 'hoy a las 12 de la noche'],
    ['es', 'mañana a las 4 del mediodía'],
    ['en', 'the fifth monday of april at 11'],
  ])('%s: %s is asked for again', (code, text) => expect(read(code, 'datetime', text)).toBeNull())

  test('of a clock that is put forward or back: what it never shows is asked, what it shows twice is the first', () => {
    expect(inNewYork('March 8 at 1:30 am')).toBe('2026-03-08T01:30:00-05:00')
    expect(inNewYork('March 8 at 2:30 am')).toBeNull()
    expect(inNewYork('March 8 at 3:30 am')).toBe('2026-03-08T03:30:00-04:00')
    expect(inNewYork('November 1 at 1:30 am')).toBe('2026-11-01T01:30:00-04:00')
    expect(inNewYork('2026-11-01T06:30:00Z')).toBe('2026-11-01T01:30:00-05:00')
  })
})

describe('what does not fit together', () => {
  test.each([
    ['en', 'date', 'thursday 27 november', '2026-11-26|2026-11-27!2026-11-27'],
    ['en', 'date', 'monday 27 november', '2026-11-27|2026-11-30!2026-11-27'],
    ['pt-BR', 'date', 'quinta 27/11', '2026-11-26|2026-11-27!2026-11-27'],
    ['es', 'date', 'jueves 27 de noviembre', '2026-11-26|2026-11-27!2026-11-27'],
    ['en', 'date', 'thursday the 27th', '2026-03-26|2026-03-27!2026-03-27'],
    ['en', 'datetime', 'thursday 27 november', '2026-11-26|2026-11-27!2026-11-27'],
    [
      'en',
      'datetime',
      'thursday 27 november at 15:00',
      '2026-11-26T15:00:00-03:00|2026-11-27T15:00:00-03:00!2026-11-27',
    ],
  ] as const)('%s, a %s: %s: what it may be, and which day there is', (code, type, text, value) =>
    expect(settled(code, type, text)).toBe(value),
  )

  test('a time that the clocks leave out is before the change or behind it', () => {
    const when = { now: testTime.now, timeZone: 'America/New_York' }
    const value = settled('en', 'datetime', 'march 8 at 2:30 am', when) ?? ''
    expect(clockReadings(value)).toEqual(['2026-03-08T01:30:00-05:00', '2026-03-08T03:30:00-04:00'])
    expect(oddityOf(value)).toBe('02:30')
  })

  test.each([
    ['en', 'date', 'friday 27 november'],
    ['en', 'datetime', 'tomorrow at 3'],
    ['pt-BR', 'datetime', 'sexta 27/11 às 15h'],
  ] as const)('%s, a %s: %s fits together', (code, type, text) =>
    expect(oddityOf(settled(code, type, text) ?? '')).toBeNull(),
  )

  test.each([
    ['en', 'date', 'thursday 31 february'],
    ['pt-BR', 'datetime', '31/02 às 15h'],
  ] as const)('%s, a %s: %s is no day at all', (code, type, text) => expect(settled(code, type, text)).toBe(text))
})

describe('what may mean two days or moments', () => {
  test.each([
    ['en', 'tomorrow at 3', ['2026-03-05T03:00:00-03:00', '2026-03-05T15:00:00-03:00']],
    ['en', 'friday at half past eight', ['2026-03-06T08:30:00-03:00', '2026-03-06T20:30:00-03:00']],
    ['en', 'friday at 8:30', ['2026-03-06T08:30:00-03:00', '2026-03-06T20:30:00-03:00']],
    ['pt-BR', 'amanhã às 3', ['2026-03-05T03:00:00-03:00', '2026-03-05T15:00:00-03:00']],
    ['es', 'mañana a las 8', ['2026-03-05T08:00:00-03:00', '2026-03-05T20:00:00-03:00']],
    ['en', 'at 3', ['2026-03-04T15:00:00-03:00', '2026-03-05T03:00:00-03:00']],
    // Nobody means ten at night who does not say so.
    ['en', 'tomorrow at 10', ['2026-03-05T10:00:00-03:00']],
    ['en', 'friday at half past nine', ['2026-03-06T09:30:00-03:00']],
    ['pt-BR', 'amanhã às 9', ['2026-03-05T09:00:00-03:00']],
    ['es', 'mañana a las 11', ['2026-03-05T11:00:00-03:00']],
    ['es', 'mañana a las 10 de la noche', ['2026-03-05T22:00:00-03:00']],
    // But it is noon, and ten is ten at night, or tomorrow.
    ['en', 'today at 10', ['2026-03-04T22:00:00-03:00']],
    ['en', 'at 10', ['2026-03-04T22:00:00-03:00', '2026-03-05T10:00:00-03:00']],
    // It is noon: only one of them is still to come, or neither is.
    ['en', 'today at 3', ['2026-03-04T15:00:00-03:00']],
    ['en', 'yesterday at 3', ['2026-03-03T03:00:00-03:00']],
    ['en', 'tomorrow at 12', ['2026-03-05T12:00:00-03:00']],
    ['en', 'tomorrow at 15', ['2026-03-05T15:00:00-03:00']],
  ])('%s: %s: the half of the day that nobody said: %j', (code, text, values) =>
    expect(readings(code, 'datetime', text)).toEqual(values),
  )

  test.each([
    ['en', 'BR', '12/11', ['2026-11-12', '2026-12-11']],
    ['en', 'CA', '12/11/2027', ['2027-11-12', '2027-12-11']],
    ['en', 'ZA', '12/11/2027', ['2027-11-12', '2027-12-11']],
    ['en', 'SE', '12/11/2027', ['2027-11-12', '2027-12-11']],
    ['es', 'LT', '12/11/2027', ['2027-11-12', '2027-12-11']],
    ['es', 'US', '12/11', ['2026-11-12', '2026-12-11']],
    // Where there is one way, or one reading.
    ['en', 'US', '12/11', ['2026-12-11']],
    ['en', 'GB', '12/11', ['2026-11-12']],
    ['es', 'MX', '12/11', ['2026-11-12']],
    ['pt-BR', 'BR', '12/11', ['2026-11-12']],
    ['en', 'BR', '25/11', ['2026-11-25']],
    ['en', 'BR', '11/11', ['2026-11-11']],
    ['en', 'BR', '2026-11-12', ['2026-11-12']],
    ['en', 'BR', 'thursday, 12/11', ['2026-11-12']],
  ])('%s in %s: %s: the order of the figures: %j', (code, country, text, values) =>
    expect(readings(code, 'date', text, from(country))).toEqual(values),
  )

  test('both at once are four', () => {
    expect(readings('en', 'datetime', '12/11 at 3', from('BR'))).toHaveLength(4)
    expect(readings('en', 'datetime', '12/11 at 3 pm', from('BR'))).toHaveLength(2)
  })

  test('are never several where the half of the day, the 24-hour clock or the name of the month was said', () => {
    const hour = fc.integer({ min: 1, max: 12 })
    const minute = fc.integer({ min: 0, max: 59 }).map((each) => String(each).padStart(2, '0'))
    const day = fc.integer({ min: 1, max: 28 })
    const month = fc.constantFrom('january', 'march', 'june', 'october', 'december')
    const clock = fc.oneof(
      fc
        .tuple(hour, fc.constantFrom('am', ' pm', ' in the morning', ' in the afternoon', ' at night'))
        .map((all) => all.join('')),
      fc.tuple(fc.integer({ min: 13, max: 23 }), minute).map(([h, m]) => `${h}:${m}`),
      fc.tuple(hour, minute).map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`),
      fc.integer({ min: 12, max: 23 }).map(String),
      fc.integer({ min: 0, max: 23 }).map((h) => `${h}h`),
    )
    fc.assert(
      fc.property(clock, month, day, fc.constantFrom('BR', 'CA', 'US'), (time, name, number, country) => {
        const when = from(country)
        expect(readings('en', 'datetime', `tomorrow at ${time}`, when).length).toBeLessThanOrEqual(1)
        expect(readings('en', 'datetime', `${name} ${number} at ${time}`, when).length).toBeLessThanOrEqual(1)
        expect(readings('en', 'date', `${name} ${number}`, when)).toHaveLength(1)
      }),
    )
  })
})
