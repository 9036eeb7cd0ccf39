import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyFiles, copyListed } from './copy-files.ts'

let from: string
let to: string

beforeEach(async () => {
  from = await mkdtemp(path.join(tmpdir(), 'sayso-copy-'))
  to = path.join(from, '..', `${path.basename(from)}-copy`, 'folder')
})
afterEach(() => Promise.all([from, path.dirname(to)].map((each) => rm(each, { recursive: true }))))

test('copies files and folders with who may read them, and follows no link', async () => {
  await mkdir(path.join(from, 'empty'))
  await mkdir(path.join(from, 'deep', 'private'), { recursive: true, mode: 0o700 })
  await writeFile(path.join(from, 'deep', 'private', 'file'), 'inside', { mode: 0o600 })
  await symlink('/etc/hostname', path.join(from, 'link'))
  await copyFiles(from, to)
  expect((await readdir(to, { recursive: true })).toSorted()).toEqual([
    'deep',
    'deep/private',
    'deep/private/file',
    'empty',
  ])
  expect(await readFile(path.join(to, 'deep', 'private', 'file'), 'utf8')).toBe('inside')
  const modes = ['deep/private', 'deep/private/file'].map(
    async (each) => (await stat(path.join(to, each))).mode & 0o777,
  )
  expect(await Promise.all(modes)).toEqual([0o700, 0o600])
  await copyFiles(path.join(from, 'deep', 'private', 'file'), path.join(to, 'data', 'file'))
  expect(await readFile(path.join(to, 'data', 'file'), 'utf8')).toBe('inside')
  await copyFiles(path.join(from, 'nowhere'), path.join(to, 'nowhere'))
})

test('goes on without what disappears meanwhile, and says so of all but drafts', async () => {
  await mkdir(to, { recursive: true })
  await writeFile(path.join(from, 'stays'), 'here')
  const listed = ['gone', '.draft.part', 'stays'].map((each) => ({ path: each, kind: 'file' }) as const)
  expect(await copyListed(from, [{ path: 'gone-folder', kind: 'folder' }, ...listed], to)).toEqual([
    'gone-folder',
    'gone',
  ])
  expect(await readdir(to)).toEqual(['stays'])
})

test('a folder in which drafts come and go all the time is copied', async () => {
  const draft = path.join(from, '.draft.part')
  await Promise.all(Array.from({ length: 200 }, (_, n) => writeFile(path.join(from, `file-${n}`), `${n}`)))
  const over = new AbortController()
  const churn = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await writeFile(draft, '')
      await rm(draft)
    }
  }
  const churning = churn()
  try {
    for (let round = 0; round < 10; round++) await copyFiles(from, path.join(to, String(round)))
  } finally {
    over.abort()
    await churning
  }
  const copied = await readdir(path.join(to, '9'))
  expect(copied.filter((name) => name.startsWith('file-'))).toHaveLength(200)
})
