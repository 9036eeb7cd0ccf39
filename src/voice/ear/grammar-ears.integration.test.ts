import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { voiceSamples } from '../../testing/voice-fixture.ts'
import { createGrammarEars, type GrammarEars } from './grammar-ears.ts'
import { createVocabularies } from '../engines/vocabulary.ts'

const troubles: unknown[] = []
let catalogue: Catalogue
let ears: GrammarEars
beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
  ears = createGrammarEars(catalogue, (error) => troubles.push(error))
})
afterAll(() => ears.close())

/** What fits a recording of "cancel order two zero four", and how often names were asked for. */
async function fit(...heard: readonly string[]) {
  let asked = 0
  const names = async () => {
    asked += 1
    return { person: ['Ana', 'Bia'] }
  }
  const samples = await voiceSamples('en-festival-slt-hts-00')
  const found = await ears.fitFor('en')?.(samples, heard, { names, signal: new AbortController().signal })
  return { text: found?.text ?? null, asked }
}

test('names are looked up for a note that the ear is asked about', async () => {
  expect(await fit('Council or the two zero for')).toEqual({
    text: expect.stringMatching(/^cancel .*two zero four$/u),
    asked: 1,
  })
  expect(troubles).toEqual([])
})

test('what denies in any of the hearings is not listened to again, and no name is looked up', async () => {
  expect(await fit('Council order 204', 'Do not cancel order 204')).toEqual({ text: null, asked: 0 })
})

test('the ear hears English, and nothing that is only answered in English', async () => {
  const hears = (language: string) => ears.fitFor(language) !== null
  expect(['en', 'en-GB', 'pt-BR', 'fr'].map(hears)).toEqual([true, true, false, false])
  const vocabularyOf = createVocabularies(catalogue, ears)
  expect(['en', 'fr', 'en-GB'].map((language) => 'fit' in vocabularyOf(language))).toEqual([true, false, true])
})
