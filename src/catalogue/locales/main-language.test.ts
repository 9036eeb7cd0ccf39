import { describe, expect, test } from 'vitest'
import { mainLanguage } from './main-language.ts'
import { localeFor } from '../locale-for.ts'
import { loadCatalogue, readCatalogue } from '../load-catalogue.ts'
import { renderProblems } from '../source/problem.ts'
import { withSampleOverBase } from '../../testing/catalogues/sample-base.ts'
import { replaced } from '../../testing/catalogues/sample-catalogue.ts'

test.each([
  [['en', 'es'], undefined, 'en'],
  [['es'], undefined, 'es'],
  [['es', 'pt-BR'], undefined, null],
  [['es', 'pt-BR'], 'pt-BR', 'pt-BR'],
  [['en', 'es'], 'es', 'es'],
  [['en', 'es'], 'fr', null],
  [[], undefined, null],
])('of %j, with %j named, %j is the main language', (spoken, named, main) => {
  expect(mainLanguage(spoken, named)).toBe(main)
})

const messages = 'locales/en/messages.yaml'
const texts = 'locales/en/commands.yaml'
const menu = 'commands/_menu.yaml'
/** The sample's own texts stand in for texts in any language. */
const said = replaced(texts, 'look at <thing> {id}', 'look at {id}')[texts] ?? ''
const portugueseAlone = { [messages]: null, [texts]: null, 'locales/pt-BR/commands.yaml': said }
const french = {
  'locales/fr/commands.yaml': said,
  'locales/fr/messages.yaml': `region: fr-FR
words: { "yes": [oui], "no": [non], drop: ["0"], again: [encore], help: [aide], menu: [menu], back: [retour], confirm: [confirme], undo: [annule], cancel: [annule], negation: [jamais], and: [et] }
skipWords: []
rules: {}
messages: { hello: "Salut {name}" }
`,
}

function problemsIn(changes: Readonly<Record<string, string | null>>): Promise<string> {
  return withSampleOverBase(changes, async (sources) => renderProblems((await readCatalogue(sources)).problems))
}

describe('a catalogue without English', () => {
  test('answers everybody in its only language', async () => {
    const catalogue = await withSampleOverBase(portugueseAlone, loadCatalogue)
    expect(catalogue.language).toBe('pt-BR')
    expect(localeFor(catalogue, 'en').messages).toEqual({ hello: 'Olá {name}', bye: 'Tchau {name}' })
  })

  test('says of several which one stands in for the others', async () => {
    const several = { ...portugueseAlone, ...french }
    expect(await problemsIn(several)).toContain(
      'commands/_menu.yaml:1:1: does not say which language stands in for those that are not spoken; add language: ',
    )
    const named = { ...several, [menu]: 'language: pt-BR\n' }
    const catalogue = await withSampleOverBase(named, loadCatalogue)
    expect(localeFor(catalogue, 'de').language).toBe('pt-BR')
    // What Sayso does not say in French is in the main language.
    expect(catalogue.locales.get('fr')?.messages).toEqual({ hello: 'Salut {name}', bye: 'Tchau {name}' })
  })
})

test('the main language is one that is spoken, and is named once', async () => {
  expect(await problemsIn({ [menu]: 'order: [things]\nlanguage: es\n' })).toContain(
    'commands/_menu.yaml:2:11: there is no locales/es; known: en',
  )
  const menuOfThings = replaced('commands/things/_menu.yaml', 'order:', 'language: en\norder:')
  expect(await problemsIn(menuOfThings)).toContain(
    'commands/things/_menu.yaml:1:1: stands in commands/_menu.yaml alone',
  )
  expect(await problemsIn({ [messages]: null, [texts]: null })).toContain(
    'has no language; write locales/en/commands.yaml',
  )
})
