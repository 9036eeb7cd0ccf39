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

const own = 'a'.repeat(64)
const at = new Date(0)
const head = (seq: number) => ({ seq: String(seq), mac: String(seq % 10).repeat(64) })

test('newestHead() is the last one that was exported whole', async () => {
  for (const seq of [3, 12]) await exportHead(file, head(seq), { first: own, at })
  expect(await newestHead(file, own)).toBe(`12:${'2'.repeat(64)}`)
  await appendFile(file, '{"seq":"14","mac":"44')
  expect(await newestHead(file, own)).toBe(`12:${'2'.repeat(64)}`)
})

test('newestHead() passes over those of another ledger, but not those of a version that did not say', async () => {
  await appendFile(file, `${JSON.stringify({ ...head(3), at })}\n`)
  await exportHead(file, head(14), { first: 'b'.repeat(64), at })
  expect(await newestHead(file, own)).toBe(`3:${'3'.repeat(64)}`)
  await exportHead(file, head(5), { first: own, at })
  await exportHead(file, head(16), { first: 'b'.repeat(64), at })
  expect(await newestHead(file, own)).toBe(`5:${'5'.repeat(64)}`)
})

test('newestHead() is any of them where nothing is sealed (any more): that the chain is gone shows', async () => {
  await exportHead(file, head(14), { first: own, at })
  expect(await newestHead(file, null)).toBe(`14:${'4'.repeat(64)}`)
})

test('newestHead() is none where none was exported', async () => {
  expect(await newestHead(file, own)).toBeNull()
  await appendFile(file, '\nnull\n{}\n')
  expect(await newestHead(file, own)).toBeNull()
})

test('a head goes on a line of its own below one that a crash cut off, also where that told the same head', async () => {
  const whole = (seq: number) => `${head(seq).seq}:${head(seq).mac}`
  await exportHead(file, head(3), { first: own, at })
  for (const torn of [`{"seq":"4","mac":"${head(4).mac.slice(0, 20)}`, `{"seq":"5","mac":"${head(5).mac}","fi`]) {
    await appendFile(file, torn)
    const seq = Number(torn.slice(8, 9))
    expect(await newestHead(file, own)).toBe(whole(seq - 1))
    await exportHead(file, head(seq), { first: own, at })
    expect(await newestHead(file, own)).toBe(whole(seq))
  }
})
