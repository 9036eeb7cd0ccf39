import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedWorkspace } from './seed-workspace.ts'

let base: string
let dir: string

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'sayso-seed-'))
  dir = join(base, 'data', 'workspace')
})

afterEach(() => rm(base, { recursive: true }))

test('a new workspace has notes.txt, and nothing is left beside it', async () => {
  expect(await seedWorkspace(dir)).toBe(true)
  expect(await readdir(dir)).toEqual(['notes.txt'])
  expect(await readFile(join(dir, 'notes.txt'), 'utf8')).toContain('workspace')
  expect(await readdir(join(base, 'data'))).toEqual(['workspace'])
})

test('what is there already stays as it is, also when it is empty, a link or a file', async () => {
  await mkdir(dir, { recursive: true })
  expect(await seedWorkspace(dir)).toBe(false)
  expect(await readdir(dir)).toEqual([])
  await symlink(dir, join(base, 'link'))
  expect(await seedWorkspace(join(base, 'link'))).toBe(false)
  await writeFile(join(base, 'file'), 'mine')
  expect(await seedWorkspace(join(base, 'file'))).toBe(false)
  expect(await readFile(join(base, 'file'), 'utf8')).toBe('mine')
})

test('of several at once one makes it', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => seedWorkspace(dir)))
  expect(made.filter((each) => each)).toHaveLength(1)
  expect(await readdir(dir)).toEqual(['notes.txt'])
  expect(await readdir(join(base, 'data'))).toEqual(['workspace'])
})
