import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { finishNextSecret, loadSecrets, makeNextSecret, type RootSecrets } from './load-secrets.ts'
import { keyIdOf } from './secrets.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-secret-'))
})
afterEach(async () => rm(dir, { recursive: true, force: true }))

function load({
  fromEnvironment,
  previous = [],
  embedded = true,
  mayMake = true,
}: {
  readonly fromEnvironment?: string
  readonly previous?: readonly string[]
  readonly embedded?: boolean
  readonly mayMake?: boolean
} = {}): Promise<RootSecrets> {
  return loadSecrets({ dir, fromEnvironment, previous, embedded, mayMake })
}

describe('loadSecrets()', () => {
  test('makes one beside the embedded database, once, and readable by its owner alone', async () => {
    const [made, ...more] = await load()
    expect(made.length).toBeGreaterThanOrEqual(32)
    expect(more).toEqual([])
    expect(await load()).toEqual([made])
    expect((await stat(path.join(dir, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await readdir(dir)).toEqual(['secret'])
  })

  test('makes none where a ledger is sealed with one that is missing, and takes it once it is back', async () => {
    const [made] = await load()
    const kept = path.join(dir, 'kept')
    await rename(path.join(dir, 'secret'), kept)
    await expect(load({ mayMake: false })).rejects.toThrow(`${path.join(dir, 'secret')} is missing`)
    expect(await readdir(dir)).toEqual(['kept'])
    await rename(kept, path.join(dir, 'secret'))
    expect(await load({ mayMake: false })).toEqual([made])
  })

  test('gives all who make it at the same time the same one', async () => {
    const starts = await Promise.all(Array.from({ length: 20 }, () => load()))
    expect(new Set(starts.map(([made]) => made)).size).toBe(1)
  })

  test('takes SAYSO_SECRET first and then makes no file', async () => {
    const given = 'x'.repeat(32)
    expect(await load({ fromEnvironment: given })).toEqual([given])
    expect(await readdir(dir)).toEqual([])
  })

  test('makes none up for a database elsewhere, and says how to make one', async () => {
    const missing = expect.objectContaining({
      code: 'secret_missing',
      message: expect.stringContaining('openssl rand'),
    })
    await expect(load({ embedded: false })).rejects.toThrow(missing)
    await expect(load({ fromEnvironment: '', embedded: false })).rejects.toThrow(missing)
    await expect(load({ fromEnvironment: 'short', embedded: false })).rejects.toThrow(missing)
    expect(await readdir(dir)).toEqual([])
  })

  test('does not replace a damaged secret: what was sealed with it would be lost', async () => {
    const file = path.join(dir, 'secret')
    await writeFile(file, 'half')
    await expect(load()).rejects.toThrow('Restore it from where you keep a copy')
    expect(await readFile(file, 'utf8')).toBe('half')
  })
  test('takes those of before after SAYSO_SECRET, and refuses one that can be none', async () => {
    const [given, before] = ['x'.repeat(32), 'y'.repeat(32)]
    expect(await load({ fromEnvironment: given, previous: [before], embedded: false })).toEqual([given, before])
    await expect(load({ fromEnvironment: given, previous: [before, 'short'] })).rejects.toThrow('SAYSO_SECRET_PREVIOUS')
  })
})

describe('the next secret', () => {
  test('is made once, stands before the one of now, and takes its place, which is kept beside it', async () => {
    const [first] = await load()
    const next = await makeNextSecret(dir)
    expect(await makeNextSecret(dir)).toBe(next)
    expect(await load()).toEqual([next, first])
    const kept = await finishNextSecret(dir)
    expect(path.basename(kept)).toBe(`secret-${keyIdOf(first)}`)
    expect((await stat(kept)).mode & 0o777).toBe(0o600)
    expect(await load()).toEqual([next, first])
    expect((await readdir(dir)).toSorted()).toEqual(['secret', path.basename(kept)])
  })

  test('is never the only one that is lost: at every moment of the change all are there, and it can be gone on with', async () => {
    const [first] = await load()
    const next = await makeNextSecret(dir)
    // Killed after the earlier one was laid aside: the file of it is there under both names.
    await cp(path.join(dir, 'secret'), path.join(dir, `secret-${keyIdOf(first)}`))
    expect(new Set(await load())).toEqual(new Set([next, first]))
    await finishNextSecret(dir)
    expect(await load()).toEqual([next, first])
    // Killed before the first secret was more than made, and lost: no new one takes the place of both.
    await rm(path.join(dir, 'secret'))
    await writeFile(path.join(dir, 'secret.next'), `${next}\n`)
    expect(await load()).toEqual([next, first])
  })
})
