import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { localeFor } from '../../catalogue/locale-for.ts'
import { loadShippedCatalogue } from '../../testing/conversation-catalogue.ts'
import { spokenSentences } from './spoken-sentences.ts'
import { oneOf, wordsOf, type Spoken } from './spoken.ts'

let shipped: Catalogue
beforeAll(async () => {
  shipped = await loadShippedCatalogue()
})

/** The trees of a catalogue whose only sentences are these. */
function spoken(...sentences: readonly string[]): readonly Spoken[] {
  const command = shipped.commands.get('REFUND_ORDER')
  const english = localeFor(shipped, 'en')
  const texts = english.commands['orders.refund']
  if (command === undefined || texts === undefined) throw new Error('There is no such command')
  const locale = { ...english, commands: { ...english.commands, 'orders.refund': { ...texts, sentences } } }
  const catalogue = { ...shipped, commands: new Map([[command.token, command]]), locales: new Map([['en', locale]]) }
  return spokenSentences(catalogue, locale)
}

describe('spokenSentences()', () => {
  test('a sentence is what can be said, in its order, with its values by their kind', () => {
    expect(spoken('give back {amount} [on|for] order {id}')).toEqual([
      {
        all: [
          'give',
          'back',
          { value: expect.any(String) },
          { maybe: { any: ['on', 'for'] } },
          'order',
          { value: 'number' },
        ],
      },
    ])
  })

  test('an ending is part of its word', () => {
    expect(spoken('refund[s] {id}')).toEqual([{ all: [{ any: ['refunds', 'refund'] }, { value: 'number' }] }])
  })

  test('what nobody can expect by ear is left out, and a choice loses only that', () => {
    expect(spoken('refund {id:name}')).toEqual([])
    expect(spoken('refund (order {id}|{id:name})')).toEqual([
      { all: ['refund', { all: ['order', { value: 'number' }] }] },
    ])
  })

  test('of the catalogue that comes along most sentences can be expected, in words of letters alone', () => {
    const sentences = spokenSentences(shipped, localeFor(shipped, 'en'))
    expect(sentences.length).toBeGreaterThan(200)
    expect(sentences.flatMap(wordsOf).filter((word) => !/^[\p{L}\p{M}']+$/u.test(word))).toEqual([])
  })
})

test('oneOf() is nothing, the only one, or a choice', () => {
  expect([oneOf([]), oneOf(['a']), oneOf(['a', 'b'])]).toEqual([null, 'a', { any: ['a', 'b'] }])
})
