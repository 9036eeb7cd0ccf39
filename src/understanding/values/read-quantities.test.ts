import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { compileLanguage } from '../words/language.ts'
import { readValues } from '../../testing/conversation/read-values.ts'

const { locales } = await loadShippedCatalogue()
const when = { now: new Date('2026-03-01T14:00:00Z'), timeZone: 'UTC' }

function longest(code: string, type: 'decimal' | 'integer', text: string, units: readonly string[] = []) {
  const locale = locales.get(code)
  if (locale === undefined) throw new TypeError(`There is no ${code}`)
  const [found] = readValues(text, 0, { type, units }, compileLanguage(locale, locales.values()), when)
  return found === undefined ? null : [found.value, text.slice(found.end).trim()]
}

test.each([
  ['en', '2½ kilos', '2.5', 'kilos'],
  ['en', '2 ½ kilos', '2.5', 'kilos'],
  ['en', '½ kilo', '0.5', 'kilo'],
  ['en', '2 1/2 kilos', '2.5', 'kilos'],
  ['en', '3/4 kilo', '0.75', 'kilo'],
  ['en', 'half a kilo', '0.5', 'kilo'],
  ['en', 'a dozen boxes', '12', 'boxes'],
  ['en', '2 dozen boxes', '24', 'boxes'],
  ['en', 'two dozen of them', '24', 'them'],
  ['en', 'half a dozen boxes', '6', 'boxes'],
  ['es', 'medio kilo', '0.5', 'kilo'],
  ['es', 'una docena de cajas', '12', 'cajas'],
  ['es', 'dos docenas de cajas', '24', 'cajas'],
  ['es', 'media docena de cajas', '6', 'cajas'],
  ['pt-BR', 'meio quilo', '0.5', 'quilo'],
  ['pt-BR', 'uma dúzia de caixas', '12', 'caixas'],
  ['pt-BR', '3 dúzias', '36', ''],
  ['pt-BR', 'meia dúzia de caixas', '6', 'caixas'],
])('%s: of “%s” there are %s', (code, text, value, rest) => {
  expect(longest(code, 'decimal', text)).toEqual([value, rest])
})

test.each([
  ['en', 'a dozen boxes', '12', 'boxes'],
  ['en', 'a couple of boxes', '2', 'boxes'],
  ['en', 'a pair of taps', '2', 'taps'],
  ['en', '2 pairs of taps', '2', 'pairs of taps'],
  ['es', 'media docena de cajas', '6', 'cajas'],
  ['es', 'un par de inodoros', '2', 'inodoros'],
  ['es', '2 pares de guantes', '2', 'pares de guantes'],
  ['es', 'un centenar de cajas', '100', 'cajas'],
  ['pt-BR', '3 dúzias', '36', ''],
  ['pt-BR', 'um par de torneiras', '2', 'torneiras'],
  ['pt-BR', 'um cento de coxinhas', '100', 'coxinhas'],
  ['pt-BR', 'meia centena de caixas', '50', 'caixas'],
  ['en', '2 1/2 boxes', '2', '1/2 boxes'],
])('%s: of “%s” there are %s whole ones', (code, text, value, rest) => {
  expect(longest(code, 'integer', text)).toEqual([value, rest])
})

test.each([
  ['en', 'half of it'],
  ['en', 'half'],
  ['en', 'a box'],
  ['es', 'medio'],
  ['en', '1/2/2026'],
  ['en', '1/2-inch pipe'],
])('%s: “%s” is no such number', (code, text) => {
  expect(longest(code, 'decimal', text)).toBeNull()
})

test('a pair of what is counted in pairs is one', () => {
  expect(longest('es', 'integer', 'un par de guantes', ['par', 'pares'])).toEqual(['1', 'de guantes'])
})
