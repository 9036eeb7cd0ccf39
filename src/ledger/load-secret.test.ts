import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSecret } from './load-secret.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-secret-'))
})
afterEach(async () => rm(dir, { recursive: true, force: true }))

const fromEnvironment = undefined

describe('loadSecret()', () => {
  test('makes one beside the embedded database, once, and readable by its owner alone', async () => {
    const made = await loadSecret({ dir, fromEnvironment, embedded: true })
    expect(made.length).toBeGreaterThanOrEqual(32)
    expect(await loadSecret({ dir, fromEnvironment, embedded: true })).toBe(made)
    expect((await stat(path.join(dir, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await readdir(dir)).toEqual(['secret'])
  })

  test('gives all who make it at the same time the same one', async () => {
    const starts = Array.from({ length: 20 }, async () => loadSecret({ dir, fromEnvironment, embedded: true }))
    expect(new Set(await Promise.all(starts)).size).toBe(1)
  })

  test('takes SAYSO_SECRET first and then makes no file', async () => {
    const given = 'x'.repeat(32)
    expect(await loadSecret({ dir, fromEnvironment: given, embedded: true })).toBe(given)
    expect(await readdir(dir)).toEqual([])
  })

  test('makes none up for a database elsewhere, and says how to make one', async () => {
    const missing = expect.objectContaining({
      code: 'secret_missing',
      message: expect.stringContaining('openssl rand'),
    })
    await expect(loadSecret({ dir, fromEnvironment, embedded: false })).rejects.toThrow(missing)
    await expect(loadSecret({ dir, fromEnvironment: '', embedded: false })).rejects.toThrow(missing)
    await expect(loadSecret({ dir, fromEnvironment: 'short', embedded: false })).rejects.toThrow(missing)
    expect(await readdir(dir)).toEqual([])
  })

  test('does not replace a damaged secret: what was sealed with it would be lost', async () => {
    const file = path.join(dir, 'secret')
    await writeFile(file, 'half')
    await expect(loadSecret({ dir, fromEnvironment, embedded: true })).rejects.toThrow('Restore it from the backup')
    expect(await readFile(file, 'utf8')).toBe('half')
  })
})
