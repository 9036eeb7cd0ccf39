import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { requireInstallation } from './require-installation.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-require-'))
})
afterEach(() => rm(dir, { recursive: true }))

describe('requireInstallation()', () => {
  test('refuses a folder without a ledger, and makes nothing in it', async () => {
    for (const data of [dir, path.join(dir, 'typo')]) {
      await expect(requireInstallation(readConfig({}, { data }))).rejects.toThrow(
        `There is no installation of Sayso in ${data}; name its folder with --data or SAYSO_DATA, or make a new one with npm start`,
      )
    }
    expect(await readdir(dir)).toEqual([])
  })

  test('takes a folder that holds the data of Postgres', async () => {
    await mkdir(path.join(dir, 'postgres'))
    await writeFile(path.join(dir, 'postgres', 'PG_VERSION'), '18\n')
    await expect(requireInstallation(readConfig({}, { data: dir }))).resolves.toBeUndefined()
  })

  test('says where a database elsewhere cannot be reached', async () => {
    const config = readConfig({ DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/none', SAYSO_DATA: dir })
    await expect(requireInstallation(config)).rejects.toThrow('postgresql://me@127.0.0.1:1/none cannot be opened')
  })
})
