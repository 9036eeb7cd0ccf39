import { describe, expect, test } from 'vitest'
import { loadShippedLanguages } from '../../testing/catalogues/shipped-languages.ts'
import { testTime } from '../../testing/conversation/understanding-fixture.ts'
import { readExactValue } from '../bare-value.ts'
import { foldText } from '../text/fold-text.ts'
import { valueReader } from './read-values.ts'
import { readValues } from '../../testing/conversation/read-values.ts'
import type { WantedValue } from './wanted-value.ts'

const languageOf = await loadShippedLanguages()

/** What a whole answer gives; `null` when it is no such value. */
function read(code: string, wanted: WantedValue, text: string): string | null {
  return readExactValue(foldText(text), wanted, languageOf(code).language, testTime)?.value ?? null
}

describe('money', () => {
  test.each([
    ['en', '$50', '50.00 USD'],
    ['en', 'fifty dollars', '50.00 USD'],
    ['en', 'twenty bucks', '20.00 USD'],
    ['en', 'US$ 1,234.56', '1234.56 USD'],
    ['en', '20 usd', '20.00 USD'],
    ['en', 'USD 20', '20.00 USD'],
    ['en', '$20 CAD', '20.00 CAD'],
    ['en', '20 canadian dollars', '20.00 CAD'],
    ['en', 'R$ 50', '50.00 BRL'],
    ['en', '€10.5', '10.50 EUR'],
    ['en', 'twenty euros and fifty cents', '20.50 EUR'],
    ['en', '1.5k dollars', '1500.00 USD'],
    ['en', '$2k', '2000.00 USD'],
    ['en', '1.5 million dollars', '1500000.00 USD'],
    ['en', 'JPY 500', '500 JPY'],
    ['pt-BR', 'R$ 50', '50.00 BRL'],
    ['pt-BR', 'R$50,90', '50.90 BRL'],
    ['pt-BR', 'R$ 1.234,56', '1234.56 BRL'],
    ['pt-BR', '50 reais', '50.00 BRL'],
    ['pt-BR', '50 conto', '50.00 BRL'],
    ['pt-BR', 'cinquenta reais', '50.00 BRL'],
    ['pt-BR', '50 rs', '50.00 BRL'],
    ['pt-BR', 'dez reais e cinquenta centavos', '10.50 BRL'],
    ['pt-BR', '10 reais e 50', '10.50 BRL'],
    ['pt-BR', 'dois mil reais', '2000.00 BRL'],
    ['pt-BR', '2mil reais', '2000.00 BRL'],
    ['pt-BR', 'R$ 20mil', '20000.00 BRL'],
    ['pt-BR', '2mil e quinhentos reais', '2500.00 BRL'],
    ['pt-BR', '1,5mil reais', '1500.00 BRL'],
    ['es', '20mil pesos', '20000.00 ARS'],
    ['en', '$20thousand', '20000.00 USD'],
    ['pt-BR', '1,5 mil reais', '1500.00 BRL'],
    ['pt-BR', 'US$ 20', '20.00 USD'],
    ['pt-BR', '20 dólares', '20.00 USD'],
    ['es', '$ 1.234,50', '1234.50 ARS'],
    ['es', 'cincuenta pesos', '50.00 ARS'],
    ['es', '50 pesos mexicanos', '50.00 MXN'],
    ['es', 'u$s 20', '20.00 USD'],
    ['es', 'veinte dólares', '20.00 USD'],
    ['es', '50 soles', '50.00 PEN'],
    ['es', 'S/ 50', '50.00 PEN'],
    ['es', '10 pesos con 50 centavos', '10.50 ARS'],
    ['es', '20 varos', '20.00 ARS'],
    ['es', 'como 20 pesos', '20.00 ARS'],
    ['es', 'unos $20', '20.00 ARS'],
    ['pt-BR', 'uns 20 reais', '20.00 BRL'],
    ['en', 'around $20', '20.00 USD'],
    ['pt-BR', 'R$ 20 (vinte)', '20.00 BRL'],
    ['pt-BR', '20 (vinte reais)', '20.00 BRL'],
    ['en', '$20 (twenty dollars)', '20.00 USD'],
  ])('%s: %s → %s', (code, text, value) => expect(read(code, { type: 'money' }, text)).toBe(value))

  test.each([
    ['pt-BR', '29 e 90', '29.90'],
    ['pt-BR', 'dez com cinquenta', '10.50'],
    ['es', '29 con 90', '29.90'],
    ['es', 'cinco con cincuenta', '5.50'],
    ['pt-BR', '29 e 9', null],
    ['pt-BR', '29 e 205', null],
    ['pt-BR', 'dez e cinquenta', null],
    ['es', 'cinco con cinco', null],
    ['en', '29 and 90', null],
    ['pt-BR', '20 (trinta)', null],
    ['pt-BR', '20 20', null],
    ['es', '20 pesos (veinte euros)', null],
  ])('%s: %s, where no currency is named → %s', (code, text, value) =>
    expect(read(code, { type: 'money', ofThing: true }, text)).toBe(value),
  )

  test.each([{ type: 'money', currency: 'BRL' } as const, { type: 'money', ofThing: true } as const])(
    'never leaves out the currency behind it, which is no part of what follows: %j',
    (wanted) => {
      const found = valueReader(wanted, languageOf('pt-BR').language)(foldText('250 reais: alinhamento'), 0)
      expect([...new Set(found.map(({ end }) => end))]).toEqual(['250 reais'.length])
    },
  )

  test.each([
    ['en', 'R$ 1.000', '1000.00 BRL'],
    ['en', '1.000 reais', '1000.00 BRL'],
    ['en', '$1,000', '1000.00 USD'],
    ['pt-BR', 'R$ 1.000', '1000.00 BRL'],
    ['es', '$ 1.000', '1000.00 ARS'],
    ['en', '$1.000', '1.000'],
    ['en', 'R$ 1,000', '1000.00 BRL'],
    ['pt-BR', 'R$ 1,000', '1,000'],
    ['pt-BR', 'US$ 1,000', '1,000'],
    ['es', '1,000 pesos', '1,000'],
    ['en', '1,000 MXN', '1000.00 MXN'],
    ['en', '1.000 MXN', '1.000'],
    ['es', '1,000 MXN', '1000.00 MXN'],
  ])('%s: %s → %s: one mark before three digits is a thousand, or no sum', (code, text, value) =>
    expect(read(code, { type: 'money' }, text)).toBe(value),
  )

  test('a mark before three digits parts thousands as the people of the wanted currency do', () => {
    expect(read('en', { type: 'money', currency: 'BRL' }, '1.000')).toBe('1000.00 BRL')
    expect(read('en', { type: 'money', currency: 'USD' }, '1.000')).toBe('1.000')
  })

  test('a decimal of two places is one so too, a finer one is not', () => {
    expect(read('en', { type: 'decimal', cents: true }, 'R$ 1.000')).toBe('1000')
    expect(read('pt-BR', { type: 'decimal', cents: true }, '1,200')).toBe('1,200')
    expect(read('pt-BR', { type: 'decimal', cents: true }, '0,500')).toBe('0.500')
    expect(read('pt-BR', { type: 'decimal' }, '1,200')).toBe('1.200')
  })

  test.each([
    ['en', '50'],
    ['en', 'R$ 50 USD'],
    ['en', '-5 dollars'],
    ['en', '$0.005'],
    ['en', 'R$ 1.2500'],
    ['pt-BR', 'R$ 1,2500'],
    ['pt-BR', 'R$ 0,500'],
    ['es', '$ 12.5.0'],
    ['es', '$ 1.00.000'],
    ['en', '$1.500k'],
    ['en', '20 kopecks'],
    ['pt-BR', '50'],
    ['pt-BR', 'uns trocados'],
    ['es', '50 lucas'],
    ['es', 'JPY 10,5'],
  ])('%s: %s could be several, or is none', (code, text) => expect(read(code, { type: 'money' }, text)).toBeNull())

  test('of a parameter with one currency needs no name for it, and shared names mean it', () => {
    const wanted = { type: 'money', currency: 'MXN' } as const
    expect(read('es', wanted, '50')).toBe('50.00 MXN')
    expect(read('es', wanted, '50 pesos')).toBe('50.00 MXN')
    expect(read('es', wanted, '$50')).toBe('50.00 MXN')
    expect(read('es', wanted, '50 pesos argentinos')).toBe('50.00 ARS')
    expect(read('pt-BR', { type: 'money', currency: 'BRL' }, '1,5k')).toBe('1500.00 BRL')
  })

  test.each([
    ['en', '50', '50'],
    ['en', '12.50', '12.50'],
    ['en', '1.000', '1.000'],
    ['en', '50 euros', '50.00 EUR'],
    ['en', '$50', '50 $'],
    ['en', 'fifty dollars', '50 dollar'],
    ['es', '50 pesos', '50 peso'],
    ['es', '50 pesos argentinos', '50.00 ARS'],
    ['pt-BR', '1.000 reais', '1000.00 BRL'],
    ['es', 'JPY 10,5', '10.5 JPY'],
    ['pt-BR', '1.2500 reais', '1.2500 BRL'],
    ['en', '12.5.0', null],
    ['pt-BR', '1.00.000', null],
    ['en', '50 USD BRL', null],
  ])('of a thing whose currency is not known yet: %s: %s → %s', (code, text, value) =>
    expect(read(code, { type: 'money', ofThing: true }, text)).toBe(value),
  )
})

