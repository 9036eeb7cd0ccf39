import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localeFor } from '../../catalogue/locale-for.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import { type Corrector, correctTypos } from './correct-typos.ts'
import { createMessageReader } from '../create-message-reader.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import { createVocabulary, type Vocabulary } from '../words/vocabulary.ts'

const catalogue = await loadShippedCatalogue()
const reader = createReader(catalogue)
const read = (text: string, language = 'en') => reader(text, { kind: 'nothing' }, language)
const wishesOf = (reading: Reading): readonly Wish[] =>
  reading.kind === 'wishes' || reading.kind === 'ambiguous' ? reading.wishes : []
const vocabularies = new Map([...catalogue.locales].map(([code, locale]) => [code, createVocabulary(locale)]))
const vocabularyOf = (language: string): Vocabulary => {
  const found = vocabularies.get(language)
  if (found === undefined) throw new TypeError(`No language ${language}`)
  return found
}

describe('a mistyped word', () => {
  test.each([
    ['en', 'cancle order 204', 'CANCEL_ORDER', { id: '204' }, [['cancle', 'cancel']]],
    ['en', 'Cancel odrer 204', 'CANCEL_ORDER', { id: '204' }, [['odrer', 'order']]],
    ['en', 'REFNUD 20 ON ORDER 205!', 'REFUND_ORDER', { id: '205', amount: '20' }, [['REFNUD', 'refund']]],
    ['en', 'statsu of order 204', 'ORDER_STATUS', { id: '204' }, [['statsu', 'status']]],
    ['en', 'cacnel ordr order 204', null, {}, []],
    [
      'en',
      'canccel oorder 204',
      'CANCEL_ORDER',
      { id: '204' },
      [
        ['canccel', 'cancel'],
        ['oorder', 'order'],
      ],
    ],
    [
      'en',
      'cancle order 204 because I want to cancel',
      'CANCEL_ORDER',
      { id: '204', reason: 'I want to cancel' },
      [['cancle', 'cancel']],
    ],
    ['pt-BR', 'canecla o pedido 204', 'CANCEL_ORDER', { id: '204' }, [['canecla', 'cancela']]],
    ['pt-BR', 'cancela o peddo 204', 'CANCEL_ORDER', { id: '204' }, [['peddo', 'pedido']]],
    ['pt-BR', 'oque está na fila', 'QUEUE', {}, [['oque', 'o que']]],
    ['pt-BR', 'reembosla 20 do pedido 205', 'REFUND_ORDER', { id: '205', amount: '20' }, [['reembosla', 'reembolsa']]],
    ['es', 'cancela el pedio 204', 'CANCEL_ORDER', { id: '204' }, [['pedio', 'pedido']]],
    ['es', 'reembosla 20 del pedido 205', 'REFUND_ORDER', { id: '205', amount: '20' }, [['reembosla', 'reembolsa']]],
  ])('%s: %s', (language, text, command, args, corrections) => {
    const wishes = wishesOf(read(text, language))
    const corrected = corrections.map(([from, to]) => ({ from, to }))
    expect(wishes).toEqual(command === null ? [] : [{ command, args, source: 'sentence', corrected }])
  })

  test.each([
    ['en', 'canecl', 'drop'],
    ['en', "don't cancle order 204", 'negated'],
    ['es', 'no listes los pedidos', 'negated'],
  ])('%s: %s means %s', (language, text, kind) => {
    expect(read(text, language).kind).toBe(kind)
  })

  test.each([
    ['es', 'anual', { kind: 'choice', count: 3 }, 'unknown'],
    ['es', 'anual', { kind: 'value', type: 'id' }, 'value'],
    ['es', 'anual', { kind: 'nothing' }, 'drop'],
  ] as const)(
    '%s: “%s” drops nothing where it may be what something is called: %j',
    (language, text, awaited, kind) => {
      expect(reader(text, awaited, language).kind).toBe(kind)
    },
  )

  test.each([
    ['en', 'confrm', 'a confirmation'],
    ['en', 'surre', 'a yes'],
    ['pt-BR', 'calro', 'a yes'],
    ['es', 'corecto', 'a yes'],
    ['en', 'agian', 'a repetition'],
  ])('%s: %s is never %s', (language, text) => {
    const awaited = { kind: 'confirmation', method: 'yes', phrase: null } as const
    expect(['yes', 'again', 'token', 'phrase']).not.toContain(reader(text, awaited, language).kind)
  })

  test.each([
    ['en', 'list shiped orders', 'a choice'],
    ['en', 'cancel order 2O4', 'an id'],
    ['en', 'cancel oder 204', 'a word of four letters'],
    ['en', 'cancel "ordre" 204', 'a word in quotes'],
    ['en', 'CANCLE_ORDER id=204', 'a token'],
    ['en', 'refnud twnety on order 205', 'a number'],
    ['pt-BR', 'lista os pedidos enviadps', 'a choice'],
    ['pt-BR', 'cancelei o pedido 204', 'a word of the language that asks for nothing'],
    ['es', 'historial de ventas', 'a word of the language that names nobody'],
  ])('%s: nothing is corrected in %s, %s', (language, text) => {
    expect(wishesOf(read(text, language))).toEqual([])
  })

  test('is left alone in a name, whatever else is corrected', () => {
    const [wish] = wishesOf(read('cancle order of Ordel'))
    expect(wish).toMatchObject({
      command: 'CANCEL_ORDER',
      args: { id: 'Ordel' },
      corrected: [{ from: 'cancle', to: 'cancel' }],
    })
  })
})

