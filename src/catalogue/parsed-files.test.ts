import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openParsedFiles } from './parsed-files.ts'
import type { Problem } from './problem.ts'

const text = '# A comment\ntitle: Drop it\nlimits:\n  most: 3\n'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-parsed-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Reads files as one start does; gives what they say. */
async function start(...texts: readonly string[]): Promise<readonly unknown[]> {
  const parsed = await openParsedFiles(folder, 'a catalogue')
  const values = texts.map((each) => parsed.parse('a.yaml', each, () => undefined)?.value)
  await parsed.keep()
  return values
}

/** Puts other words into what is kept, by which is seen that it was read. */
async function tamper(): Promise<void> {
  const [name = ''] = await readdir(folder)
  const place = path.join(folder, name)
  await writeFile(place, (await readFile(place, 'utf8')).replaceAll('Drop it', 'Kept'))
}

test('a file that has not changed is not parsed again', async () => {
  expect(await start(text)).toEqual([{ title: 'Drop it', limits: { most: 3 } }])
  await tamper()
  expect(await start(text)).toEqual([{ title: 'Kept', limits: { most: 3 } }])
})

test('a file that has changed is parsed, and what it said before is forgotten', async () => {
  await start(text)
  await tamper()
  expect(await start(text.replace('3', '4'))).toEqual([{ title: 'Drop it', limits: { most: 4 } }])
  expect(await start(text)).toEqual([{ title: 'Drop it', limits: { most: 3 } }])
})

test('what is wrong in a file that was not parsed has its place all the same', async () => {
  await start(text)
  const parsed = await openParsedFiles(folder, 'a catalogue')
  const source = parsed.parse('a.yaml', text, () => undefined)
  expect(source?.problemAt(['limits', 'most'], 'is too many')).toMatchObject({ line: 4, column: 9 })
  expect(source?.problemAt(['limits'], 'is here', 'key')).toMatchObject({ line: 3, column: 1 })
})

test('a file with mistakes is told of every time', async () => {
  const broken = 'title: [\n'
  for (let again = 0; again < 2; again++) {
    const parsed = await openParsedFiles(folder, 'a catalogue')
    const problems: Problem[] = []
    expect(parsed.parse('a.yaml', broken, (problem) => problems.push(problem))).toBeNull()
    expect(problems).not.toEqual([])
    await parsed.keep()
  }
})

test('what JSON cannot hold is parsed every time', async () => {
  expect(await start('most: .inf')).toEqual([{ most: Number.POSITIVE_INFINITY }])
  expect(await start('most: .inf')).toEqual([{ most: Number.POSITIVE_INFINITY }])
})

test('what was kept and cannot be read is parsed again', async () => {
  await start(text)
  const [name = ''] = await readdir(folder)
  await writeFile(path.join(folder, name), '{"half')
  expect(await start(text)).toEqual([{ title: 'Drop it', limits: { most: 3 } }])
})

test('a folder that others may write to is neither read nor written', async () => {
  await start(text)
  await tamper()
  await chmod(folder, 0o777)
  expect(await start(text)).toEqual([{ title: 'Drop it', limits: { most: 3 } }])
  expect(await start(text.replace('3', '4'))).toEqual([{ title: 'Drop it', limits: { most: 4 } }])
  await chmod(folder, 0o700)
  expect(await start(text)).toEqual([{ title: 'Kept', limits: { most: 3 } }])
})

test('of another catalogue nothing is taken, and nothing is forgotten', async () => {
  await start(text)
  await tamper()
  const other = await openParsedFiles(folder, 'another')
  expect(other.parse('a.yaml', text, () => undefined)?.value).toMatchObject({ title: 'Drop it' })
  await other.keep()
  expect(await start(text)).toEqual([{ title: 'Kept', limits: { most: 3 } }])
})
