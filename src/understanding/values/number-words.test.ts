import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from '../text/fold-text.ts'
import { isOfNumbers, numberTable } from './number-table.ts'
import { parseAmountWords, parseNumberWords } from './number-words.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The other direction, written independently of the parser's tables. */
function say(n: number, and: string): string {
  if (n < 20) return small.split(' ')[n] ?? ''
  if (n < 100) return n % 10 === 0 ? (tens[n / 10] ?? '') : `${tens[Math.floor(n / 10)]} ${say(n % 10, and)}`
  for (const [size, name] of [
    [1e6, 'million'],
    [1e3, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (n < size) continue
    const rest = n % size
    return `${say(Math.floor(n / size), and)} ${name}${rest === 0 ? '' : `${rest < 100 ? and : ' '}${say(rest, and)}`}`
  }
  return ''
}

describe('parseNumberWords()', () => {
  test.each([
    ['two hundred and five', '205'],
    ['two hundred five', '205'],
    ['two oh six', '206'],
    ['two zero four', '204'],
    ['twenty one', '21'],
    ['a hundred', '100'],
    ['hundred and one', '101'],
    ['twelve hundred', '1200'],
    ['one thousand two hundred', '1200'],
    ['a thousand and one', '1001'],
    ['nineteen ninety', '1990'],
    ['twenty twenty four', '2024'],
    ['one twenty three', '123'],
    ['2 0 4', '204'],
    ['2 oh 4', '204'],
    ['2 hundred and five', '205'],
    ['5 thousand', '5000'],
    ['zero', '0'],
    ['204', '204'],
    ['007', '7'],
  ])('%s is %s', (words, value) => {
    expect(parseNumberWords(words.split(' '), 'en')).toBe(value)
  })

  test.each([
    '',
    'and',
    'two and',
    'and two',
    'two and five',
    'a',
    'oh',
    'oh two',
    'hundred hundred',
    'two hundred five hundred',
    'thousand million',
    'twenty ten hundred five thousand',
    '20 4',
    '204 205',
    '3 ten',
    '3 ten fifty',
    '3 twenty one',
    'twenty 4 ten',
    'five cats',
    'constructor',
    '__proto__ one',
    'one thousand million',
    'one thousand twelve hundred',
    'a a hundred',
    '1234567890',
    'one two three four five six seven eight nine one',
  ])('%j is no number', (words) => {
    expect(parseNumberWords(words === '' ? [] : words.split(' '), 'en')).toBeNull()
  })

  test('reads every number up to 999 999 999 as it is said on either side of the Atlantic', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(' and ', ' '), (n, and) => {
        expect(parseNumberWords(say(n, and).split(' '), 'en')).toBe(String(n))
      }),
    )
  })

  test('reads digits alone in a language without a table', () => {
    expect(parseNumberWords(['204'], 'xx')).toBe('204')
    expect(parseNumberWords(['two'], 'xx')).toBeNull()
  })

  test('uses the table of the language for its regions', () => {
    expect(parseNumberWords(['two'], 'en-GB')).toBe('2')
  })
})

describe('parseAmountWords()', () => {
  test.each([
    ['ten', '10'],
    ['ten point five', '10.5'],
    ['one hundred point oh five', '100.05'],
    ['ten and a half', '10.5'],
    ['two hundred and five and a half', '205.5'],
    ['one million and a half', '1500000'],
    ['two lakh and a half', '250000'],
    ['two lakh fifty thousand', '250000'],
    ['two and a half million', '2500000'],
  ])('%s is %s', (words, value) => {
    expect(parseAmountWords(words.split(' '), 'en')).toBe(value)
  })

  test.each([
    'ten fifty',
    'two oh six',
    'ten point',
    'point five',
    'ten point fifty',
    'and a half',
    'two thousand and a half',
    'two lakh fifty',
    'two crore five',
    'a hundred and a half',
    'ten fifty and a half',
  ])('does not guess at %j', (words) => {
    expect(parseAmountWords(words.split(' '), 'en')).toBeNull()
  })
})

/** A speller of its own per language: what people say, by the rules of the grammar and not by the parser's tables. */
type Speller = (n: number) => string

const ptSmall =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  )
const ptTens = 'x x vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const ptHundreds =
  'x cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ')

const sayPortuguese: Speller = (n) => {
  if (n < 20) return ptSmall[n] ?? ''
  if (n < 100) return n % 10 === 0 ? (ptTens[n / 10] ?? '') : `${ptTens[Math.floor(n / 10)]} e ${sayPortuguese(n % 10)}`
  if (n === 100) return 'cem'
  if (n < 1000)
    return n % 100 === 0
      ? (ptHundreds[n / 100] ?? '')
      : `${ptHundreds[Math.floor(n / 100)]} e ${sayPortuguese(n % 100)}`
  const [size, one, many] = n < 1e6 ? [1e3, 'mil', 'mil'] : [1e6, 'um milhão', 'milhões']
  const [count, rest] = [Math.floor(n / size), n % size]
  const whole = count === 1 ? one : `${sayPortuguese(count)} ${many}`
  // "Mil e duzentos", "mil e cinco", but "mil duzentos e cinco".
  const joins = rest < 100 || rest % 100 === 0
  return rest === 0 ? whole : `${whole}${joins ? ' e ' : ' '}${sayPortuguese(rest)}`
}

const esSmall =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const esTens = 'x x x treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const esHundreds =
  'x ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ')

