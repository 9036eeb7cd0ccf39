import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorCodeOf } from '../../../errors.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { createActions, type Action, type ActionContext, type Actions } from '../../action.ts'
import { createMemoryJournal } from '../../run/memory-journal.ts'
import { runChain } from '../../run/run-chain.ts'
import { findFile } from '../../find-file.ts'
import { filesystemExample } from '../../../testing/wuce-examples.ts'
import { createFilesystemActions } from './filesystem.ts'

let base: string
let root: string
let actions: Actions

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'sayso-files-')))
  root = join(base, 'root')
  await mkdir(join(root, 'home/user/docs'), { recursive: true })
  await writeFile(join(root, 'home/user/docs/file1.txt'), 'one')
  await writeFile(join(root, 'home/user/docs/tmp.txt'), 'tmp')
  await writeFile(join(base, 'outside.txt'), 'outside')
  actions = createActions(createFilesystemActions({ root }))
})

afterEach(() => rm(base, { recursive: true }))

function context(cwd?: string): ActionContext {
  const outputs = cwd === undefined ? [] : [{ step: 'cd', domain: 'filesystem', type: 'cd', output: { cwd } }]
  return { effectId: 'c1/step', signal: new AbortController().signal, outputs }
}

function action(type: string): Action {
  const found = actions.find('filesystem', type)
  if (found === undefined) throw new Error(`no ${type}`)
  return found
}

const run = (type: string, meta: JsonObject, cwd?: string): Promise<Json> => action(type).run(meta, context(cwd))

const codeOf = async (work: Promise<unknown>): Promise<string> => work.then(() => 'nothing thrown', errorCodeOf)

const docs = (): Promise<string[]> => readdir(join(root, 'home/user/docs'))

test('WUCE 5.1 runs as it stands', async () => {
  const outcome = await runChain({
    chain: filesystemExample,
    args: {},
    command: { id: 'c1', ref: 'K7Q2M' },
    actions,
    journal: createMemoryJournal(),
    limits: { stepTimeoutMs: 5000 },
    signal: new AbortController().signal,
  })
  expect(outcome).toEqual({
    kind: 'executed',
    outputs: {
      'Change Directory': { cwd: '/home/user/docs' },
      'Rename File': { from: '/home/user/docs/file1.txt', to: '/home/user/docs/file2.txt' },
      'Delete Temporary File': { path: '/home/user/docs/tmp.txt' },
    },
  })
  expect(await docs()).toEqual(['file2.txt'])
})

describe('paths', () => {
  test('count from the workspace root, from the newest cd, or are under the root already', async () => {
    const paths = ['/home/user/docs/file1.txt', join(root, 'home/user/docs/file1.txt'), 'home/user/docs/file1.txt']
    for (const path of paths) expect(await run('read', { path })).toMatchObject({ text: 'one' })
    expect(await run('read', { path: 'file1.txt' }, '/home/user/docs')).toMatchObject({ text: 'one' })
    expect(await run('read', { path: '../docs/./file1.txt' }, '/home/user/docs')).toMatchObject({ text: 'one' })
    expect(await run('cd', { path: '..' }, '/home/user/docs')).toEqual({ cwd: '/home/user' })
  })

  test.each(['../outside.txt', '/../outside.txt', 'home/../../outside.txt', 'home/user/docs/link', '/up/outside.txt'])(
    'never lead out of the workspace: %s',
    async (path) => {
      await symlink('../../../../outside.txt', join(root, 'home/user/docs/link'))
      await symlink('..', join(root, 'up'))
      for (const type of ['read', 'rm', 'cd', 'ls', 'mkdir']) {
        expect([type, await codeOf(run(type, { path }))]).toEqual([type, 'path_outside'])
      }
      expect(await codeOf(run('mv', { from: path, to: 'stolen' }))).toBe('path_outside')
      expect(await codeOf(run('mv', { from: '/home/user/docs/file1.txt', to: path }))).toBe('path_outside')
      expect(await readFile(join(base, 'outside.txt'), 'utf8')).toBe('outside')
    },
  )

  test('through dangling links are refused', async () => {
    await symlink(join(base, 'nowhere'), join(root, 'dangling'))
    expect(await codeOf(run('mkdir', { path: 'dangling/x' }))).toBe('path_outside')
    expect(await codeOf(run('mkdir', { path: 'dangling' }))).toBe('path_outside')
    expect(await codeOf(run('mv', { from: '/home', to: 'dangling' }))).toBe('path_outside')
  })

  test.each(['exports', '/exports/bia.json', 'home/../exports/bia.json', 'into/bia.json', 'bia.json', 'Exports/new'])(
    'never lead to what was exported of people: %s',
    async (path) => {
      await mkdir(join(root, 'exports'))
      await writeFile(join(root, 'exports/bia.json'), '{}')
      await symlink('exports', join(root, 'into'))
      await symlink('exports/bia.json', join(root, 'bia.json'))
      for (const type of ['read', 'rm', 'cd', 'ls', 'mkdir'])
        expect([type, await codeOf(run(type, { path }))]).toEqual([
          type,
          expect.stringMatching(/^(path_outside|precondition_failed)$/u),
        ])
      expect(await codeOf(run('mv', { from: path, to: 'stolen' }))).toMatch(/^(path_outside|precondition_failed)$/u)
      expect(await codeOf(run('mv', { from: 'home', to: path }))).toMatch(/^(path_outside|precondition_failed)$/u)
      expect(await findFile(root, path)).toEqual({ kind: 'outside' })
      expect(await readdir(join(root, 'exports'))).toEqual(['bia.json'])
      expect(((await run('ls', { path: '/' })) as JsonObject)['entries']).not.toContainEqual({
        name: 'exports',
        kind: 'folder',
      })
    },
  )

  test('never change anything outside, whatever they are', async () => {
    await symlink('..', join(root, 'up'))
    const part = fc.constantFrom('..', '.', '', 'up', 'home', 'user', 'docs', 'root', 'outside.txt', 'file1.txt', 'new')
    const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/') || '/')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('rm', 'mkdir'), path, path, async (type, one, other) => {
        await run(type, { path: one }).catch(() => undefined)
        await run('mv', { from: one, to: other }).catch(() => undefined)
        expect((await readdir(base)).toSorted()).toEqual(['outside.txt', 'root'])
      }),
      { numRuns: 60 },
    )
  })
})

