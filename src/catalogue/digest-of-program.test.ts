import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestOfProgram } from './digest-of-program.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sayso-program-'))
  await mkdir(path.join(root, 'src', 'room'), { recursive: true })
  await write('package.json', '{}')
  await write('src/room/judge.ts', 'export const most = 3')
})
afterEach(() => rm(root, { recursive: true }))

async function write(file: string, content: string): Promise<void> {
  await writeFile(path.join(root, file), content)
}

test('changes with the code and the libraries, and with nothing else', async () => {
  const digest = digestOfProgram(root)
  await write('src/room/judge.test.ts', 'a test')
  await write('README.md', 'words')
  expect(digestOfProgram(root)).toBe(digest)
  const digests = new Set([digest])
  for (const [file, content] of [
    ['src/room/judge.ts', 'export const most = 4'],
    ['src/room/other.ts', ''],
    ['src/room/published.schema.json', '{}'],
    ['package.json', '{ "dependencies": {} }'],
  ] as const) {
    await write(file, content)
    digests.add(digestOfProgram(root))
  }
  expect(digests.size).toBe(5)
})
