import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { readTextFiles } from '../catalogue/source/read-text-files.ts'
import { catalogueSources } from '../cli/catalogue/catalogue-sources.ts'
import { parseAnswers } from './answers.ts'
import { planCommand } from './plan-command.ts'
import { writeFiles } from './write-files.ts'

const root = path.join(import.meta.dirname, '..', '..')
const parts = ['commands', 'locales']

test('a choice with marks of templates has words that say it as it stands, in the catalogue that is loaded', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayso-draft-texts-'))
  try {
    for (const part of parts) await cp(path.join(root, part), path.join(folder, part), { recursive: true })
    const sources = catalogueSources(folder)
    const there = await Promise.all(parts.map((part) => readTextFiles(path.join(folder, part), () => undefined)))
    const choices = ['light', '< 1 kg', '1 kg [letter]', 'a|b']
    const answers = parseAnswers({
      safety: 'mutation',
      title: 'Weigh an order',
      parameters: [
        { name: 'id', type: 'order' },
        { name: 'weight', type: 'choice', choices },
      ],
      step: {
        domain: 'sql',
        type: 'execute',
        statement: 'update orders set status = :weight where id = :id::bigint',
      },
    })
    const { files } = planCommand('orders/weigh', answers, {
      catalogue: await loadCatalogue(sources),
      actions: sources.actions,
      files: new Map(there.flat().map(({ file, text }) => [file, text])),
    })
    await writeFiles(folder, files)
    const { locales } = await loadCatalogue(catalogueSources(folder))
    for (const language of ['es', 'pt-BR'])
      expect(choices.map((choice) => locales.get(language)?.words[choice])).toEqual(choices.map((each) => [each]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