describe('percentages', () => {
  test.each([
    ['en', '12.5%', '12.5'],
    ['en', '12.5 %', '12.5'],
    ['en', 'twelve percent', '12'],
    ['en', 'ten point five per cent', '10.5'],
    ['en', '10', '10'],
    ['pt-BR', '12,5%', '12.5'],
    ['pt-BR', 'doze vírgula cinco por cento', '12.5'],
    ['es', '12,5 por ciento', '12.5'],
    ['es', 'diez por ciento', '10'],
  ])('%s: %s → %s', (code, text, value) => expect(read(code, { type: 'percent' }, text)).toBe(value))

  test.each(['%', 'half', '10 dollars', '10%%'])('%s is none', (text) =>
    expect(read('en', { type: 'percent' }, text)).toBeNull(),
  )
})

describe('positions', () => {
  test.each([
    ['en', 'first', '1'],
    ['en', 'the second one', '2'],
    ['en', '21st', '21'],
    ['en', 'twenty first', '21'],
    ['en', '3', '3'],
    ['pt-BR', 'primeira', '1'],
    ['pt-BR', '2º', '2'],
    ['pt-BR', '3a', '3'],
    ['pt-BR', 'décimo primeiro', '11'],
    ['es', 'primera', '1'],
    ['es', '1er', '1'],
    ['es', '2ª', '2'],
    ['es', 'la tercera opción', '3'],
  ])('%s: %s → %s', (code, text, value) => expect(read(code, { type: 'ordinal' }, text)).toBe(value))

  test.each(['1nd', '22th', 'firstly', 'twenty tenth'])('%s is none', (text) =>
    expect(read('en', { type: 'ordinal' }, text)).toBeNull(),
  )
})

