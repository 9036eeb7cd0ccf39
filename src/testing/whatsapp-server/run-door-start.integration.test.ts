/** What whoever opens the door is told when nothing can start behind it. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostFile } from './door-lines.ts'
import { runDoor } from './run-door.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayso-door-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const door = (people: string | null) =>
  runDoor({ dataDir, people, input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() })

test('a people file that is wrong is refused with its place and reason, and nothing is started', async () => {
  const people = path.join(dataDir, 'people.yaml')
  await writeFile(people, 'people: [{ phone: "+5511990000001", roles: [] }]')
  await expect(door(people)).rejects.toThrow('people.yaml:1:10: "name" is missing')
  expect(await readdir(dataDir)).toEqual(['people.yaml'])
})

test('a server that cannot start says why', async () => {
  // Where its file should be is a folder.
  await mkdir(path.join(dataDir, hostFile))
  await expect(door(null)).rejects.toThrow(/ended with 1:[^]*EISDIR/u)
})
