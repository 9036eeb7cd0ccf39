import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorCodeOf } from '../../../errors.ts'
import { jsonText, type JsonObject } from '../../../json.ts'
import { createFilesystemLooks, MAX_LISTED } from './filesystem-look.ts'

let base: string
let root: string

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'sayso-look-')))
  root = join(base, 'root')
  await mkdir(join(root, 'reports'), { recursive: true })
  await writeFile(join(root, 'notes.txt'), 'notes')
  await writeFile(join(root, 'reports', 'a.csv'), 'a,b')
  await writeFile(join(base, 'secret.txt'), 'secret')
})

afterEach(() => rm(base, { recursive: true }))

type Rows = { readonly rows: readonly JsonObject[]; readonly more?: boolean }

async function look(type: 'stat' | 'list', meta: JsonObject): Promise<Rows> {
  const action = createFilesystemLooks(root).find((each) => each.type === type)
  const context = { effectId: 'c1/step', signal: new AbortController().signal, outputs: [] }
  return (await action?.run(meta, context)) as Rows
}

const found = async (path: string): Promise<readonly JsonObject[]> => (await look('stat', { path })).rows

describe('stat', () => {
  test.each(['notes.txt', '/notes.txt', './notes.txt', 'reports/../notes.txt', '//notes.txt'])(
    'gives %s one id however it is written',
    async (path) => {
      await utimes(join(root, 'notes.txt'), 0, new Date('2026-10-01T12:00:00Z'))
      expect(await found(path)).toEqual([
        { id: 'notes.txt', name: 'notes.txt', size: 5, modified: '2026-10-01T12:00:00.000Z', kind: 'file' },
      ])
    },
  )

  test('tells folders from files', async () => {
    expect(await found('reports')).toMatchObject([{ id: 'reports', size: null, kind: 'folder' }])
    expect(await found('reports/a.csv')).toMatchObject([{ id: 'reports/a.csv', name: 'a.csv', size: 3 }])
  })

  test.each([
    'none.txt',
    '/',
    '.',
    '..',
    '../secret.txt',
    'reports/../../secret.txt',
    'out',
    'in',
    'gone',
    'up/secret.txt',
    'up/root',
    'notes.txt/deeper',
    'loop/x',
    'x'.repeat(300),
  ])('finds nothing at %s', async (path) => {
    await symlink('../secret.txt', join(root, 'out'))
    await symlink('notes.txt', join(root, 'in'))
    await symlink('nowhere', join(root, 'gone'))
    await symlink('..', join(root, 'up'))
    await symlink('loop', join(root, 'loop'))
    expect(await found(path)).toEqual([])
  })

  test('never tells of anything outside', async () => {
    const segment = fc.constantFrom('..', '.', 'reports', 'secret.txt', '', 'root', 'up', '...', '%2e%2e', 'notes.txt')
    await symlink('..', join(root, 'up'))
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 6 }), async (segments) => {
        const rows = await found(segments.join('/') || '/')
        expect(rows.map(({ id }) => jsonText(id ?? null)).filter((id) => !/^(reports|notes\.txt)/u.test(id))).toEqual(
          [],
        )
      }),
      { numRuns: 150 },
    )
  })
})

describe('list', () => {
  test('gives folders first, then files, then says of links that they are links', async () => {
    await symlink('../../secret.txt', join(root, 'zlink'))
    expect((await look('list', {})).rows).toMatchObject([
      { id: 'reports', kind: 'folder' },
      { id: 'notes.txt', kind: 'file', size: 5 },
      { id: 'zlink', kind: 'link', size: null },
    ])
    expect(await look('list', { path: null })).toEqual(await look('list', { path: '/' }))
    expect((await look('list', { path: 'reports' })).rows).toMatchObject([{ id: 'reports/a.csv', name: 'a.csv' }])
  })

  test('does not show what was exported of people', async () => {
    await mkdir(join(root, 'exports'))
    await writeFile(join(root, 'exports', 'bia.json'), '{}')
    expect((await look('list', {})).rows.map(({ id }) => id)).toEqual(['reports', 'notes.txt'])
    await expect(look('list', { path: 'exports' })).rejects.toThrow('no command on files')
    expect([...(await found('exports')), ...(await found('exports/bia.json'))]).toEqual([])
  })

  test('has an end', async () => {
    await Promise.all(Array.from({ length: MAX_LISTED + 1 }, (_, n) => writeFile(join(root, 'reports', `${n}`), '')))
    const listed = await look('list', { path: 'reports' })
    expect([listed.rows.length, listed.more]).toEqual([MAX_LISTED, true])
  })

  test.each([
    ['..', 'path_outside'],
    ['up', 'path_outside'],
    ['none', 'file_missing'],
    ['notes.txt', 'precondition_failed'],
  ])('refuses %s', async (path, code) => {
    await symlink('..', join(root, 'up'))
    expect(await look('list', { path }).then(() => 'listed', errorCodeOf)).toBe(code)
  })
})
