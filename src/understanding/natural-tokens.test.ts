/** Tokens of one word are everyday words as well: what is not written as a token may be a sentence. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import { isWrittenAsToken } from './wishes/explicit-token.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'

const catalogue = await loadShippedCatalogue()
const read = createReader(catalogue)

const wishOf = (text: string, expectation: Expectation = { kind: 'nothing' }, language = 'en') => {
  const reading: Reading = read(text, expectation, language)
  if (reading.kind !== 'wishes') return reading.kind
  return reading.wishes.map(({ command, args, source }) => [command, args, source])
}

describe('a word that is a token', () => {
  test.each([
    ['forget somebody', 'FORGET', {}],
    ['forget everything about Maria', 'FORGET', { person: 'Maria' }],
    ['pause everything', 'PAUSE', {}],
    ['export my data', 'MY_DATA', {}],
    ['history of order 204?', 'HISTORY', { target: '204' }],
    ['status of order 204', 'ORDER_STATUS', { id: '204' }],
  ])('begins a sentence: %s', (text, command, args) => {
    expect(wishOf(text)).toEqual([[command, args, 'sentence']])
  })

  test.each([
    ['FORGET somebody', 'FORGET', { person: 'somebody' }],
    ['forget person=somebody', 'FORGET', { person: 'somebody' }],
    ['forget "somebody"', 'FORGET', { person: 'somebody' }],
    ['forget +5511990000001', 'FORGET', { person: '+5511990000001' }],
    ['language spanish', 'LANGUAGE', { code: 'es' }],
    ['pause', 'PAUSE', {}],
    ['HISTORY target=204?', 'HISTORY', { target: '204' }],
  ])('is the token where it is written as one, or no sentence reads otherwise: %s', (text, command, args) => {
    expect(wishOf(text)).toEqual([[command, args, 'token']])
  })

  test.each(['forget it', 'forget everything', 'Forget everyone!', 'FORGET all', 'forget you please'])(
    'is none with a pronoun or a word of everything alone: %s',
    (text) => expect(['drop', 'unknown']).toContain(wishOf(text)),
  )

  test.each(['forget it, cancel order 204', 'forget that, cancel order 204', 'Forget about it. Cancel order 204'])(
    'that drops what is open is none, and what comes after it is asked for: %s',
    (text) => expect(wishOf(text)).toEqual([['CANCEL_ORDER', { id: '204' }, 'sentence']]),
  )

  test('is never refused as a malformed token without "=", quotes or capitals', () => {
    const words = [...catalogue.commands.keys()]
      .filter((token) => !token.includes('_'))
      .map((each) => each.toLowerCase())
    const rest = fc.string({ unit: fc.constantFrom(...Array.from('abc éñ 12,.!?')), maxLength: 30 })
    fc.assert(
      fc.property(fc.constantFrom(...words), rest, fc.constantFrom('en', 'pt-BR', 'es'), (word, more, language) => {
        expect(wishOf(`${word} ${more}`, { kind: 'nothing' }, language)).not.toBe('invalid-token')
      }),
    )
  })

  test('in the words of a free text is the text', () => {
    const text: Expectation = { kind: 'value', type: 'text', choices: [] }
    expect(wishOf('forget somebody', text)).toBe('value')
    expect(wishOf('FORGET Maria', text)).toEqual([['FORGET', { person: 'Maria' }, 'token']])
  })
})

describe('isWrittenAsToken()', () => {
  test.each([
    'CANCEL_ORDER 204',
    'cancel_order 204',
    'refund id=204',
    'REFUND 204',
    'forget “Maria”',
    '*FORGET Maria*',
  ])('%s: yes', (text) => expect(isWrittenAsToken(text)).toBe(true))
  test.each(['forget Maria', 'Forget Maria', 'A note', '', '204'])('%j: no', (text) =>
    expect(isWrittenAsToken(text)).toBe(false),
  )
})
