import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportHead } from './evidence-head.ts'
import { newestHead } from './newest-head.ts'

let dir: string
let file: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-heads-'))
  file = path.join(dir, 'ledger-heads.jsonl')
})
afterEach(() => rm(dir, { recursive: true }))

const head = (seq: number) => ({ seq: String(seq), mac: String(seq % 10).repeat(64) })

test('newestHead() is the last one that was exported whole', async () => {
  for (const seq of [3, 12]) await exportHead(file, head(seq), new Date(0))
  expect(await newestHead(file)).toBe(`12:${'2'.repeat(64)}`)
  await appendFile(file, '{"seq":"14","mac":"44')
  expect(await newestHead(file)).toBe(`12:${'2'.repeat(64)}`)
})

test('newestHead() is none where none was exported', async () => {
  expect(await newestHead(file)).toBeNull()
  await appendFile(file, '\nnull\n{}\n')
  expect(await newestHead(file)).toBeNull()
})
