import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParameterType } from '../../catalogue/catalogue.ts'
import { showTyped } from '../../conversation/render/show-typed.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText } from '../../json.ts'
import { loadShippedLanguages } from '../../testing/catalogues/shipped-languages.ts'
import { testTime } from '../../testing/conversation/understanding-fixture.ts'
import { readExactValue } from '../bare-value.ts'
import { foldText } from '../text/fold-text.ts'
import { isReadBack, type WantedValue } from './wanted-value.ts'
import { readValues } from '../../testing/conversation/read-values.ts'

const languageOf = await loadShippedLanguages()
const codes = ['en', 'pt-BR', 'es'] as const
const wanted: readonly WantedValue[] = [
  { type: 'id' },
  { type: 'phone' },
  { type: 'email' },
  { type: 'file' },
  { type: 'date' },
  { type: 'month' },
  { type: 'time' },
  { type: 'datetime' },
  { type: 'integer' },
  { type: 'decimal' },
  { type: 'ordinal' },
  { type: 'percent' },
  { type: 'money' },
  { type: 'money', currency: 'BRL' },
  { type: 'boolean' },
  { type: 'choice', choices: ['paid', 'on_hold'] },
  { type: 'text' },
]

const pieces = fc.oneof(
  fc.constantFrom(
    ...'next last in the of on at friday march may 5th 22 2026 8 8pm 20:30 half past quarter to tomorrow now'.split(
      ' ',
    ),
    ...'sexta que vem dia às da noite daqui a amanhã de novembro meia e 20h30 primeiro mês passado hoje'.split(' '),
    ...'el viernes la semana mañana por las y cuarto menos 1º pasado hace dos'.split(' '),
    ...'R$ $ US$ 1.234,56 50 reais pesos k mil % por cento double two oh 2nd a@b.co x.txt ../ " 31/02 2026-02-30'.split(
      ' ',
    ),
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
)
/** Nearly values: days, times and sums, some of them impossible. */
const nearly = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'friday',
        'next monday',
        'march 5th',
        '22/11/2027',
        '31/02',
        'hoje',
        'sexta que vem',
        'dia 15',
        'el 30',
      ),
      fc.constantFrom('', ' at 8', ' at 25', ' às 20h', ' a las 8 de la noche', ' 8pm', ' ao meio-dia'),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('8pm', 'oito e meia', 'half past 8', '3 at night', 'october', 'mês passado', 'noviembre de 2031'),
  fc
    .tuple(
      fc.constantFrom('', 'R$ ', '$', 'US$ '),
      fc.constantFrom('50', '1.234,56', '1,234.56', '0,005', '1.5k', 'fifty', 'cinquenta'),
      fc.constantFrom('', ' reais', ' pesos', ' dollars', ' eur'),
    )
    .map((parts) => parts.join('')),
)
const parameterOf = ({ type, choices, currency }: WantedValue) =>
  ({
    name: 'x',
    kind: 'scalar',
    required: true,
    type,
    schema: {
      ...(choices === undefined ? {} : { enum: [...choices] }),
      ...(currency === undefined ? {} : { currency }),
    },
    entity: null,
  }) as const

describe('any text', () => {
  test('gives values whose places lie in it, longest first, never an error', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.nat(60),
        fc.constantFrom(...codes),
        fc.constantFrom(...wanted),
        (text, from, code, one) => {
          let last = text.length
          for (const { start, end } of readValues(text, from, one, languageOf(code).language, testTime)) {
            expect(start).toBeGreaterThanOrEqual(from)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(last)
            last = end
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('that is a day, a time or a sum becomes a canonical value or is refused, and reading that changes nothing', () => {
    let seen = 0
    const readBack = wanted.filter(isReadBack)
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: nearly }, { weight: 1, arbitrary: hostile }),
        fc.constantFrom(...codes),
        fc.constantFrom(...readBack),
        (text, code, one) => {
          const { language } = languageOf(code)
          const found = readExactValue(foldText(text), one, language, testTime)
          const value = found === null ? null : normaliseArgument(parameterOf(one), found.value)
          if (value?.kind !== 'value') return
          seen++
          expect(readExactValue(foldText(jsonText(value.value)), one, language, testTime)?.value).toBe(value.value)
          expect(normaliseArgument(parameterOf(one), jsonText(value.value))).toEqual(value)
        },
      ),
      { numRuns: 2_000 },
    )
    expect(seen).toBeGreaterThan(40)
  })

  test.each(['friday ', 'one hundred ', 'sexta que vem ', '1,', '1/', '$', 'a@', 'x.', '"', '\u0301', '(', 'e '])(
    'of 10 kB of %j is read at once',
    { timeout: 30_000 },
    (piece) => {
      const text = piece.repeat(10_000 / piece.length)
      for (const one of wanted) {
        for (const code of codes) {
          const found = readValues(text, 0, one, languageOf(code).language, testTime)
          expect(found.every(({ end }) => end <= text.length)).toBe(true)
        }
      }
    },
  )
})

describe('what a preview shows', () => {
  const day = fc
    .date({ min: new Date('2021-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString())
  const cents = fc.integer({ min: 0, max: 99_999_999_999 })
  const currencies = 'USD CAD AUD ARS MXN CLP COP UYU DOP EUR GBP BRL PEN PYG JPY'.split(' ')

  const values: readonly (readonly [ParameterType, fc.Arbitrary<string>])[] = [
    ['date', day.map((at) => at.slice(0, 10))],
    ['month', day.map((at) => at.slice(0, 7))],
    ['time', day.map((at) => at.slice(11, 16))],
    ['datetime', day.map((at) => `${at.slice(0, 16)}:00-03:00`)],
    ['percent', cents.map((each) => String(each / 100))],
    [
      'money',
      fc.tuple(cents, fc.constantFrom(...currencies)).map(([each, code]) => {
        const hasCents = new Intl.NumberFormat('en', { style: 'currency', currency: code }).format(1).includes('.')
        return `${hasCents ? (each / 100).toFixed(2) : each} ${code}`
      }),
    ],
  ]

  test.each(values)('of %s is read as the same value in every language', (type, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, fc.constantFrom(...codes), (value, code) => {
        const { locale, language } = languageOf(code)
        const shown = showTyped(locale, type, value)
        expect(shown).not.toBeNull()
        expect([shown, readExactValue(foldText(shown ?? ''), { type }, language, testTime)?.value]).toEqual([
          shown,
          value,
        ])
      }),
      { numRuns: 500 },
    )
  })
})