describe('whole numbers', () => {
  test.each([
    ['pt-BR', '20mil', '20000'],
    ['pt-BR', '2mil e quinhentos', '2500'],
    ['es', '20mil', '20000'],
    ['es', '3millones', '3000000'],
    ['es', '5mil500', '5500'],
    ['pt-BR', '2mil204', '2204'],
    ['pt-BR', '1,5 mil', '1500'],
    ['en', '25k', '25000'],
    ['en', '1.5 lakh', '150000'],
    ['en', '1 lakh 25k', '125000'],
    ['en', 'half lakh', '50000'],
    ['en', 'half a million', '500000'],
  ])('%s: %s → %s', (code, text, value) => expect(read(code, { type: 'integer' }, text)).toBe(value))

  test.each([
    ['pt-BR', '2000mil'],
    ['pt-BR', '0mil'],
    ['pt-BR', '2mil20'],
    ['es', '5mil050'],
    ['es', '1millon500'],
    ['en', '2 lakh 50'],
    ['en', '1.55k lakh'],
    ['pt-BR', '20milha'],
    ['en', '20mil'],
  ])('%s: %s is none', (code, text) => expect(read(code, { type: 'integer' }, text)).toBeNull())
})

describe('ids', () => {
  test.each([
    ['en', 'two oh four', '204'],
    ['en', 'double four', '44'],
    ['en', 'two double oh seven', '2007'],
    ['en', 'zero zero seven', '007'],
    ['en', 'triple one', '111'],
    ['pt-BR', 'dois zero quatro', '204'],
    ['pt-BR', 'meia meia dois', '662'],
    ['es', 'dos cero cuatro', '204'],
    ['es', 'doble cero siete', '007'],
    ['en', '007', '007'],
  ])('%s: %s → %s', (code, text, value) => expect(read(code, { type: 'id' }, text)).toBe(value))

  test.each(['pt-BR', 'es'])('%s: figures and a word in one are none', (code) =>
    expect(read(code, { type: 'id' }, '204mil')).toBeNull(),
  )

  test.each(['2O4', 'tow hundred', 'two hundredd', '2 0 4 x', 'double', 'double ten', '20l'])(
    '%s is never corrected into one',
    (text) => expect(read('en', { type: 'id' }, text)).toBeNull(),
  )
})

