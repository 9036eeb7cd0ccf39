import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { lintCatalogue } from '../catalogue/lint/lint-catalogue.ts'
import { renderProblems } from '../catalogue/source/problem.ts'
import { catalogueSources } from '../cli/catalogue/catalogue-sources.ts'
import { baseCatalogue } from './base-catalogue.ts'

const shipped = path.join(import.meta.dirname, '..', '..')
/** What nobody is to need an owner for: who they are to Sayso, in which language, and what it holds of them. */
const ofOneself = ['admin.whoami', 'admin.call-me', 'admin.language', 'admin.time-zone', 'admin.my-data']

async function rolesOf(file: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const planned = (await baseCatalogue(shipped, undefined)).find((each) => each.file === file)
  // The shape is that of commands/_roles.yaml.
  return parse(planned?.text ?? '') as Readonly<Record<string, readonly unknown[]>>
}

test('whoever may speak in a new catalogue may see and correct what it holds of them', async () => {
  const roles = await rolesOf('commands/_roles.yaml')
  expect(roles['viewer']).toEqual(expect.arrayContaining(ofOneself))
})

test.each([
  [undefined, 'en', ['en', 'es', 'pt-BR']],
  [['es'], 'es', ['es']],
  [['en', 'es'], 'en', ['en', 'es']],
  [['pt-BR', 'en'], 'pt-BR', ['en', 'pt-BR']],
  [['es', 'pt-BR'], 'es', ['es', 'pt-BR']],
] as const)('a new catalogue in %j has nothing to mend', async (wanted, main, spoken) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayso-base-catalogue-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const { file, text } of await baseCatalogue(shipped, wanted)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  const { problems, superfluous, catalogue } = await lintCatalogue(catalogueSources(folder))
  expect(renderProblems([...problems, ...superfluous])).toBe('')
  expect([...catalogue.locales.keys()].toSorted()).toEqual(spoken)
  expect(catalogue.language).toBe(main)
  expect(catalogue.commands.has('ADD_PERSON')).toBe(true)
})

test('a language that Sayso does not speak is not begun with', async () => {
  await expect(baseCatalogue(shipped, ['fr'])).rejects.toThrow('Sayso does not speak "fr"; it speaks')
})
