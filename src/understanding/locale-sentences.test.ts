import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Command } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { shortestTexts } from '../testing/conversation/shortest-texts.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import { foldText } from './text/fold-text.ts'
import type { Reading } from './reading.ts'
import type { Wish } from './wish.ts'

/** `locales/<language>/sentences.test.yaml`: by the command's explicit token. */
type SentenceTests = Readonly<
  Record<
    string,
    {
      /** What people write, and the arguments that it must give. */
      readonly reads: Readonly<Record<string, Readonly<Record<string, string>>>>
      /** What comes close but is another command, `negated`, `later` or `unknown`. */
      readonly not: Readonly<Record<string, string>>
    }
  >
>

const localesDir = join(import.meta.dirname, '..', '..', 'locales')
const catalogue = await loadShippedCatalogue()
const read = createReader(catalogue)

function testsOf(language: string): SentenceTests {
  const file = join(localesDir, language, 'sentences.test.yaml')
  // The shape is this test's own; what does not fit it fails below.
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as SentenceTests) : {}
}

function readingOf(text: string, language: string): Reading {
  return read(text, { kind: 'nothing' }, language)
}

/** The command, several parted by "/", or the kind of a reading that asks for none. */
function meaningOf(reading: Reading): string {
  return reading.kind === 'wishes' ? reading.wishes.map(({ command }) => command).join('/') : reading.kind
}

/** How many texts there are, case, accents and punctuation aside. */
function differing(texts: Readonly<Record<string, unknown>>): number {
  return new Set(Object.keys(texts).map((text) => foldText(text).text)).size
}

describe.each([...catalogue.locales.keys()])('the sentences of %s', (language) => {
  const tests = Object.entries(testsOf(language))

  test('are tested for every command there is, with 15 that fit and 5 near misses at least', () => {
    expect(tests.map(([token]) => token).toSorted()).toEqual([...catalogue.commands.keys()].toSorted())
    const thin = tests.filter(([, { reads, not }]) => differing(reads) < 15 || differing(not) < 5)
    expect(thin.map(([token]) => token)).toEqual([])
  })

  test('are at least twelve per command, none of them twice', () => {
    const texts = catalogue.locales.get(language)?.commands ?? {}
    const sentencesOf = ({ path }: Command): readonly string[] => texts[path]?.sentences ?? []
    const ways = (command: Command): number => new Set(sentencesOf(command).flatMap(shortestTexts)).size
    const thin = [...catalogue.commands.values()].filter((command) => ways(command) < 12)
    expect(thin.map(({ token }) => token)).toEqual([])
    const all = [...catalogue.commands.values()].flatMap(sentencesOf)
    expect(new Set(all).size).toBe(all.length)
  })

  const fitting = tests.flatMap(([command, { reads }]) =>
    Object.entries(reads).map(([text, args]) => [text, command, args] as const),
  )
  test('are put together in pairs without a number of either being lost', () => {
    const numbered = fitting.map(([text]) => text).filter((text) => /\d/u.test(text) && text.length < 70)
    const words = catalogue.locales.get(language)?.words ?? {}
    const said = fc.constantFrom(...numbered)
    const joins = [
      ', ',
      '. ',
      ...[words['and'], words['however']].flatMap((list) => list ?? []).map((word) => ` ${word} `),
    ]
    let wished = 0
    fc.assert(
      fc.property(said, fc.constantFrom(...joins), said, (one, between, other) => {
        const text = one.replace(/[.!?]$/u, '') + between + other
        const reading = readingOf(text, language)
        if (reading.kind !== 'wishes') return
        wished++
        const kept = JSON.stringify(reading)
        const lost = (text.match(/\d+/gu) ?? []).filter((number) => !kept.includes(String(Number(number))))
        expect(lost).toEqual([])
      }),
      { seed: 204, numRuns: 120 },
    )
    expect(wished).toBeGreaterThan(60)
  })

  test.each(fitting)('%s', (text, command, args) => {
    const reading = readingOf(text, language)
    // The words for a month or a sum are kept beside it.
    const wishes = reading.kind === 'wishes' ? reading.wishes.map(({ said: _said, ...wish }) => wish) : reading
    expect(wishes).toEqual([{ command, args, source: 'sentence' }])
  })

  const near = tests.flatMap(([, { not }]) => Object.entries(not))
  test.each(near)('%s → %s', (text, meaning) => {
    expect(meaningOf(readingOf(text, language))).toBe(meaning)
  })
})

/**
 * Words that ask for something destructive about people with nothing but a name beside them: the fewer the better, for
 * the name may be that of a thing.
 */
const wordsEnough: Readonly<Record<string, readonly string[]>> = {
  en: ['remove'],
  'pt-BR': ['bloqueia', 'descadastra'],
  es: [],
}

