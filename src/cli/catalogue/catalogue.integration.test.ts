import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportUjg } from '../../catalogue/export-ujg.ts'
import { readCatalogue } from '../../catalogue/load-catalogue.ts'
import type { SaysoRun } from '../../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../../testing/processes/run-sayso-here.ts'
import { catalogueSources } from './catalogue-sources.ts'

const root = join(import.meta.dirname, '..', '..', '..')

const noDatabase = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-cli-'))
  return () => rm(folder, { recursive: true })
})

type Ended = { readonly status: number | string | null; readonly stdout: string; readonly stderr: string }

/** Runs `sayso catalogue …` where there is nothing, with a database that is not there. */
function sayso(...args: string[]): Promise<Ended> {
  const env = { ...process.env, ...noDatabase }
  return new Promise((resolve) => {
    const main = join(root, 'src', 'main.ts')
    execFile(
      process.execPath,
      [main, 'catalogue', ...args],
      { cwd: folder, env, timeout: 120_000 },
      (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : (error.code ?? null), stdout, stderr })
      },
    )
  })
}

describe('sayso catalogue', () => {
  let broken: SaysoRun
  let whole: Ended

  beforeAll(async () => {
    const copy = join(folder, 'copy')
    for (const part of ['commands', 'locales']) await cp(join(root, part), join(copy, part), { recursive: true })
    const file = join(copy, 'commands', 'orders', 'cancel.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace('undo: REINSTATE_ORDER', 'undo: BRING_BACK'))
    await mkdir(join(copy, 'database'))
    await writeFile(join(copy, 'database', '1.sql'), 'create table sayso_effects (effect_id text);\n')
    broken = await runSaysoHere(['catalogue', 'lint', '--json', '--dir', copy], { env: noDatabase })
    whole = await sayso('export', '--ujg')
  })

  test('lint ends with 1 and says where, when something is to be mended', () => {
    const { code, out } = broken
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      ok: false,
      thorough: false,
      problems: [
        {
          file: 'commands/orders/cancel.yaml',
          line: 5,
          column: 7,
          message: 'there is no command "BRING_BACK"',
          excerpt: 'undo: BRING_BACK',
        },
        {
          file: 'database/1.sql',
          line: 1,
          column: 1,
          message: expect.stringContaining('Sayso makes sayso_effects itself before it runs these files'),
          excerpt: 'create table sayso_effects (effect_id text);',
        },
      ],
      superfluous: [],
    })
  })

  test('export --ujg prints the graph, without a database and without leaving anything behind', async () => {
    expect(whole).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(whole.stdout)).toEqual(
      JSON.parse(JSON.stringify(exportUjg(await readCatalogue(catalogueSources(root))))),
    )
    expect(await readdir(folder)).toEqual(['copy'])
  })

  test.each([[], ['export'], ['show'], ['lint', 'CANCEL_ORDER'], ['show', 'A', 'B'], ['mend']])(
    'says how it is used when it is not understood: %j',
    async (...args) => {
      const err = expect.stringMatching(/^sayso: Usage: sayso catalogue lint/u)
      expect(await runSaysoHere(['catalogue', ...args])).toEqual({ code: 2, out: '', err })
    },
  )
})
