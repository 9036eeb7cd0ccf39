import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportUjg } from '../catalogue/export-ujg.ts'
import { lintCatalogue } from '../catalogue/lint-catalogue.ts'
import type { LintReport } from '../catalogue/lint-catalogue.ts'
import { renderProblems } from '../catalogue/problem.ts'
import { UserError } from '../errors.ts'
import type { SaysoRun } from '../testing/run-sayso.ts'
import { runSaysoHere } from '../testing/run-sayso-here.ts'
import { listCatalogue, renderList } from './catalogue-list.ts'
import { showCommand } from './catalogue-show.ts'
import { catalogueSources } from './catalogue-sources.ts'

const root = join(import.meta.dirname, '..', '..')

const noDatabase = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }

let shipped: LintReport
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-cli-'))
  shipped = await lintCatalogue(catalogueSources(root))
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

describe('the catalogue of Sayso', () => {
  test('has nothing to mend', () => {
    expect(renderProblems(shipped.problems)).toBe('')
    expect(shipped.thorough).toBe(true)
  })

  test('is listed as its menu tree, every command once', () => {
    const entries = listCatalogue(shipped.catalogue)
    const lines = renderList(entries).split('\n')
    expect(entries[0]).toMatchObject({ kind: 'menu', path: 'orders' })
    expect(lines[0]).toBe('orders/')
    expect(lines.slice(1, 7).map((line) => line.trim().split(/ {2,}/u))).toEqual([
      ['ORDER_STATUS', 'read', 'orders.status', 'Look at an order'],
      ['LIST_ORDERS', 'read', 'orders.list', 'List orders'],
      ['ADD_NOTE', 'mutation', 'orders.note', 'Add a note to an order'],
      ['REINSTATE_ORDER', 'mutation', 'orders.reinstate', 'Reinstate an order'],
      ['CANCEL_ORDER', 'destructive', 'orders.cancel', 'Cancel an order'],
      ['REFUND_ORDER', 'destructive', 'orders.refund', 'Refund an order'],
    ])
    const tokens = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim().split(' ')[0])
    expect(tokens).toEqual([...shipped.catalogue.commands.keys()])
  })

  test('shows of every command all that there is', () => {
    for (const { token, parameters, chain } of shipped.catalogue.commands.values()) {
      const text = showCommand(shipped, token)
      for (const { name, kind } of parameters) expect(text).toMatch(new RegExp(`^  ${name} +${kind} `, 'mu'))
      for (const { stepName } of chain) expect(text).toContain(`. ${stepName}`)
      for (const language of shipped.catalogue.locales.keys()) expect(text).toContain(`\nIn ${language}\n  title `)
    }
  })

  test('says of a command where what it inherits comes from, how it is confirmed and undone, and how to ask for it', () => {
    const text = showCommand(shipped, 'cancel_order').replaceAll(/ {2,}/gu, '  ')
    expect(text).toContain('  Safety  destructive\n')
    expect(text).toContain('  Confirmed by  the token of its preview')
    expect(text).toContain('  Undone by  REINSTATE_ORDER, with the same target\n')
    expect(text).toContain('  Repeats  count as the same command for 1h\n')
    expect(text).toMatch(/ {2}Scope {2}orders\.cancel, granted to .*owner/u)
    expect(text).toMatch(/ {2}error {2}mode inline, .* {2}Journey, commands\/_menu\.yaml:\d+:\d+\n/u)
    expect(text).toMatch(/ {2}result {2}mode append, .* {2}State, commands\/orders\/_menu\.yaml:\d+:\d+\n/u)
    expect(text).toMatch(/ {2}retry {2}manual {2}Transition, commands\/orders\/cancel\.yaml:\d+:\d+\n/u)
    expect(text).toContain('  1. Cancel the order  sql/execute  at once  yields order:cancelled\n')
    expect(text).toContain('  understands  cancel 204\n')
  })

  test('knows no other command', () => {
    expect(() => showCommand(shipped, 'CANCEL_ALL')).toThrow(UserError)
    expect(() => showCommand(shipped, 'CANCEL_ALL')).toThrow(/There is no command CANCEL_ALL; known: .*CANCEL_ORDER/u)
  })
})

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
    expect(JSON.parse(whole.stdout)).toEqual(JSON.parse(JSON.stringify(exportUjg(shipped))))
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
