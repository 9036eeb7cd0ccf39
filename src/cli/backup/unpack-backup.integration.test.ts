import { execFile } from 'node:child_process'
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecrets } from '../../ledger/secrets/secrets.ts'
import { backupFormat, pack, type Manifest } from './backup-archive.ts'
import { MAX_EMPTY_FOLDERS, readManifest, unpack } from './unpack-backup.ts'

const run = promisify(execFile)
const root = 'a secret that is long enough for a backup'
const long = `${'a long name '.repeat(12)}é.txt`

let dir: string
/** What is packed. */
let parts: string
let file: string
/** Where it is unpacked. */
let to: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-unpack-'))
  ;[parts, file, to] = [path.join(dir, 'parts'), path.join(dir, 'backup.tar.gz'), path.join(dir, 'to')]
  await mkdir(path.join(parts, 'workspace', 'empty'), { recursive: true })
  await mkdir(to)
  await put('ledger/people.jsonl', '"Ana"\n')
  await put('workspace/a b/ação.sh', 'echo', 0o750)
  await put(`workspace/${long}`, 'x'.repeat(100_000))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function put(name: string, text: string, mode = 0o640): Promise<void> {
  await mkdir(path.dirname(path.join(parts, name)), { recursive: true })
  await writeFile(path.join(parts, name), text, { mode })
}

function packed(): Promise<Manifest> {
  const manifest: Omit<Manifest, 'files'> = {
    format: backupFormat,
    sayso: '0.1.0',
    madeAt: '2026-11-21T00:00:00.000Z',
    keyId: createSecrets(root).keyId,
    migrations: [],
    head: null,
    ledger: { tables: [], sequences: [] },
    shop: null,
  }
  return pack(parts, file, manifest, createSecrets(root))
}

/** Packs what lies there as it is. */
async function repack(...options: readonly string[]): Promise<void> {
  await run('tar', ['-czf', file, ...options, '-C', parts, '.'])
}

const place = (): string => path.join(parts, 'manifest.json')
const manifestOf = (): Promise<Manifest> => readManifest(file, () => Promise.resolve([root]))
const restored = async (): Promise<void> => unpack(file, to, await manifestOf())

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.map((each) => path.relative(folder, path.join(each.parentPath, each.name))).toSorted()
}

describe('a backup', () => {
  test('is unpacked as it was packed, but for its manifest', async () => {
    const manifest = await packed()
    expect(await manifestOf()).toEqual(manifest)
    await restored()
    const whole = await filesIn(parts)
    expect(await filesIn(to)).toEqual(whole.filter((name) => !name.startsWith('manifest.')))
    expect(await readFile(path.join(to, 'workspace', long), 'utf8')).toBe('x'.repeat(100_000))
    expect((await stat(path.join(to, 'workspace/a b/ação.sh'))).mode & 0o777).toBe(0o750)
  })

  test('has its manifest first', async () => {
    await packed()
    const { stdout } = await run('tar', ['-tzf', file])
    expect(stdout.split('\n').slice(0, 2)).toEqual(['./manifest.json', './manifest.mac'])
  })

  test.each(['gnu', 'pax', 'posix', 'oldgnu'])('is read whatever its order is, packed as %s', async (format) => {
    await packed()
    await repack(`--format=${format}`, '--sort=name')
    await restored()
    expect(await readFile(path.join(to, 'workspace', long), 'utf8')).toHaveLength(100_000)
  })

  test('may hold what macOS packs beside a file, which is not unpacked', async () => {
    await packed()
    await put('workspace/._notes', 'metadata')
    await repack()
    await restored()
    expect(await filesIn(to)).not.toContain('workspace/._notes')
  })
})

describe('a file of somebody without the secret', () => {
  test.each([
    ['a pipe', () => run('mkfifo', [place()])],
    ['a link', () => symlink('/dev/zero', place())],
    ['a link to a folder', () => symlink('/etc', path.join(parts, 'workspace', 'etc'))],
    [
      'a file of two names',
      () => link(path.join(parts, 'ledger/people.jsonl'), path.join(parts, 'ledger/again.jsonl')),
    ],
  ])('is refused with %s in it', async (_what, make) => {
    await make()
    await repack()
    await expect(manifestOf()).rejects.toThrow('A backup holds only files')
  })

  test.each([
    ['no manifest', () => Promise.resolve(), 'not a backup that this version'],
    ['an endless manifest', () => put('manifest.json', '').then(() => truncate(place(), 2 ** 27)), 'damaged'],
    ['an endless code', () => put('manifest.mac', 'ab'.repeat(10_000)), 'damaged'],
  ])('is refused with %s', async (_what, make, why) => {
    await make()
    await repack()
    await expect(manifestOf()).rejects.toThrow(why)
  })

  test('is refused with a path that leads out of it', async () => {
    await repack('--transform=s,people,../../people,')
    await expect(manifestOf()).rejects.toThrow('damaged')
    await repack('-P', '--transform=s,^.*people,/people,')
    await expect(manifestOf()).rejects.toThrow('damaged')
  })

  test.each(['', 'x'.repeat(2000), '\u{1f}\u{8b}'])('is refused when it is no archive: %j', async (text) => {
    await writeFile(file, text, 'latin1')
    await expect(manifestOf()).rejects.toThrow('cannot be read as a backup')
  })

  test('is refused with a manifest of another secret', async () => {
    await packed()
    await put('manifest.mac', createSecrets('another secret').mac('backup', '{}').toString('hex'))
    await repack()
    await expect(manifestOf()).rejects.toThrow('was changed')
  })
})

describe('a backup whose parts were changed', () => {
  test.each([
    ['has a file more', () => put('workspace/more', 'x'.repeat(10_000)), 'workspace/more'],
    ['has a larger file', () => put('ledger/people.jsonl', '"Ana"\n'.repeat(10_000)), 'ledger/people.jsonl'],
    ['has a smaller file', () => put('ledger/people.jsonl', ''), 'ledger/people.jsonl'],
  ])('is refused, and that file not made, when it %s', async (_what, change, name) => {
    await packed()
    await change()
    await repack()
    await expect(restored()).rejects.toThrow('damaged')
    expect(await filesIn(to)).not.toContain(name)
  })

  test.each([
    ['has other words', () => put('ledger/people.jsonl', '"Eva"\n'), []],
    ['has lost a file', () => rm(path.join(parts, 'ledger/people.jsonl')), []],
    ['has a file twice', () => Promise.resolve(), ['-C', '.', './ledger/people.jsonl', '--hard-dereference']],
  ])('is refused when it %s', async (_what, change, options) => {
    await packed()
    await change()
    await run('tar', ['-czf', file, '-C', parts, '.', ...options])
    await expect(restored()).rejects.toThrow('damaged')
  })

  test('is refused when it has folders without end', async () => {
    const manifest = await packed()
    const names = Array.from({ length: MAX_EMPTY_FOLDERS + 1 }, () => './workspace/empty')
    await writeFile(path.join(dir, 'names'), names.join('\n'))
    await run('tar', ['-czf', file, '-C', parts, '--no-recursion', '-T', path.join(dir, 'names')])
    await expect(unpack(file, to, manifest)).rejects.toThrow('damaged')
  })
})
