import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { localeFor } from '../../catalogue/locale-for.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { spokenSentences } from './spoken-sentences.ts'
import { oneOf, wordsOf, type Spoken } from './spoken.ts'

let shipped: Catalogue
beforeAll(async () => {
  shipped = await loadShippedCatalogue()
})

/** The trees of a catalogue whose only sentence is this, with one more parameter, `note`; `few`: orders can be listed. */
function spoken(
  sentence: string,
  { few = false, note = 'scalar' }: { readonly few?: boolean; readonly note?: 'scalar' | 'secret' } = {},
): readonly Spoken[] {
  const sentences = [sentence]
  const command = shipped.commands.get('REFUND_ORDER')
  const english = localeFor(shipped, 'en')
  const texts = english.commands['orders.refund']
  if (command === undefined || texts === undefined) throw new Error('There is no such command')
  const locale = { ...english, commands: { ...english.commands, 'orders.refund': { ...texts, sentences } } }
  const order = shipped.entities.get('order')
  if (order === undefined) throw new Error('There are no orders')
  const entities = new Map([['order', { ...order, all: few ? order.byId : null }]])
  const parameter = { name: 'note', kind: note, required: false, type: 'text', schema: {}, entity: null } as const
  const commands = new Map([[command.token, { ...command, parameters: [...command.parameters, parameter] }]])
  return spokenSentences({ ...shipped, commands, entities, locales: new Map([['en', locale]]) }, locale)
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

  test('a name is one of few, or the speaker’s own words', () => {
    expect(spoken('refund {id:name}')).toEqual([{ all: ['refund', { own: 'words' }] }])
    expect(spoken('refund {id:name}', { few: true })).toEqual([{ all: ['refund', { name: 'order' }] }])
  })

  test('free text is the speaker’s own words', () => {
    expect(spoken('refund {note}')).toEqual([{ all: ['refund', { own: 'words' }] }])
  })

  test('what nobody can expect by ear is left out, a secret, and a choice loses only that', () => {
    expect(spoken('refund {note}', { note: 'secret' })).toEqual([])
    expect(spoken('refund (order {id}|{note})', { note: 'secret' })).toEqual([
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