describe('cd, ls and read', () => {
  test('tell what is there', async () => {
    await symlink('file1.txt', join(root, 'home/user/docs/again'))
    expect(await run('ls', {}, '/home/user/docs')).toEqual({
      path: '/home/user/docs',
      entries: [
        { name: 'again', kind: 'link' },
        { name: 'file1.txt', kind: 'file' },
        { name: 'tmp.txt', kind: 'file' },
      ],
      more: false,
    })
    expect(await run('ls', { path: '/' })).toEqual({
      path: '/',
      entries: [{ name: 'home', kind: 'folder' }],
      more: false,
    })
    expect(await run('read', { path: 'again' }, '/home/user/docs')).toEqual({
      path: '/home/user/docs/file1.txt',
      text: 'one',
      bytes: 3,
      more: false,
    })
  })

  test('cut a text between characters', async () => {
    await writeFile(join(root, 'long.txt'), 'São Paulo')
    expect(await run('read', { path: 'long.txt', maxBytes: 3 })).toMatchObject({ text: 'Sã', more: true })
    expect(await run('read', { path: 'long.txt', maxBytes: 2 })).toMatchObject({ text: 'S', more: true })
  })

  test('say what is wrong', async () => {
    await writeFile(join(root, 'binary'), Buffer.from([65, 0, 66]))
    expect(await codeOf(run('read', { path: 'binary' }))).toBe('precondition_failed')
    expect(await codeOf(run('read', { path: 'home' }))).toBe('precondition_failed')
    expect(await codeOf(run('read', { path: 'none' }))).toBe('file_missing')
    expect(await codeOf(run('cd', { path: 'none' }))).toBe('file_missing')
    expect(await codeOf(run('cd', { path: 'home/user/docs/tmp.txt' }))).toBe('precondition_failed')
    expect(await codeOf(run('ls', { path: 'home/user/docs/tmp.txt' }))).toBe('precondition_failed')
  })
})

test('every action tells the columns that it gives', async () => {
  const path = '/home/user/docs/file1.txt'
  const metas = { cd: { path: '/home' }, ls: {}, read: { path }, stat: { path }, list: {}, mkdir: { path: 'new' } }
  const changes = { mv: { from: path, to: '/moved.txt' }, rm: { path: '/moved.txt' } }
  for (const [type, meta] of Object.entries({ ...metas, ...changes })) {
    const output = (await run(type, meta)) as JsonObject
    const [row = output] = (output['rows'] ?? []) as readonly JsonObject[]
    expect([type, action(type).columns?.(meta)]).toEqual([type, Object.keys(row).filter((name) => name !== 'more')])
  }
})