describe('addresses and file names', () => {
  test.each([
    ['ana@example.com', 'ana@example.com'],
    ['Ana.Silva+x@Example.COM', 'Ana.Silva+x@example.com'],
    ["it's ana-maria@loja.com.br.", 'ana-maria@loja.com.br'],
    ['(joão@exemplo.com.br)', 'joão@exemplo.com.br'],
  ])('%s is the address %s', (text, value) => expect(read('en', { type: 'email' }, text)).toBe(value))

  test.each(['ana@', '@example.com', 'ana@example', 'ana example.com', 'a..b@example.com', 'a@b@example.com'])(
    '%s is no address',
    (text) => expect(read('en', { type: 'email' }, text)).toBeNull(),
  )

  test.each([
    ['notes.txt', 'notes.txt'],
    ['Relatório_Final.PDF', 'Relatório_Final.PDF'],
    ['docs/2026/report march.pdf', 'docs/2026/report march.pdf'],
    ['"the notes"', 'the notes'],
    ['“março.csv”', 'março.csv'],
  ])('%s is the file %s', (text, value) => expect(read('en', { type: 'file' }, text)).toBe(value))

  test.each(['../notes.txt', '/etc/passwd', 'docs/../../x.txt', 'a\\b.txt', '~/x.txt', 'notes', 'a\u202eb.txt'])(
    '%s is no file of ours',
    (text) => expect(read('en', { type: 'file' }, text)).toBeNull(),
  )

  test.each(['delete notes.txt', 'no, notes.txt', 'delete docs/notes.txt', 'docs/notes.txt later'])(
    '%s says more than a file name',
    (text) => expect(read('en', { type: 'file' }, text)).toBeNull(),
  )
})

describe('in a sentence', () => {
  test('values end where they end, the longest first', () => {
    const { language } = languageOf('pt-BR')
    const text = 'agenda pra sexta que vem às 8 da noite com a Ana'
    const found = readValues(text, text.indexOf('sexta'), { type: 'datetime' }, language, testTime)
    expect(found.map(({ value, start, end }) => [text.slice(start, end), value])).toEqual([
      ['sexta que vem às 8 da noite', '2026-03-13T20:00:00-03:00'],
      // Which half of the day is asked.
      ['sexta que vem às 8', '2026-03-13T08:00:00-03:00|2026-03-13T20:00:00-03:00'],
      // The day alone: the time is asked for.
      ['sexta que vem', '2026-03-13'],
      ['sexta', '2026-03-06'],
    ])
  })

  test('a value keeps the place that it came from', () => {
    const { language } = languageOf('en')
    const text = 'pay  “$1,234.50”, please'
    const [found] = readValues(text, text.indexOf('$'), { type: 'money' }, language, testTime)
    expect(found).toEqual({ value: '1234.50 USD', start: 6, end: 15 })
    expect(readValues(text, text.indexOf('p'), { type: 'money' }, language, testTime)).toEqual([])
    expect(readValues(text, text.length, { type: 'money' }, language, testTime)).toEqual([])
  })
})

describe('a moment whose day something else tells', () => {
  test.each([
    ['en', '4pm', '16:00'],
    ['en', 'at 4', '04:00|16:00'],
    ['en', 'noon', '12:00'],
    ['en', '16:30', '16:30'],
    ['en', 'tomorrow at 4pm', '2026-03-05T16:00:00-03:00'],
    ['en', 'today at 4pm', '2026-03-04T16:00:00-03:00'],
    ['en', 'in two hours', '2026-03-04T14:00:00-03:00'],
    ['en', 'tomorrow', '2026-03-05'],
    ['pt-BR', '16h', '16:00'],
    ['pt-BR', 'às 4 da tarde', '16:00'],
    ['pt-BR', 'amanhã às 16h', '2026-03-05T16:00:00-03:00'],
    ['es', 'a las 16', '16:00'],
    ['es', 'a las 4 de la tarde', '16:00'],
    ['es', 'mañana a las 16', '2026-03-05T16:00:00-03:00'],
  ])('%s: of “%s” is %s', (code, text, value) => {
    expect(read(code, { type: 'datetime', dayLater: true }, text)).toBe(value)
  })

  test('is of the day that is known by then, if one is', () => {
    const known = { type: 'datetime', dayLater: true, of: '2026-03-09' } as const
    expect(read('en', known, '4pm')).toBe('2026-03-09T16:00:00-03:00')
  })
})