describe.each([...catalogue.locales.keys()])('what is destructive and about people, in %s', (language) => {
  const dangerous = [...catalogue.commands.values()]
    .filter(({ safety, path }) => safety === 'destructive' && path.startsWith('admin.'))
    .map(({ token }) => token)
  const asking = Object.entries(testsOf(language))
    .filter(([token]) => dangerous.includes(token))
    .flatMap(([, { reads }]) => Object.keys(reads))
  const askedFor = (text: string): readonly Wish[] => {
    const reading = readingOf(text, language)
    return reading.kind === 'wishes' ? reading.wishes.filter(({ command }) => dangerous.includes(command)) : []
  }

  test('takes more than one word and a name, but for few words', () => {
    const words = new Set(asking.flatMap((text) => foldText(text).text.split(' ')))
    const enough = [...words].filter((word) =>
      [`${word} Zzyzx`, `Zzyzx ${word}`].flatMap(askedFor).some(({ source }) => source === 'sentence'),
    )
    expect(enough.toSorted()).toEqual(wordsEnough[language])
  })

  test('is never asked for by a sentence that begins with a negation', () => {
    const negations = catalogue.locales.get(language)?.words['negation'] ?? []
    fc.assert(
      fc.property(fc.constantFrom(...negations), fc.constantFrom(...asking), (negation, text) => {
        expect(askedFor(text)).toHaveLength(1)
        // A mark between them ends the refusal, as the comma of "no, cancel 205" does.
        expect(askedFor(`${negation} ${text.replace(/^[¿¡]+/u, '')}`)).toEqual([])
      }),
    )
  })
})

describe('what every language takes', () => {
  test.each([...catalogue.locales.keys()])('"confirm", "confirmar" and "confirmo" before a code in %s', (language) => {
    for (const verb of ['CONFIRM', 'confirmar', 'Confirmo']) {
      expect(readingOf(`${verb} c9f2`, language)).toEqual({ kind: 'token', token: 'C9F2' })
    }
  })

  test.each([
    ['pt-BR', 'DESFAZER #K7Q2M', { kind: 'undo', ref: 'K7Q2M' }],
    ['es', 'deshacer #k7q2m', { kind: 'undo', ref: 'K7Q2M' }],
    ['pt-BR', 'CANCELAR #K7Q2M', { kind: 'cancel-ref', ref: 'K7Q2M' }],
    ['es', 'UNDO #K7Q2M', { kind: 'undo', ref: 'K7Q2M' }],
  ] as const)('%s: %s', (language, text, reading) => {
    expect(readingOf(text, language)).toEqual(reading)
  })

  test('a bare yes or no in the words of the language', () => {
    for (const [language, yes, no] of [
      ['pt-BR', 'Sim!', 'não, obrigado'],
      ['es', 'sí, dale', 'no gracias'],
    ] as const) {
      expect(readingOf(yes, language)).toEqual({ kind: 'yes' })
      expect(readingOf(no, language)).toEqual({ kind: 'no' })
    }
  })

  test('"no" before a pause corrects; without one it refuses the command', () => {
    for (const [language, text] of [
      ['pt-BR', 'cancela o pedido 205'],
      ['es', 'cancela el pedido 205'],
    ] as const) {
      const no = language === 'es' ? 'no' : 'não'
      expect(meaningOf(readingOf(`${no}, ${text}`, language))).toBe('CANCEL_ORDER')
      expect(meaningOf(readingOf(`${no} ${text}`, language))).toBe('negated')
      expect(readingOf(`${no}, 205`, language)).toEqual({ kind: 'correction', correction: '205' })
    }
  })

  test('a relative of a known language is read as that language', () => {
    expect(meaningOf(readingOf('quiero cancelar el pedido 205', 'es-MX'))).toBe('CANCEL_ORDER')
    expect(meaningOf(readingOf('cancelar o pedido 204', 'pt'))).toBe('CANCEL_ORDER')
  })
})

test.each(['en', 'pt-BR', 'es'])('the names of languages are understood in %s, whichever they are of', (language) => {
  const awaited = { kind: 'value', type: 'choice', choices: ['en', 'pt-BR', 'es'] } as const
  for (const [name, code] of [
    ['English', 'en'],
    ['inglês', 'en'],
    ['inglés', 'en'],
    ['Portuguese', 'pt-BR'],
    ['português', 'pt-BR'],
    ['Spanish', 'es'],
    ['español', 'es'],
    ['espanhol', 'es'],
  ] as const) {
    expect(read(name, awaited, language)).toEqual({ kind: 'value', text: code })
    expect(readingOf(`language ${name}`, language)).toMatchObject({ wishes: [{ command: 'LANGUAGE', args: { code } }] })
  }
})

