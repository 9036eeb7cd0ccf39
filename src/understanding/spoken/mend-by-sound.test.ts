import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { localeFor } from '../../catalogue/locale-for.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createKnownWords, type KnownWords } from './known-words.ts'
import { createSoundMender } from './mend-by-sound.ts'
import { soundOf } from './sound-of.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

const knownIn = (language: string): KnownWords => createKnownWords(catalogue, localeFor(catalogue, language))

const words = (list: string): KnownWords => {
  const all = new Set(list.split(' '))
  return { words: all, knows: (word) => all.has(word) }
}

describe('createKnownWords()', () => {
  test.each([
    [
      'en',
      ['cancel', 'Orders', 'shipped', 'Friday', 'dollars', 'tomorrow', 'four', 'please'],
      ['pirates', 'Gorture', 'Smith'],
    ],
    ['pt-BR', ['cancelar', 'pedido', 'sexta', 'reais', 'amanhã', 'quatro'], ['piratas', 'Souza']],
    ['es', ['cancelar', 'pedido', 'viernes', 'mañana', 'cuatro'], ['piratas', 'Muñoz']],
  ])('tells the words that people ask with from others, %s', (language, asked, others) => {
    const { knows } = knownIn(language)
    expect(asked.filter((word) => !knows(word))).toEqual([])
    expect(others.filter(knows)).toEqual([])
  })
})

describe('soundOf()', () => {
  test.each([
    ['en', 'gorture', 'quarter'],
    ['en', 'statues', 'status'],
    ['en', 'fone', 'phone'],
    ['en', 'nite', 'knight'],
    ['pt-BR', 'sessenta', 'cessenta'],
    ['pt-BR', 'peditu', 'pedido'],
    ['es', 'kancelar', 'cancelar'],
    ['es', 'valla', 'baya'],
  ])('%s: %s sounds like %s', (language, one, other) => {
    expect(soundOf(one, language)).toBe(soundOf(other, language))
  })

  test('tells apart what differs in a consonant that is heard', () => {
    expect(soundOf('cancel', 'en')).not.toBe(soundOf('counsellor', 'en'))
    expect(soundOf('refund', 'en')).not.toBe(soundOf('remind', 'en'))
  })

  test('says nothing of a language that it does not know', () => {
    expect(soundOf('commande', 'fr')).toBe('')
  })
})

describe('createSoundMender()', () => {
  test('reads a strange word as the known one that sounds just like it, and leaves the rest as it was', () => {
    const mend = createSoundMender(words('give me the revenue for last quarter'), 'en')
    expect(mend('Give me the revenue for last, Gorture.')).toBe('Give me the revenue for last, quarter.')
  })

  test('leaves a word that sounds like several, like none, or too short to tell', () => {
    expect(createSoundMender(words('order quarter garter'), 'en')('gorture')).toBeNull()
    expect(createSoundMender(words('quarter'), 'en')('pirates')).toBeNull()
    expect(createSoundMender(words('to do'), 'en')('dee')).toBeNull()
  })

  test('leaves a text that is about something else', () => {
    const mend = createSoundMender(words('quarter'), 'en')
    expect(mend('my gorture aunt likes pirates')).toBeNull()
  })

  test('never changes a known word, a number or a mark', () => {
    for (const language of ['en', 'pt-BR', 'es']) {
      const known = knownIn(language)
      const mend = createSoundMender(known, language)
      const some = fc.constantFrom(...[...known.words].slice(0, 300), '204', '5,50', '#K7Q2M')
      fc.assert(
        fc.property(fc.array(some, { maxLength: 8 }), (list) => {
          expect(mend(list.join(' '))).toBeNull()
        }),
      )
    }
  })
})