const saySpanish: Speller = (n) => {
  if (n < 30) return esSmall[n] ?? ''
  if (n < 100) return n % 10 === 0 ? (esTens[n / 10] ?? '') : `${esTens[Math.floor(n / 10)]} y ${saySpanish(n % 10)}`
  if (n === 100) return 'cien'
  if (n < 1000)
    return n % 100 === 0 ? (esHundreds[n / 100] ?? '') : `${esHundreds[Math.floor(n / 100)]} ${saySpanish(n % 100)}`
  const [size, one, many] = n < 1e6 ? [1e3, 'mil', 'mil'] : [1e6, 'un millón', 'millones']
  const [count, rest] = [Math.floor(n / size), n % size]
  const short = saySpanish(count)
    .replace(/veintiuno$/, 'veintiún')
    .replace(/uno$/, 'un')
  const whole = count === 1 ? one : `${short} ${many}`
  return rest === 0 ? whole : `${whole} ${saySpanish(rest)}`
}

function wordsOf(text: string): string[] {
  return foldText(text).text.split(' ')
}

describe.each([
  ['pt-BR', sayPortuguese],
  ['es', saySpanish],
] as const)('numbers in %s', (language, spell) => {
  test('every number up to 9999 is read as it is said, as an id and as an amount', () => {
    for (let n = 0; n <= 9999; n++) {
      const words = wordsOf(spell(n))
      if (parseNumberWords(words, language) === String(n) && parseAmountWords(words, language) === String(n)) continue
      expect([spell(n), parseNumberWords(words, language)]).toEqual([spell(n), String(n)])
    }
  })

  test('so is every larger one up to 999 999 999', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 999_999_999 }), (n) => {
        expect(parseNumberWords(wordsOf(spell(n)), language)).toBe(String(n))
      }),
    )
  })

  test('digit by digit is the number as it is written, never a sum', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 9 }), (digits) => {
        const words = digits.map((digit) => wordsOf(spell(digit))).flat()
        // "um nove" is a nine as well.
        fc.pre(!(words.length === 2 && words[0] === 'um'))
        expect(parseNumberWords(words, language)).toBe(digits.join(''))
      }),
    )
  })
})

describe('what Portuguese and Spanish say in ways of their own', () => {
  test.each([
    ['pt-BR', 'duzentas e quatro', '204'],
    ['pt-BR', 'duas mil e uma', '2001'],
    ['pt-BR', 'mil e duzentos', '1200'],
    ['pt-BR', 'dois meia quatro', '264'],
    ['pt-BR', 'catorze mil', '14000'],
    ['pt-BR', 'um milhão e mil', '1001000'],
    ['pt-BR', 'dois quarenta e cinco', '245'],
    ['pt', 'vinte e um', '21'],
    ['es', 'doscientas cuatro', '204'],
    ['es', 'veintiuna', '21'],
    ['es', 'veinte y uno', '21'],
    ['es', 'mil uno', '1001'],
    ['es', 'un millón mil', '1001000'],
    ['es', 'dos cuarenta y cinco', '245'],
    ['es-AR', 'dos mil', '2000'],
  ])('%s: %s is %s', (language, text, value) => {
    expect(parseNumberWords(wordsOf(text), language)).toBe(value)
  })

  test.each([
    ['es', 'un 9'],
    ['es', 'un nueve'],
    ['pt-BR', 'um nove'],
    ['pt-BR', 'uma 9'],
    ['pt-BR', 'cento'],
    ['pt-BR', 'cem e quatro'],
    ['pt-BR', 'cento mil'],
    ['pt-BR', 'meia'],
    ['pt-BR', 'dois e três'],
    ['pt-BR', 'duzentos e mil'],
    ['pt-BR', 'duzentos e trezentos'],
    ['pt-BR', 'vinte e'],
    ['pt-BR', 'e vinte'],
    ['es', 'ciento'],
    ['es', 'cien uno'],
    ['es', 'uno y dos'],
    ['es', 'veintiuno dos mil'],
    ['es', 'doscientos y mil'],
    ['es', 'mil millones'],
  ])('%s: %s is no number', (language, text) => {
    expect(parseNumberWords(wordsOf(text), language)).toBeNull()
  })

  test.each([
    ['pt-BR', 'dez vírgula cinco', '10.5'],
    ['pt-BR', 'dez vírgula cinquenta', '10.50'],
    ['pt-BR', 'dez vírgula zero cinco', '10.05'],
    ['es', 'diez coma cincuenta', '10.50'],
    ['es', 'diez punto veinticinco', '10.25'],
  ])('%s: %s is the amount %s', (language, text, value) => {
    expect(parseAmountWords(wordsOf(text), language)).toBe(value)
  })

  test.each([
    ['pt-BR', 'dez e cinquenta'],
    ['pt-BR', 'dois zero quatro'],
    ['es', 'diez cincuenta'],
    ['es', 'diez coma cien'],
  ])('%s: %s is no amount that may be guessed', (language, text) => {
    expect(parseAmountWords(wordsOf(text), language)).toBeNull()
  })
})

test.each(['en', 'pt-BR', 'es'])('every word of a number may belong to one: %s', (language) => {
  const said = JSON.stringify(numberTable(language)).match(/[\p{Ll} ]+(?=")/gu) ?? []
  const phrases = fc.array(fc.constantFrom(...said, '5', '20', '300', 'order'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(phrases, (phrase) => {
      const words = phrase.flatMap((each) => each.split(' '))
      fc.pre(parseNumberWords(words, language) !== null || parseAmountWords(words, language) !== null)
      expect(words.filter((word) => !isOfNumbers(word, language))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})
