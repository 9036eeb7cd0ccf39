import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintCatalogue } from '../../catalogue/lint/lint-catalogue.ts'
import { readCatalogue } from '../../catalogue/load-catalogue.ts'
import { renderProblems } from '../../catalogue/source/problem.ts'
import type { Reading } from '../../understanding/reading.ts'
import { createUnderstanding } from '../../understanding/create-understanding.ts'
import { catalogueSources } from './catalogue-sources.ts'

/** The catalogues that people copy to begin with: what is wrong in them would be wrong in theirs. Their conversations are played in `examples.integration`. */

const examples = join(import.meta.dirname, '..', '..', '..', 'examples')
const clinic = join(examples, 'clinic')
const { catalogue: ofClinic } = await readCatalogue(catalogueSources(clinic))
const understanding = createUnderstanding({ catalogue: ofClinic })

function readAt(said: string, language: string): Reading {
  const when = { now: new Date('2026-03-01T14:00:00Z'), timeZone: 'UTC' }
  return understanding.readIn(said, { kind: 'nothing' }, language, when)
}

test.each([
  ['clinic', 'en', ['en', 'pt-BR']],
  ['peluqueria', 'es', ['es']],
])('the example %s has nothing to mend, and nothing that Sayso has', async (name, main, languages) => {
  const { catalogue, problems, thorough, superfluous } = await lintCatalogue(catalogueSources(join(examples, name)))
  expect(renderProblems(problems)).toBe('')
  expect(renderProblems(superfluous)).toBe('')
  expect(thorough).toBe(true)
  expect([...catalogue.locales.keys()].toSorted()).toEqual(languages)
  expect(catalogue.language).toBe(main)
})

test.each([
  ['agenda do dia 16', {}],
  ['agenda da sexta', {}],
  ['agenda do Dr. Marcos do dia 16', { dentist: 'Dr. Marcos' }],
  ['como está a agenda da Helena na sexta', { dentist: 'Helena' }],
])('a day of the agenda is asked for with “do” as well: %s', (said, args) => {
  expect(readAt(said, 'pt-BR')).toMatchObject({
    kind: 'wishes',
    wishes: [{ command: 'DAY_AGENDA', args: { ...args, day: expect.any(String) } }],
  })
})

test.each([
  ['pt-BR', 'marca pra mim a Ana Souza com a Dra. Helena amanhã às 9', 'Dra. Helena'],
  ['pt-BR', 'marca para mim, por favor, a Ana Souza com a Dra. Helena amanhã às 9', 'Dra. Helena'],
  ['en', 'book for me Ana Souza with Dr. Helena tomorrow at 9', 'Dr. Helena'],
])('what is passed over gives no name its beginning: %s: %s', (language, said, dentist) => {
  const wish = { command: 'BOOK_APPOINTMENT', args: { patient: 'Ana Souza', dentist } }
  expect(readAt(said, language)).toMatchObject({ kind: 'wishes', wishes: [wish] })
})

test.each([
  ['en', 'history of appointment 3', '3'],
  ['en', 'bill 12 history', '12'],
  ['en', 'what happened to the payment 7?', '7'],
  ['en', 'who changed appointment 3?', '3'],
  ['en', 'history of 3', '3'],
  ['pt-BR', 'histórico da consulta 3', '3'],
  ['pt-BR', 'me mostra o histórico do pagamento 7', '7'],
  ['pt-BR', 'o que aconteceu com a conta 12?', '12'],
])('the history of what the clinic has is asked for by its name: %s, %s', (language, said, target) => {
  expect(readAt(said, language)).toMatchObject({
    kind: 'wishes',
    wishes: [{ command: 'HISTORY', args: { target } }],
  })
})

test.each([
  ['anotá un turno de corte para Ana Lima mañana a las 9', '2026-03-02T09:00'],
  ['anotá un turno de color para Ana Lima pasado mañana a las 17', '2026-03-03T17:00'],
  ['anotá a Ana Lima mañana a las 9', '2026-03-02T09:00'],
])('a free text does not end in the time that is needed besides: %s', async (said, at) => {
  const { catalogue } = await readCatalogue(catalogueSources(join(examples, 'peluqueria')))
  const when = { now: new Date('2026-03-01T14:00:00Z'), timeZone: 'UTC' }
  const reading = createUnderstanding({ catalogue }).readIn(said, { kind: 'nothing' }, 'es', when)
  const args = { quien: 'Ana Lima', cuando: expect.stringContaining(at) }
  expect(reading).toMatchObject({ kind: 'wishes', wishes: [{ command: 'ANOTAR_TURNO', args }] })
})
