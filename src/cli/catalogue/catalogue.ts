import { exportUjg } from '../../catalogue/export-ujg.ts'
import { lintCatalogue } from '../../catalogue/lint/lint-catalogue.ts'
import { readCatalogue, type CatalogueReading } from '../../catalogue/load-catalogue.ts'
import { renderProblems } from '../../catalogue/source/problem.ts'
import { readConfig } from '../../config.ts'
import { UserError } from '../../errors.ts'
import { readShopSql } from '../../ledger/shop/own-shop.ts'
import { listCatalogue, renderList } from './catalogue-list.ts'
import { showCommand } from './catalogue-show.ts'
import { configuredCatalogue } from './catalogue-sources.ts'
import { lintShopSql } from './lint-shop-sql.ts'
import { parseOptions } from '../parse-options.ts'
import type { Subcommand } from '../subcommand.ts'
import type { Surroundings } from '../surroundings.ts'

const usage =
  'Usage: sayso catalogue lint [--json] | list [--json] | show TOKEN | export --ujg | new FOLDER/NAME; each with [--dir DIR]'

export const catalogue: Subcommand = {
  help: `${usage}

Needs neither a database nor a queue.

  lint           check commands/, locales/ and database/, and print every problem as file:line:column. Exit status 1 if there is any.
                 Also lists what can be deleted, because Sayso ships the same or nothing is made of it
  list           print the menu tree with token, safety and scope of every command
  show TOKEN     describe one command: its contract and where each part is inherited from, parameters, confirmation, undo,
                 steps, texts and sample sentences
  export --ujg   print the catalogue as a UJG graph, in JSON
  new            write a new command, with its texts and a conversation test: sayso catalogue new --help
  --json         for programs
  --dir DIR      the folder that holds commands/ and locales/; default: SAYSO_CATALOGUE, else those of Sayso

Examples:
  sayso catalogue new orders/hold
  sayso catalogue show CANCEL_ORDER
  sayso catalogue export --ujg > catalogue.jsonld
`,
  parts: { new: async () => (await import('./catalogue-new.ts')).catalogueNew },
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        ujg: { type: 'boolean', default: false },
        dir: { type: 'string' },
      },
    })
    const [what, token, ...more] = positionals
    const wantsToken = what === 'show'
    if (more.length > 0 || (token !== undefined) !== wantsToken) throw new UserError('usage', usage)
    if (what === 'lint') return lint(values.dir, values.json, at)
    if (what === 'list') {
      const entries = listCatalogue((await readSound(values.dir, at)).catalogue)
      at.print(values.json ? JSON.stringify(entries) : renderList(entries))
    } else if (what === 'show' && token !== undefined) {
      at.print(showCommand(await readSound(values.dir, at), token))
    } else if (what === 'export' && values.ujg) {
      at.print(JSON.stringify(exportUjg(await readSound(values.dir, at)), null, 2))
    } else throw new UserError('usage', usage)
    return 0
  },
}

async function lint(dir: string | undefined, json: boolean, at: Surroundings): Promise<number> {
  const { sources, folder } = await configuredCatalogue(dir, readConfig(at.env))
  const { problems: inFiles, thorough, superfluous, catalogue: found } = await lintCatalogue(sources)
  const problems = [...inFiles, ...lintShopSql(await readShopSql(folder))]
  const ok = problems.length === 0
  if (json) at.print(JSON.stringify({ ok, thorough, problems, superfluous }))
  else if (ok) at.print(`${found.commands.size} commands in ${[...found.locales.keys()].join(', ')}: no problems`)
  else {
    at.print(renderProblems(problems))
    at.print(`\n${problems.length === 1 ? '1 problem' : `${problems.length} problems`}`)
    if (!thorough) at.print('Sentences, examples and similar tokens are checked once these problems are fixed.')
  }
  if (!json && superfluous.length > 0) {
    at.print(
      `\nThis can be deleted, for Sayso ships the same or nothing is made of it:\n${renderProblems(superfluous)}`,
    )
  }
  return ok ? 0 : 1
}

/** What is broken is for `lint` to tell about, in the same words. */
async function readSound(dir: string | undefined, { env }: Surroundings): Promise<CatalogueReading> {
  const reading = await readCatalogue((await configuredCatalogue(dir, readConfig(env))).sources)
  if (reading.problems.length > 0) throw new UserError('catalogue_invalid', renderProblems(reading.problems))
  return reading
}
