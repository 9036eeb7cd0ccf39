import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintCatalogue } from '../catalogue/lint-catalogue.ts'
import { renderProblems } from '../catalogue/problem.ts'
import { runSaysoHere } from '../testing/run-sayso-here.ts'
import { catalogueSources } from './catalogue-sources.ts'

/** The catalogue that people copy to begin with: what is wrong in it would be wrong in theirs. */

const clinic = join(import.meta.dirname, '..', '..', 'examples', 'clinic')

test('the clinic has nothing to mend, in two languages, and nothing that Sayso has', async () => {
  const { catalogue, problems, thorough, superfluous } = await lintCatalogue(catalogueSources(clinic))
  expect(renderProblems(problems)).toBe('')
  expect(renderProblems(superfluous)).toBe('')
  expect(thorough).toBe(true)
  expect([...catalogue.locales.keys()].toSorted()).toEqual(['en', 'pt-BR'])
})

test('the clinic goes as its conversations are written, on tables that every statement fits', async () => {
  const { code, out, err } = await runSaysoHere(['test', '--json'], { env: { SAYSO_CATALOGUE: clinic } })
  expect(err).toBe('')
  // Printed by the command itself.
  const { passed, conversations } = JSON.parse(out) as {
    readonly passed: number
    readonly conversations: readonly { readonly name: string; readonly passed: boolean }[]
  }
  expect(conversations.filter((each) => !each.passed)).toEqual([])
  expect({ code, passed }).toEqual({ code: 0, passed: 27 })
})
