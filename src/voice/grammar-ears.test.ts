import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createGrammarEars } from './grammar-ears.ts'
import { createVocabularies } from './vocabulary.ts'

test('the ear hears English, and nothing that is only answered in English', async () => {
  const catalogue = await loadShippedCatalogue()
  const ears = createGrammarEars(catalogue, () => undefined)
  const hears = (language: string) => ears.fitFor(language) !== null
  expect(['en', 'en-GB', 'pt-BR', 'fr'].map(hears)).toEqual([true, true, false, false])
  const vocabularyOf = createVocabularies(catalogue, ears)
  expect(['en', 'fr', 'en-GB'].map((language) => 'fit' in vocabularyOf(language))).toEqual([true, false, true])
  await ears.close()
})