describe('mv, rm and mkdir', () => {
  test('never overwrite', async () => {
    expect(await codeOf(run('mv', { from: 'file1.txt', to: 'tmp.txt' }, '/home/user/docs'))).toBe('file_exists')
    await mkdir(join(root, 'empty'))
    expect(await codeOf(run('mv', { from: 'home', to: 'empty' }))).toBe('file_exists')
    expect(await codeOf(run('mkdir', { path: 'empty' }))).toBe('file_exists')
    expect(await readFile(join(root, 'home/user/docs/tmp.txt'), 'utf8')).toBe('tmp')
  })

  test('move folders, remove files only, and make one folder', async () => {
    await run('mv', { from: '/home/user', to: '/home/maria' })
    expect(await readdir(join(root, 'home/maria/docs'))).toEqual(['file1.txt', 'tmp.txt'])
    expect(await codeOf(run('rm', { path: '/home/maria' }))).toBe('precondition_failed')
    expect(await codeOf(run('rm', { path: '/' }))).toBe('path_outside')
    await symlink('..', join(root, 'up'))
    expect(await codeOf(run('mv', { from: 'up/root', to: 'x' }))).toBe('path_outside')
    expect(await codeOf(run('mkdir', { path: 'a/b' }))).toBe('file_missing')
    expect(await run('mkdir', { path: 'a' })).toEqual({ path: '/a' })
    expect(await codeOf(run('mv', { from: 'home', to: 'home/inside' }))).toBe('action_failed')
  })

  test('leave links alone', async () => {
    await symlink('file1.txt', join(root, 'home/user/docs/link'))
    expect(await codeOf(run('rm', { path: '/home/user/docs/link' }))).toBe('precondition_failed')
    expect(await codeOf(run('mv', { from: '/home/user/docs/link', to: 'x' }))).toBe('precondition_failed')
    expect(await docs()).toContain('link')
  })
})

async function probe(type: string, meta: JsonObject, happens: () => Promise<unknown>): Promise<string | undefined> {
  const prepared = (await action(type).prepare?.(meta, context())) ?? null
  await happens()
  // The journal keeps JSON.
  const kept = JSON.parse(JSON.stringify(prepared)) as Json
  return (await action(type).probe?.(meta, context(), kept))?.kind
}

const at = (name: string): string => join(root, 'home/user/docs', name)

describe('after a crash', () => {
  const mv = { from: '/home/user/docs/file1.txt', to: '/home/user/docs/file2.txt' }
  const path = '/home/user/docs/tmp.txt'

  test('mv can be told, and a half done one is brought to its end', async () => {
    expect(await probe('mv', mv, async () => null)).toBe('did-not-happen')
    expect(await probe('mv', mv, () => link(at('file1.txt'), at('file2.txt')))).toBe('happened')
    expect(await docs()).toEqual(['file2.txt', 'tmp.txt'])
    const back = { from: mv.to, to: mv.from }
    expect(await probe('mv', back, () => run('mv', back))).toBe('happened')
    expect(await probe('mv', mv, () => unlink(at('file1.txt')))).toBe('unknown')
  })

  test('rm can be told, also when another file has taken the name', async () => {
    expect(await probe('rm', { path }, async () => null)).toBe('did-not-happen')
    expect(await probe('rm', { path }, () => run('rm', { path }))).toBe('happened')
    await writeFile(at('tmp.txt'), 'again')
    const replace = async (): Promise<void> => {
      await unlink(at('tmp.txt'))
      await writeFile(at('tmp.txt'), 'somebody else')
    }
    expect(await probe('rm', { path }, replace)).toBe('unknown')
  })

  test('mkdir can be told', async () => {
    expect(await probe('mkdir', { path: 'new' }, async () => null)).toBe('did-not-happen')
    expect(await probe('mkdir', { path: 'new' }, () => run('mkdir', { path: 'new' }))).toBe('happened')
    expect(await probe('mkdir', { path: 'other' }, () => writeFile(join(root, 'other'), ''))).toBe('unknown')
  })

  test.each([
    ['is gone', async () => null],
    ['is another one', () => mkdir(join(root, 'home/user/docs'))],
  ])('nothing is told by what is missing from a folder that %s by now', async (_what, andThen) => {
    const moved = join(root, 'elsewhere')
    const leave = async (): Promise<void> => {
      await rename(join(root, 'home/user/docs'), moved)
      await andThen()
    }
    expect(await probe('rm', { path: 'home/user/docs/tmp.txt' }, leave)).toBe('unknown')
    expect(await readdir(moved)).toContain('tmp.txt')
    await rm(join(root, 'home/user/docs'), { recursive: true, force: true })
    await rename(moved, join(root, 'home/user/docs'))
    expect(await probe('mkdir', { path: 'home/user/docs/new' }, leave)).toBe('unknown')
  })
})
