import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openKeptCatalogue, type KeepingPlace } from './kept-catalogue.ts'
import { loadCatalogue, type CatalogueSources } from './load-catalogue.ts'
import type { Problem } from './source/problem.ts'
import { withSample } from '../testing/catalogues/sample-catalogue.ts'

const text = '# A comment\ntitle: Drop it\nlimits:\n  most: 3\n'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-parsed-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The place of one program without surroundings. */
function keepingPlace() {
  return { folder, program: 'this program', surroundings: '' }
}

/** Reads files as one start does; gives what they say. */
async function start(...texts: readonly string[]): Promise<readonly unknown[]> {
  const parsed = await openKeptCatalogue(keepingPlace(), 'a catalogue', 'version 1')
  const values = texts.map((each) => parsed.parse('a.yaml', each, () => undefined)?.value)
  await parsed.keep({ isSound: true })
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
  const parsed = await openKeptCatalogue(keepingPlace(), 'a catalogue', 'version 1')
  const source = parsed.parse('a.yaml', text, () => undefined)
  expect(source?.problemAt(['limits', 'most'], 'is too many')).toMatchObject({ line: 4, column: 9 })
  expect(source?.problemAt(['limits'], 'is here', 'key')).toMatchObject({ line: 3, column: 1 })
})

test('a file with mistakes is told of every time', async () => {
  const broken = 'title: [\n'
  for (let again = 0; again < 2; again++) {
    const parsed = await openKeptCatalogue(keepingPlace(), 'a catalogue', 'version 1')
    const problems: Problem[] = []
    expect(parsed.parse('a.yaml', broken, (problem) => problems.push(problem))).toBeNull()
    expect(problems).not.toEqual([])
    await parsed.keep({ isSound: true })
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
  const other = await openKeptCatalogue(keepingPlace(), 'another', 'version 1')
  expect(other.parse('a.yaml', text, () => undefined)?.value).toMatchObject({ title: 'Drop it' })
  await other.keep({ isSound: true })
  expect(await start(text)).toEqual([{ title: 'Kept', limits: { most: 3 } }])
})

/** Whether it is known to be sound at the next start, which then keeps what it finds. */
async function next(
  found: { readonly isSound: boolean },
  changed: Partial<KeepingPlace> = {},
  version = 'version 1',
): Promise<boolean> {
  const kept = await openKeptCatalogue({ ...keepingPlace(), ...changed }, 'a catalogue', version)
  const source = kept.parse('a.yaml', text, () => undefined)
  expect(source?.wasSound ?? false).toBe(kept.wasSound)
  await kept.keep(found)
  return kept.wasSound
}

describe('what was found sound', () => {
  test('is known at the next start', async () => {
    expect(await next({ isSound: true })).toBe(false)
    expect(await next({ isSound: true })).toBe(true)
    expect(await next({ isSound: true })).toBe(true)
  })

  test('is judged anew when the catalogue, the program or what it is judged by is another', async () => {
    const changes: readonly (Partial<KeepingPlace> & { readonly version?: string })[] = [
      { version: 'version 2' },
      { program: 'another program' },
      { surroundings: 'a service' },
    ]
    for (const { version, ...changed } of changes) {
      await next({ isSound: true })
      expect(await next({ isSound: true }, changed, version)).toBe(false)
      expect(await next({ isSound: true }, changed, version)).toBe(true)
    }
  })

  test('is judged every time where something is wrong, or where no text tells what it is judged by', async () => {
    await next({ isSound: false })
    expect(await next({ isSound: true }, { surroundings: null })).toBe(false)
    expect(await next({ isSound: true }, { surroundings: null })).toBe(false)
    expect(await next({ isSound: false })).toBe(false)
    expect(await next({ isSound: false })).toBe(false)
  })
})

describe('loadCatalogue() where something is kept', () => {
  test('gives the same catalogue without judging it again, and judges what was changed', async () => {
    await withSample({}, async (sources) => {
      const asked = vi.fn<CatalogueSources['planProblems']>(sources.planProblems)
      const load = () => loadCatalogue({ ...sources, planProblems: asked, keeping: keepingPlace() })
      const first = await load()
      expect(asked).toHaveBeenCalled()
      asked.mockClear()
      expect(await load()).toEqual(first)
      expect(asked).not.toHaveBeenCalled()

      const file = path.join(sources.commandsDir, 'things', 'look.yaml')
      const written = await readFile(file, 'utf8')
      await writeFile(file, written.replace('actionType: look', 'actionType: luck'))
      const refused = expect.objectContaining({ message: expect.stringContaining('unknown action: "shelf/luck"') })
      await expect(load()).rejects.toEqual(refused)
      await expect(load()).rejects.toEqual(refused)
      await writeFile(file, written)
      expect(await load()).toEqual(first)
    })
  })
})
