import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-folder-'))
})
afterAll(() => rm(dir, { recursive: true }))

test('a folder is made with those above it, and may be there already', async () => {
  const folder = path.join(dir, 'one', 'two')
  await Promise.all([makeFolder(folder, { mode: 0o700 }), makeFolder(folder, { mode: 0o700 })])
  await makeFolder(folder)
  for (const each of [folder, path.dirname(folder)]) expect((await stat(each)).mode & 0o777).toBe(0o700)
})

test('several at once make the same folders', async () => {
  for (let round = 0; round < 60; round++) {
    const folder = path.join(dir, `round-${round}`, 'a', 'b', 'c')
    await Promise.all(Array.from({ length: 6 }, () => makeFolder(folder)))
    expect((await stat(folder)).isDirectory()).toBe(true)
  }
})

test('what stands in the way is told', async () => {
  const file = path.join(dir, 'file')
  await writeFile(file, '')
  await expect(makeFolder(file)).rejects.toThrow(`The folder ${file} cannot be made: it is a file. Name another one`)
  await expect(makeFolder(path.join(file, 'inside'))).rejects.toThrow('what lies above it is a file')
  await expect(makeFolder(path.join(dir, 'x'.repeat(300)))).rejects.toThrow('its name is too long')
})

// Node's own way of making folders never ends there.
test.runIf(process.platform === 'linux')('where a file system takes no folders that is told', async () => {
  await expect(makeFolder('/proc/sayso/data')).rejects.toThrow('no folders can be made there')
})
