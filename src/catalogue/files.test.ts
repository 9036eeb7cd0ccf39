import { mkdir, mkdtemp, readdir, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { labelOf } from '../conversation/render/show-columns.ts'
import { normaliseArgument } from '../envelope/normalise-argument.ts'
import { createFilesystemActions } from '../execution/actions/filesystem/filesystem.ts'
import { createActions } from '../execution/action.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import { jsonText, type JsonObject } from '../json.ts'
import { runTestChain } from '../testing/run-test-chain.ts'
import { shownOutcome } from '../testing/conversation/shown-outcome.ts'
import type { EntityRow } from './catalogue.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { localeFor } from './locale-for.ts'

/** The commands of commands/files, run as they stand in a workspace of their own. */

const house = join(import.meta.dirname, '..', '..')
const catalogue = await loadCatalogue({
  commandsDir: join(house, 'commands'),
  localesDir: join(house, 'locales'),
  actions: createActions(createFilesystemActions({ root: tmpdir() })),
  // Other domains are not at hand here; the chains of files are planned when they run.
  planProblems: () => [],
})

let base: string
let root: string

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'sayso-commands-')))
  root = join(base, 'root')
  await mkdir(join(root, 'reports'), { recursive: true })
  await writeFile(join(root, 'notes.txt'), 'notes')
  await utimes(join(root, 'notes.txt'), 0, new Date('2026-10-01T12:34:00Z'))
})

afterEach(() => rm(base, { recursive: true }))

async function run(token: string, args: JsonObject): Promise<Outcome> {
  return runTestChain(catalogue.commands.get(token)?.chain ?? [], createFilesystemActions({ root }), { args })
}

async function say(token: string, args: JsonObject): Promise<string> {
  return shownOutcome(catalogue, token, args, await run(token, args))
}

describe('LIST_FILES', () => {
  test('shows folders, sizes and ages in a way that people read', async () => {
    await writeFile(join(root, 'big.bin'), Buffer.alloc(1_234_567))
    await utimes(join(root, 'big.bin'), 0, new Date('2026-10-01T12:34:00Z'))
    const text = (await say('LIST_FILES', {})).replaceAll(/\s/gu, ' ')
    expect(text).toBe(
      '3 files and folders: 📁 reports big.bin · 1.2 MB · Oct 1, 2026, 12:34 PM notes.txt · 5 bytes · Oct 1, 2026, 12:34 PM',
    )
  })

  test('says what to do when there is nothing, or no such folder', async () => {
    expect(await say('LIST_FILES', { path: 'reports' })).toContain('nothing here')
    const missing = await say('LIST_FILES', { path: 'none' })
    expect(missing).toContain('no folder “none”')
    expect(missing).not.toContain('changed')
  })
})

describe('RENAME_FILE', () => {
  test('renames, and never over what is there', async () => {
    expect(await say('RENAME_FILE', { from: 'notes.txt', to: 'kept.txt' })).toContain('Renamed notes.txt to kept.txt')
    await writeFile(join(root, 'other.txt'), 'other')
    expect(await say('RENAME_FILE', { from: 'other.txt', to: 'kept.txt' })).toContain('“list the files”')
    expect(await readdir(root)).toEqual(['kept.txt', 'other.txt', 'reports'])
  })
})

describe('DELETE_FILE', () => {
  test('deletes a file, and no folder', async () => {
    expect(await say('DELETE_FILE', { path: 'notes.txt' })).toContain('Deleted notes.txt')
    expect(await say('DELETE_FILE', { path: 'reports' })).toContain('it is a folder')
    expect(await readdir(root)).toEqual(['reports'])
  })

  test('shows in its preview how large and how old the file is', async () => {
    const entity = catalogue.entities.get('file')
    const outcome = await runTestChain(
      [
        {
          stepName: 'find',
          stepDescription: '',
          stepMsg: '',
          observationDomain: '',
          observe: '',
          yield: [],
          ...(entity?.byId ?? { actionDomain: '', actionType: '', actionMeta: {} }),
        },
      ],
      createFilesystemActions({ root }),
      { args: { value: '/notes.txt' } },
    )
    // A lookup gives rows with an id.
    const [row] = (outcome.outputs['find'] as { readonly rows: readonly EntityRow[] }).rows
    expect(row?.id).toBe('notes.txt')
    const label =
      row === undefined
        ? ''
        : labelOf(
            {
              catalogue,
              locale: localeFor(catalogue, 'en'),
              person: { timeZone: 'America/Sao_Paulo' },
              now: new Date(),
            },
            'file',
            row,
          )
    expect(label.replaceAll(/\s/gu, ' ')).toBe('5 bytes, last changed Oct 1, 2026, 9:34 AM')
  })
})

const parameters = ['LIST_FILES', 'RENAME_FILE', 'DELETE_FILE'].flatMap(
  (token) => catalogue.commands.get(token)?.parameters ?? [],
)

describe('a path that a person gives', () => {
  test.each(['notes.txt', 'reports/2026 outubro.csv', 'a..b', '.hidden', '...', 'ação.txt'])('may be %s', (path) => {
    for (const parameter of parameters)
      expect(normaliseArgument(parameter, path)).toEqual({ kind: 'value', value: path })
  })

  test('counts from the workspace with or without a slash before it', () => {
    const [folder, ...files] = parameters.filter(({ name }) => name !== 'to')
    expect(folder === undefined ? null : normaliseArgument(folder, '/reports')).toEqual({
      kind: 'value',
      value: '/reports',
    })
    for (const file of files) {
      expect(normaliseArgument(file, '/notes.txt')).toEqual({ kind: 'value', value: 'notes.txt' })
    }
    expect(files).toHaveLength(2)
  })

  test.each(['..', '../x', '/../x', 'a/../../etc/passwd', 'a/..', 'a\\..\\b', 'a\u0000b', 'a\u202Etxt.exe', ''])(
    'never is %j',
    (path) => {
      for (const parameter of parameters) expect(normaliseArgument(parameter, path).kind).toBe('invalid')
    },
  )

  test('never climbs', () => {
    const piece = fc.constantFrom('..', '.', '/', 'a', ' ', '\t', '\u200B', '\uFF0E', '\u2024', '\\')
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...parameters),
        (pieces, parameter) => {
          const read = normaliseArgument(parameter, pieces.join(''))
          const value = read.kind === 'value' ? jsonText(read.value) : ''
          expect(value.split(/[/\\]/u)).not.toContain('..')
        },
      ),
    )
  })
})