describe('corrections that lead to different commands', () => {
  const { language } = createMessageReader(catalogue, localeFor(catalogue, 'en'))
  const corrector = (options: readonly string[]): Corrector => ({
    catalogue,
    language,
    vocabulary: {
      words: new Set(),
      knows: (word) => word !== 'canfund',
      asks: () => false,
      near: (word) => (word === 'canfund' ? options : []),
      parted: () => null,
    },
    read: (text) => read(text),
    readNamed: (text) => read(text),
    holdsReference: () => false,
  })

  test('leave it to the person which one is meant, each with its own words', () => {
    const reading = correctTypos('canfund order 204', corrector(['cancel', 'refund']))
    expect(reading?.kind).toBe('ambiguous')
    expect(wishesOf(reading ?? { kind: 'unknown' }).map(({ command, corrected }) => [command, corrected])).toEqual([
      ['CANCEL_ORDER', [{ from: 'canfund', to: 'cancel' }]],
      ['REFUND_ORDER', [{ from: 'canfund', to: 'refund' }]],
    ])
  })

  test('are one where they mean the same', () => {
    expect(correctTypos('canfund order 204', corrector(['cancel', 'void']))).toMatchObject({
      kind: 'wishes',
      wishes: [{ command: 'CANCEL_ORDER', corrected: [{ to: 'cancel' }] }],
    })
  })
})

const languages = fc.constantFrom('en', 'pt-BR', 'es')
const examples = Object.fromEntries(
  [...catalogue.locales].map(([code, { commands }]) => [
    code,
    Object.values(commands).flatMap((texts) => texts.examples ?? []),
  ]),
)
/** An example of a command, and a place in it. */
const asked = languages.chain((language) =>
  fc.record({
    language: fc.constant(language),
    text: fc.constantFrom(...(examples[language] ?? [])),
    at: fc.nat(),
    letter: fc.constantFrom('a', 'b', 'e', 'i', 'm', 'n', 'o', 'r', 's', 't', 'z'),
    edit: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
  }),
)

const fold = (words: string) => words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function mistype(text: string, at: number, letter: string, edit: string): string {
  const place = at % text.length
  const [before, char, after] = [text.slice(0, place), text[place] ?? '', text.slice(place + 1)]
  switch (edit) {
    case 'insert':
      return `${before}${letter}${char}${after}`
    case 'delete':
      return `${before}${after}`
    case 'replace':
      return `${before}${letter}${after}`
    default:
      return `${before}${after[0] ?? ''}${char}${after.slice(1)}`
  }
}

