import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UserError } from '../errors.ts'
import { writeFiles } from './write-files.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-write-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const there = () => readdir(folder, { recursive: true })
const read = (file: string) => readFile(path.join(folder, file), 'utf8')
const fresh = (file: string) => ({ file, text: `new ${file}`, before: null })

describe('writeFiles()', () => {
  test('writes what is new, with its folders, and changes what is as it was read', async () => {
    await writeFile(path.join(folder, 'old.yaml'), 'old')
    await writeFiles(folder, [fresh('a/b/new.yaml'), { file: 'old.yaml', text: 'changed', before: 'old' }])
    expect((await there()).toSorted()).toEqual(['a', 'a/b', 'a/b/new.yaml', 'old.yaml'])
    expect([await read('a/b/new.yaml'), await read('old.yaml')]).toEqual(['new a/b/new.yaml', 'changed'])
  })

  test.each<readonly [what: string, prepare: () => Promise<unknown>, why: string]>([
    [
      'exists already',
      () => writeFile(path.join(folder, 'last.yaml'), 'mine'),
      'exists already, and is not overwritten',
    ],
    ['is a folder', () => mkdir(path.join(folder, 'last.yaml')), 'exists already'],
  ])('leaves everything as it was when one file %s', async (_what, prepare, why) => {
    await writeFile(path.join(folder, 'old.yaml'), 'old')
    await prepare()
    const before = await there()
    const files = [fresh('a/new.yaml'), { file: 'old.yaml', text: 'changed', before: 'old' }, fresh('last.yaml')]
    await expect(writeFiles(folder, files)).rejects.toThrow(why)
    expect(await there()).toEqual(before)
    expect(await read('old.yaml')).toBe('old')
  })

  test('writes nothing over a file that was changed meanwhile', async () => {
    await writeFile(path.join(folder, 'old.yaml'), 'somebody was here')
    const files = [fresh('new.yaml'), { file: 'old.yaml', text: 'changed', before: 'old' }]
    await expect(writeFiles(folder, files)).rejects.toThrow(/old\.yaml was changed meanwhile; nothing was written/u)
    expect(await there()).toEqual(['old.yaml'])
    expect(await read('old.yaml')).toBe('somebody was here')
  })

  test('says in one sentence which file cannot be written', async () => {
    await writeFile(path.join(folder, 'file'), '')
    const failed = writeFiles(folder, [fresh('new.yaml'), fresh('file/below.yaml')])
    await expect(failed).rejects.toBeInstanceOf(UserError)
    await expect(failed).rejects.toThrow(/file\/below\.yaml cannot be written \(.+\); nothing was written$/u)
    expect(await there()).toEqual(['file'])
  })
})
