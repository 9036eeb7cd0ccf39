import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../json.ts'
import { createFind } from './filesystem-find.ts'

let base: string
let root: string

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'sayso-find-')))
  root = join(base, 'root')
  await mkdir(root)
})

afterEach(() => rm(base, { recursive: true }))

async function write(path: string, modified = 0): Promise<void> {
  await mkdir(join(root, dirname(path)), { recursive: true })
  await writeFile(join(root, path), 'x')
  await utimes(join(root, path), 0, new Date(modified))
}

async function find(name: string): Promise<readonly unknown[]> {
  const context = { effectId: 'c1/step', signal: new AbortController().signal, outputs: [] }
  const { rows } = (await createFind(root).run({ name }, context)) as { readonly rows: readonly JsonObject[] }
  return rows.map(({ id }) => id)
}

test('finds a file under its own name and under the one that it is shown under, in any folder, the newest first', async () => {
  await write('reports/orders-2026-11-1a2b3c4d.csv', 1000)
  await write('reports/orders-2026-11-5e6f7a8b.csv', 3000)
  await write('old/year/orders-2026-11.csv', 2000)
  expect(await find('orders-2026-11.csv')).toEqual([
    'reports/orders-2026-11-5e6f7a8b.csv',
    'old/year/orders-2026-11.csv',
    'reports/orders-2026-11-1a2b3c4d.csv',
  ])
  expect(await find('orders-2026-10.csv')).toEqual([])
})

test('looks only into the folder that is named, if one is', async () => {
  await write('reports/a-1a2b3c4d.csv')
  await write('b/a.csv')
  expect(await find('reports/a.csv')).toEqual(['reports/a-1a2b3c4d.csv'])
  expect(await find('/b/a.csv')).toEqual(['b/a.csv'])
  expect(await find('none/a.csv')).toEqual([])
})

test('finds no folder, no link, nothing behind a link and nothing that was exported of people', async () => {
  await write('exports/a.csv')
  await writeFile(join(base, 'a.csv'), 'secret')
  await mkdir(join(root, 'x', 'a.csv'), { recursive: true })
  await symlink(base, join(root, 'out'))
  await symlink('../a.csv', join(root, 'a.csv'))
  expect(await find('a.csv')).toEqual([])
})