describe('never', () => {
  test('is a text marked that reads as it stands', () => {
    fc.assert(
      fc.property(asked, ({ text, language }) => {
        const wishes = wishesOf(read(text, language))
        expect(wishes.length).toBeGreaterThan(0)
        expect(wishes.filter(({ corrected }) => corrected !== undefined)).toEqual([])
      }),
    )
  })

  test('does a correction change a digit, or a word that the language knows', () => {
    fc.assert(
      fc.property(asked, ({ text, language, at, letter, edit }) => {
        const typed = mistype(text, at, letter, edit)
        for (const { from, to } of wishesOf(read(typed, language)).flatMap(({ corrected = [] }) => corrected)) {
          expect(typed).toContain(from)
          expect(from).toMatch(/^[\p{L}\p{M}]{4,}$/u)
          expect(vocabularyOf(language).knows(fold(from))).toBe(false)
          expect(to.split(' ').every((each) => vocabularyOf(language).knows(each))).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('is an argument of a corrected reading anything but what was written', () => {
    fc.assert(
      fc.property(asked, ({ text, language, at, letter, edit }) => {
        const typed = mistype(text, at, letter, edit)
        for (const { args, corrected = [] } of wishesOf(read(typed, language))) {
          const digits =
            corrected.length === 0 ? [] : Object.values(args).flatMap((value) => value.match(/^\d+$/gu) ?? [])
          expect(digits.filter((each) => !typed.includes(each))).toEqual([])
          const put = corrected.map(({ to }) => to).filter((to) => !fold(typed).includes(to))
          const words = Object.values(args).flatMap((value) => fold(value).split(' '))
          expect(words.filter((word) => put.includes(word))).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('is an id or a number taken for another one', () => {
    const number = fc.integer({ min: 100, max: 99_999 }).map(String)
    const slips = fc.constantFrom('cancle order', 'cancel odrer', 'refnud 20 on order', 'statsu of order')
    fc.assert(
      fc.property(slips, number, fc.constantFrom('x', 'O', 'l', ''), (words, id, letter) => {
        for (const { args } of wishesOf(read(`${words} ${id}${letter}`))) {
          expect(args['id']).toBe(letter === '' ? id : `${id}${letter}`)
        }
      }),
    )
  })

  test('is a text of words that the language knows corrected, whatever it means', () => {
    const word = fc.constantFrom('cancel', 'order', '204', 'please', 'the', 'not', 'refund', 'remove', 'list', 'status')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const wishes = wishesOf(read(words.join(' ')))
        expect(wishes.flatMap(({ corrected = [] }) => corrected)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('drawn-out letters, capitals, emoji and marks', () => {
  test.each([
    ['en', 'pleaaaase cancel order 204', 'CANCEL_ORDER'],
    ['en', 'CANCEEEEL ORDER 204!!!', 'CANCEL_ORDER'],
    ['en', '🙏 cancel 🛑 order 204 🙏🙏', 'CANCEL_ORDER'],
    ['en', 'PLEASE, CANCEL THE ORDER 204...', 'CANCEL_ORDER'],
    ['en', '*cancel* _order_ 204 ??', 'CANCEL_ORDER'],
    ['pt-BR', 'oiiii, cancelaaa o pedido 204 pfv 🙏', 'CANCEL_ORDER'],
    ['pt-BR', 'CANCELA O PEDIDO 204 AÍ!!!', 'CANCEL_ORDER'],
    ['pt-BR', 'voce pode cancelar o pedido 204?', 'CANCEL_ORDER'],
    ['es', 'holaaa!! cancelá el pedido 204 porfaaa', 'CANCEL_ORDER'],
    ['es', '¡¡¡CANCELA EL PEDIDO 204!!!', 'CANCEL_ORDER'],
  ])('%s: %s', (language, text, command) => {
    expect(read(text, language)).toEqual({
      kind: 'wishes',
      wishes: [{ command, args: { id: '204' }, source: 'sentence' }],
    })
  })

  test.each([
    ['en', 'yesss', 'yes'],
    ['pt-BR', 'siiiim', 'yes'],
    ['es', 'nooooo', 'no'],
  ])('%s: %s is %s', (language, text, kind) => {
    expect(read(text, language).kind).toBe(kind)
  })

  test('free text keeps its letters', () => {
    expect(wishesOf(read('canceeel order 204 because nooooo way'))).toMatchObject([{ args: { reason: 'nooooo way' } }])
    expect(wishesOf(read('cancle order 204 because nooooo way'))).toMatchObject([{ args: { reason: 'nooooo way' } }])
  })

  test('a name keeps its letters', () => {
    expect(wishesOf(read('cancle the order of Aaaron'))).toMatchObject([{ args: { id: 'Aaaron' } }])
  })
})

describe('what is no agreement', () => {
  test.each([
    ['pt-BR', 'tá aí?', 'STATUS'],
    ['pt-BR', 'vc ta ai?', 'STATUS'],
    ['pt-BR', 'vc ta ai', 'STATUS'],
    ['es', 'estás ahí?', 'STATUS'],
  ])('%s: %s asks', (language, text, command) => {
    expect(wishesOf(read(text, language))).toMatchObject([{ command }])
  })

  test.each(['ok?', 'yes?', 'sure?!'])('%s is a question', (text) => {
    expect(read(text, 'en').kind).toBe('unknown')
  })

  test('es: no me hables en francés refuses nothing that is open', () => {
    expect(read('no me hables en francés', 'es').kind).toBe('unknown')
  })
})

describe('what nobody is called', () => {
  test.each([
    ['en', 'remove order 204'],
    ['en', 'remove everything'],
    ['en', 'remove everyone'],
    ['en', 'erase the data of order 204'],
    ['en', 'delete everything about order 204'],
    ['pt-BR', 'bloqueia todos'],
    ['pt-BR', 'apaga os dados do pedido 204'],
    ['es', 'bloquea a todos'],
    ['es', 'borra los datos del pedido 204'],
    ['es', 'historial de ventas'],
  ])('%s: %s names no person', (language, text) => {
    const commands = wishesOf(read(text, language)).map(({ command }) => command)
    expect(commands.filter((each) => ['REMOVE_PERSON', 'FORGET', 'HISTORY'].includes(each))).toEqual([])
  })

  test.each([
    ['en', 'remove pedro', { phone: 'pedro' }],
    ['en', 'remove Grant', { phone: 'Grant' }],
    ['pt-BR', 'bloqueia a Carla', { phone: 'Carla' }],
    ['es', 'bloquea a Ana', { phone: 'Ana' }],
  ])('%s: %s does', (language, text, args) => {
    expect(wishesOf(read(text, language))).toMatchObject([{ command: 'REMOVE_PERSON', args }])
  })
})
