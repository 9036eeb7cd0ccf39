import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeExports } from './admin-export.ts'

const [one, other] = ['0192e6c0-0000-7000-8000-000000000001', '0192e6c0-0000-7000-8000-000000000002']

let workspace: string
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'sayso-exports-'))
})
afterEach(() => rm(workspace, { recursive: true }))

describe('removeExports()', () => {
  test('removes what these commands wrote, on whatever day, and nothing else', async () => {
    await mkdir(join(workspace, 'exports'))
    const files = [`export-2026-11-20-${one}.json`, `export-2026-11-21-${one}.json`]
    const kept = [`export-2026-11-21-${other}.json`, 'orders.csv']
    for (const name of [...files, ...kept]) await writeFile(join(workspace, 'exports', name), '{}')
    await removeExports(workspace, [one])
    expect((await readdir(join(workspace, 'exports'))).toSorted()).toEqual(kept.toSorted())
  })

  test('is no matter where nothing was ever exported', async () => {
    await expect(removeExports(workspace, [one])).resolves.toBeUndefined()
  })
})
