import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFileServer, type FileServer } from '../../testing/servers/file-server.ts'
import { download } from './download.ts'
import { installModel } from './install-model.ts'
import { listModels, modelSpeaks, removeModel } from './model-store.ts'
import { readTar } from './read-tar.ts'
import type { OfferedModel } from './speech-models.ts'

const gitOid = (bytes: Buffer) => sha(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]), 'sha1')
const encoder = Buffer.alloc(200_000, 'encoder')
const decoder = Buffer.alloc(70_001, 'decoder')
const tarball = gzipSync(
  tar({ 'package/package.json': Buffer.from('{}'), 'package/e.onnx': encoder, 'package/d.onnx': decoder }),
  { level: 0 },
)
const sha = (bytes: Buffer, algorithm = 'sha256') => createHash(algorithm).update(bytes).digest('hex')
const fromNpm: OfferedModel = {
  name: 'small-en',
  kind: 'moonshine',
  languages: ['en'],
  licence: 'MIT',
  megabytes: 1,
  about: '',
  source: {
    kind: 'npm',
    package: '@makers/speech',
    version: '1.2.3',
    sha512: createHash('sha512').update(tarball).digest('base64'),
    files: [
      { path: 'package/e.onnx', to: 'encoder.onnx', sha256: sha(encoder) },
      { path: 'package/d.onnx', to: 'decoder.onnx', sha256: sha(decoder) },
    ],
  },
}
const entry = (name: string, bytes: Buffer, lfs: boolean) => ({
  type: 'file',
  path: name,
  oid: gitOid(bytes),
  size: bytes.length,
  ...(lfs ? { lfs: { oid: sha(bytes), size: bytes.length } } : {}),
})
const tokens = Buffer.from('IGhlbGxv 0\n')
const fromHub: OfferedModel = {
  ...fromNpm,
  name: 'large-all',
  kind: 'whisper',
  languages: [],
  source: {
    kind: 'huggingface',
    repository: 'makers/large',
    files: [
      { path: 'l-encoder.onnx', to: 'encoder.onnx' },
      { path: 'l-decoder.onnx', to: 'decoder.onnx' },
      { path: 'l-tokens.txt', to: 'tokens.txt' },
    ],
  },
}

let dataDir: string
let server: FileServer

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayso-models-'))
  server = await startFileServer({
    '/npm/@makers/speech/-/speech-1.2.3.tgz': tarball,
    '/api/models/makers/large/tree/main': Buffer.from(
      JSON.stringify([
        entry('l-encoder.onnx', encoder, true),
        entry('l-decoder.onnx', decoder, true),
        entry('l-tokens.txt', tokens, false),
      ]),
    ),
    '/makers/large/resolve/main/l-encoder.onnx': encoder,
    '/makers/large/resolve/main/l-decoder.onnx': decoder,
    '/makers/large/resolve/main/l-tokens.txt': tokens,
    '/half-a-tar.tgz': gzipSync(tar({ 'package/e.onnx': encoder }).subarray(0, 5000)),
  })
})
afterEach(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

const options = () => ({ dataDir, origins: { registry: `${server.url}/npm`, huggingface: server.url } })

describe('installModel()', () => {
  test('takes what it needs out of a package of the npm registry', async () => {
    const seen: (readonly [number, number])[] = []
    await installModel(fromNpm, { ...options(), onProgress: (done, total) => void seen.push([done, total]) })
    const [model, ...others] = await listModels(dataDir)
    expect(others).toEqual([])
    expect(model).toMatchObject({ name: 'small-en', kind: 'moonshine', languages: ['en'], licence: 'MIT' })
    const folder = model?.folder ?? ''
    expect(await readFile(path.join(folder, 'encoder.onnx'))).toEqual(encoder)
    expect(await readFile(path.join(folder, 'decoder.onnx'))).toEqual(decoder)
    const words = (await readFile(path.join(folder, 'tokens.txt'), 'utf8')).split('\n')
    expect(words[29_901]).toBe(`${Buffer.from(':').toString('base64')} 29901`)
    expect(words).toHaveLength(32_001)
    expect(model?.sha256['encoder.onnx']).toBe(sha(encoder))
    expect((await readdir(path.dirname(folder))).toSorted()).toEqual(['small-en'])
    expect(seen.at(-1)).toEqual([tarball.length, tarball.length])
  })

  test('goes on where it was interrupted', async () => {
    server.breakAfter(100_000, 'cut')
    await expect(installModel(fromNpm, options())).rejects.toMatchObject({ code: 'download_failed' })
    expect(await listModels(dataDir)).toEqual([])
    await installModel(fromNpm, options())
    expect(server.requests.at(-1)).toMatch(/ from \d{5,}$/u)
    expect(await listModels(dataDir)).toHaveLength(1)
  })

  test('begins again at a server that cannot go on in the middle', async () => {
    server.breakAfter(100_000, 'cut')
    await expect(installModel(fromNpm, options())).rejects.toThrow('continues where it stopped')
    server.forgetRanges()
    await installModel(fromNpm, options())
    expect(await listModels(dataDir)).toHaveLength(1)
  })

  test('never installs what is not what was published, and does not keep it', async () => {
    const { source } = fromNpm
    if (source.kind !== 'npm') throw new Error('from npm')
    const other = { ...fromNpm, source: { ...source, sha512: createHash('sha512').update('other').digest('base64') } }
    await expect(installModel(other, options())).rejects.toThrow('sha512 differs')
    const changed = {
      ...fromNpm,
      source: { ...source, files: [{ path: 'package/e.onnx', to: 'encoder.onnx', sha256: sha(decoder) }] },
    }
    await expect(installModel(changed, options())).rejects.toThrow('nothing was installed')
    expect(await listModels(dataDir)).toEqual([])
  })

  test('takes a model from a repository, each file compared with the digest that is published there', async () => {
    await installModel(fromHub, options())
    expect(await listModels(dataDir)).toMatchObject([{ name: 'large-all', kind: 'whisper', languages: [] }])
    expect(server.requests).toHaveLength(4)
  })

  test('does not fetch again what is already there', async () => {
    const folder = path.join(dataDir, 'models', '.large-all.incoming')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'encoder.onnx'), encoder)
    await writeFile(path.join(folder, 'decoder.onnx.part'), decoder)
    await installModel(fromHub, options())
    expect(server.requests.filter((each) => each.includes('l-encoder'))).toEqual([])
    expect(server.requests).toContain(`GET /makers/large/resolve/main/l-decoder.onnx from ${decoder.length}`)
  })

  test('says what is wrong with a place that has no such thing', async () => {
    const { source } = fromHub
    if (source.kind !== 'huggingface') throw new Error('from the hub')
    const gone = { ...fromHub, source: { ...source, repository: 'makers/gone' } }
    await expect(installModel(gone, options())).rejects.toThrow('404')
    const lost = { ...fromHub, source: { ...source, files: [{ path: 'lost.onnx', to: 'encoder.onnx' }] } }
    await expect(installModel(lost, options())).rejects.toThrow('has no lost.onnx')
  })
})

