import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from './problem.ts'
import { readTextFiles } from './read-text-files.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sayso-texts-'))
})
afterEach(() => rm(root, { recursive: true }))

async function read(
  bytes: Uint8Array,
): Promise<{ readonly text: string | undefined; readonly told: readonly string[] }> {
  await writeFile(path.join(root, 'a.yaml'), bytes)
  const problems: Problem[] = []
  const [file] = await readTextFiles(root, (problem) => void problems.push(problem))
  return { text: file?.text, told: problems.map(({ line, message }) => `${line}: ${message}`) }
}

const written = 'title: Open\nlabel: Consulta às dez\n'

test('a file in UTF-8 is read as it stands, without its mark', async () => {
  expect(await read(Buffer.from(written))).toEqual({ text: written, told: [] })
  expect(await read(Buffer.from(`\u{FEFF}${written}`))).toEqual({ text: written, told: [] })
})

test('a file in another encoding is told with the line where that shows, and nothing else seems wrong with it', async () => {
  expect(await read(Buffer.from(written, 'latin1'))).toEqual({
    text: written,
    told: ['2: is not UTF-8 from here on; save the file as UTF-8'],
  })
  const wide = Buffer.from(`\u{FEFF}${written}`, 'utf16le')
  expect(await read(wide)).toEqual({ text: written, told: ['1: is UTF-16; save it as UTF-8'] })
  expect(await read(Buffer.from(wide).swap16())).toEqual({ text: written, told: ['1: is UTF-16; save it as UTF-8'] })
})