describe('values typed after "name="', () => {
  test.each([
    ['pt-BR', 'amount=1.234,50', '1234.50'],
    ['pt-BR', 'amount=10,50', '10.50'],
    ['pt-BR', 'amount=1.234', '1234'],
    ['pt-BR', 'amount="R$ 10"', '10.00 BRL'],
    ['es', 'amount=1.234,50', '1234.50'],
    ['en', 'amount=1,234.50', '1234.50'],
    ['en', 'amount=1.234', '1.234'],
    ['en', 'amount=lots', 'lots'],
  ])('in %s %s is %s', (language, typed, amount) => {
    expect(readingOf(`REFUND_ORDER id=205 ${typed}`, language)).toMatchObject({
      wishes: [{ args: { id: '205', amount } }],
    })
  })

  test('a choice may be called what the language calls it, there and in an answer', () => {
    expect(readingOf('LIST_ORDERS status=pago', 'pt-BR')).toMatchObject({ wishes: [{ args: { status: 'paid' } }] })
    const awaited = { kind: 'value', type: 'choice', choices: ['paid', 'shipped'] } as const
    expect(read('Enviado, por favor', awaited, 'pt-BR')).toEqual({ kind: 'value', text: 'shipped' })
    expect(read('pagado', awaited, 'es')).toEqual({ kind: 'value', text: 'paid' })
  })
})

describe('several wishes', () => {
  test.each([
    ['pt-BR', 'cancela o pedido duzentos e quatro e estorna dez reais e cinquenta centavos do pedido 205', '10.50 BRL'],
    [
      'es',
      'cancela el pedido doscientos cuatro y devuelve diez pesos con cincuenta centavos al pedido 205',
      '10.50 peso',
    ],
  ])('%s: %s', (language, text, amount) => {
    expect(readingOf(text, language)).toMatchObject({
      wishes: [
        { command: 'CANCEL_ORDER', args: { id: '204' } },
        { command: 'REFUND_ORDER', args: { id: '205', amount } },
      ],
    })
  })

  test.each([
    ['en', 'cancel order 204 and order 205', '204', '205'],
    ['pt-BR', 'cancela o pedido 204 e o pedido 205', '204', '205'],
    ['es', 'cancela el pedido 204 y el pedido 205', '204', '205'],
    ['en', "cancel Maria's order and Pedro's order", 'Maria', 'Pedro'],
    ['pt-BR', 'cancela o pedido da Maria e o pedido do Pedro', 'Maria', 'Pedro'],
    ['es', 'cancela el pedido de María y el pedido de Pedro', 'María', 'Pedro'],
    ['en', 'cancel order 204, cancel order 205', '204', '205'],
    ['pt-BR', 'cancela o pedido 204, cancela o pedido 205', '204', '205'],
    ['es', 'cancela el pedido 204, cancela el pedido 205', '204', '205'],
  ])('%s: %s: both are cancelled', (language, text, one, other) => {
    const wishes = [one, other].map((id) => ({ command: 'CANCEL_ORDER', args: { id } }))
    expect(readingOf(text, language)).toMatchObject({ kind: 'wishes', wishes })
  })

  test.each([
    ['en', 'cancel 204, refund 205 for 5'],
    ['pt-BR', 'cancela o 204 e estorna 205 em 5'],
    ['es', 'cancela el 204, reembolsa el 205 por 5'],
  ])('%s: %s: neither needs the word for an order', (language, text) => {
    expect(readingOf(text, language)).toMatchObject({
      wishes: [
        { command: 'CANCEL_ORDER', args: { id: '204' } },
        { command: 'REFUND_ORDER', args: { id: '205', amount: '5' } },
      ],
    })
  })

  test('"é" is not "e": it begins a text, not another wish', () => {
    expect(readingOf('anota no pedido 204 é frágil', 'pt-BR')).toMatchObject({
      wishes: [{ args: { text: 'é frágil' } }],
    })
    expect(meaningOf(readingOf('anota no pedido 204 e frágil', 'pt-BR'))).toBe('unknown')
  })
})

test('a phrase may be written without its accents, never with others', () => {
  const awaited = { kind: 'confirmation', method: 'phrase', phrase: 'SÍ, CANCELAR EL PEDIDO 204' } as const
  expect(read('si cancelar el pedido 204', awaited, 'es')).toEqual({ kind: 'phrase' })
  expect(read('sí, cancelar el pedido 204', awaited, 'es')).toEqual({ kind: 'phrase' })
  expect(read('sí, cancelár el pedido 204', awaited, 'es').kind).not.toBe('phrase')
  expect(read('sí, cancelar el pedido 205', awaited, 'es').kind).not.toBe('phrase')
})