describe('download()', () => {
  test('gives up a server that falls silent', async () => {
    server.breakAfter(1000, 'silent')
    const to = path.join(dataDir, 'file')
    const url = `${server.url}/makers/large/resolve/main/l-encoder.onnx`
    await expect(
      download({ url, to, digest: { algorithm: 'sha256', hex: sha(encoder) } }, { stallMs: 200 }),
    ).rejects.toThrow('nothing came')
    expect((await stat(`${to}.part`)).size).toBe(1000)
    await download({ url, to, digest: { algorithm: 'sha256', hex: sha(encoder) } })
    expect(await readFile(to)).toEqual(encoder)
  })

  test('says so when the file cannot be written', async () => {
    const to = path.join(dataDir, 'no-such-folder', 'file')
    const url = `${server.url}/makers/large/resolve/main/l-encoder.onnx`
    await expect(download({ url, to, digest: { algorithm: 'sha256', hex: sha(encoder) } })).rejects.toMatchObject({
      code: 'download_failed',
      message: expect.stringContaining('ENOENT'),
    })
  })

  test('throws away a part that something else was gone on with', async () => {
    const to = path.join(dataDir, 'file')
    await writeFile(`${to}.part`, 'something else')
    const url = `${server.url}/makers/large/resolve/main/l-encoder.onnx`
    await expect(download({ url, to, digest: { algorithm: 'sha256', hex: sha(encoder) } })).rejects.toThrow(
      'sha256 differs',
    )
    await download({ url, to, digest: { algorithm: 'sha256', hex: sha(encoder) } })
    expect(await readFile(to)).toEqual(encoder)
  })
})

describe('models in the data folder', () => {
  test('are listed without what is broken, and removed by name', async () => {
    await installModel(fromNpm, options())
    await mkdir(path.join(dataDir, 'models', 'broken'))
    await writeFile(path.join(dataDir, 'models', 'broken', 'model.json'), '{"name":"../../evil"}')
    expect((await listModels(dataDir)).map(({ name }) => name)).toEqual(['small-en'])
    expect(await removeModel(dataDir, '../models')).toBe(false)
    expect(await removeModel(dataDir, 'small-en')).toBe(true)
    expect(await removeModel(dataDir, 'small-en')).toBe(false)
    expect(await listModels(dataDir)).toEqual([])
  })

  test('speak their languages, and Whisper all', () => {
    expect(modelSpeaks({ languages: ['en'] }, 'en-GB')).toBe(true)
    expect(modelSpeaks({ languages: ['en'] }, 'pt-BR')).toBe(false)
    expect(modelSpeaks({ languages: [] }, 'pt-BR')).toBe(true)
  })
})

describe('readTar()', () => {
  test('gives each file, also when nobody reads it', async () => {
    const names: string[] = []
    for await (const { path: name } of readTar(chunks(tar({ a: encoder, b: Buffer.alloc(0), c: decoder }), 777)))
      names.push(name)
    expect(names).toEqual(['a', 'b', 'c'])
  })

  test('reads the size of what may be too large for octal digits', async () => {
    const archive = tar({ a: encoder })
    archive.fill(0, 124, 136)
    archive.writeUInt8(0x80, 124)
    archive.writeBigUInt64BE(BigInt(encoder.length), 128)
    const sizes: number[] = []
    for await (const { size } of readTar(chunks(archive, 777))) sizes.push(size)
    expect(sizes).toEqual([encoder.length])
  })

  test('notices an archive that ends in the middle, or is none', async () => {
    await expect(drain(tar({ a: encoder }).subarray(0, 9000))).rejects.toThrow('in the middle')
    await expect(drain(Buffer.alloc(2000, 'x'))).rejects.toThrow('not understood')
  })
})

async function drain(bytes: Buffer): Promise<number> {
  let count = 0
  for await (const file of readTar(chunks(bytes, 1000))) count += file.path.length
  return count
}

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** An archive as npm packs them. */
function tar(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(`${content.length.toString(8).padStart(11, '0')} `, 124)
    header.write('0', 156)
    header.write('ustar\0', 257)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}
