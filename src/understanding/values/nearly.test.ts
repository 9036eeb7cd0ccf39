import { describe, expect, test } from 'vitest'
import { loadShippedLanguages } from '../../testing/catalogues/shipped-languages.ts'
import { testTime } from '../../testing/conversation/understanding-fixture.ts'
import { readExactValue } from '../bare-value.ts'
import { foldText } from '../text/fold-text.ts'
import type { WantedValue } from './wanted-value.ts'

const languageOf = await loadShippedLanguages()

function read(code: string, type: WantedValue['type'], text: string) {
  return readExactValue(foldText(text), { type }, languageOf(code).language, testTime)
}

describe.each(['decimal', 'integer', 'percent'] as const)('of a number (%s)', (type) => {
  test.each([
    ['en', 'about 50'],
    ['en', 'approx 50'],
    ['en', 'approx. 50'],
    ['en', 'around 50'],
    ['en', 'like 50'],
    ['en', 'like around 50'],
    ['en', 'some 50'],
    ['en', '50 or so'],
    ['en', '50, more or less'],
    ['en', '50 approx.'],
    ['en', '~50'],
    ['en', '~ 50'],
    ['es', 'unos 50'],
    ['es', 'como unos 50'],
    ['es', 'más o menos 50'],
    ['es', '50 más o menos'],
    ['es', 'aprox. 50'],
    ['es', '50 aprox'],
    ['es', '~50'],
    ['pt-BR', 'uns 50'],
    ['pt-BR', 'tipo 50'],
    ['pt-BR', 'tipo uns 50'],
    ['pt-BR', 'mais ou menos 50'],
    ['pt-BR', '50 mais ou menos'],
    ['pt-BR', 'aprox. 50'],
    ['pt-BR', '~50'],
  ])('%s: “%s” is 50, and its words are kept', (code, text) => {
    expect(read(code, type, text)).toEqual({ value: '50', said: text })
  })
})

test.each([
  ['en', 'approx 50k', '50000'],
  ['en', 'around 50,000', '50000'],
  ['en', 'about two dozen', '24'],
  ['es', 'unos 50 mil', '50000'],
  ['pt-BR', 'uns 50 mil', '50000'],
])('%s: “%s” is %s', (code, text, value) => {
  expect(read(code, 'decimal', text)).toEqual({ value, said: text })
})

test.each([
  ['en', 'it is 50'],
  ['en', '50'],
  ['es', 'son 50'],
  ['pt-BR', 'são 50'],
])('%s: of “%s” nobody doubts anything', (code, text) => {
  expect(read(code, 'decimal', text)).toEqual({ value: '50' })
})

test.each([
  ['en', 'about 204'],
  ['es', 'unos 204'],
  ['pt-BR', 'uns 204'],
])('%s: “%s” is no number of a thing', (code, text) => {
  expect(read(code, 'id', text)).toBeNull()
})

test.each([
  ['en', 'almost 50'],
  ['en', 'more than 50'],
  ['es', 'casi 50'],
  ['pt-BR', 'quase 50'],
])('%s: “%s” is asked about', (code, text) => {
  expect(read(code, 'decimal', text)).toBeNull()
})
