/**
 * The file that `sayso backup` writes: a compressed tar with the parts and `manifest.json`, which holds the SHA-256 of each. A code made
 * with the installation's secret lies beside the manifest, so that nothing in the file can be changed by somebody who lacks it.
 */
import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Type, type Static } from 'typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { UserError } from '../errors.ts'
import type { RootSecrets } from '../ledger/load-secrets.ts'
import { createSecrets, keyIdOf, type Secrets } from '../ledger/secrets.ts'

/** Another layout gets another number. */
export const backupFormat = 1
const purpose = 'backup'
const manifestName = 'manifest.json'
const codeName = 'manifest.mac'

const Copied = Type.Object({
  tables: Type.Array(Type.Object({ table: Type.String(), rows: Type.Integer() })),
  sequences: Type.Array(Type.Object({ name: Type.String(), last: Type.String() })),
})

const Manifest = Type.Object({
  format: Type.Literal(backupFormat),
  /** The version of Sayso that made it. */
  sayso: Type.String(),
  /** ISO 8601. */
  madeAt: Type.String(),
  /** Names the secret, and tells nothing about it. */
  keyId: Type.String(),
  /** How far the ledger's tables were brought up to date. */
  migrations: Type.Array(Type.String()),
  /** The last seal of the evidence, `seq:mac`; `null` before the first. */
  head: Type.Union([Type.String(), Type.Null()]),
  ledger: Copied,
  /** The demo shop, where there is no other. */
  shop: Type.Union([Copied, Type.Null()]),
  files: Type.Array(Type.Object({ path: Type.String(), sha256: Type.String(), bytes: Type.Integer() })),
})

export type Manifest = Static<typeof Manifest>

const isManifest = new Ajv2020({ validateSchema: false }).compile<Manifest>(Manifest)

/** Writes manifest and code into the folder of the parts, and packs it into a file that only its owner reads. */
export async function pack(
  folder: string,
  file: string,
  manifest: Omit<Manifest, 'files'>,
  secrets: Secrets,
): Promise<Manifest> {
  const whole: Manifest = { ...manifest, files: await digestsOf(folder) }
  const text = JSON.stringify(whole, null, 1)
  await writeFile(path.join(folder, manifestName), text, { mode: 0o600 })
  await writeFile(path.join(folder, codeName), secrets.mac(purpose, text).toString('hex'), { mode: 0o600 })
  // Made first, so that it never is readable by others.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 })
  await tar('-czf', file, '-C', folder, '.')
  return whole
}

/**
 * Unpacks a file into an empty folder, and looks whether it is whole and ours.
 * @param rootsOf asked once it is known to be a backup; one of them must be the secret that it was made with
 * @throws UserError `backup_invalid`, `secret_mismatch`
 */
export async function unpack(file: string, folder: string, rootsOf: () => Promise<RootSecrets>): Promise<Manifest> {
  try {
    await tar('-xzf', file, '-C', folder)
  } catch (cause) {
    throw new UserError('backup_invalid', `${file} cannot be read as a backup of Sayso`, { cause })
  }
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => '')
  const code = await readFile(path.join(folder, codeName), 'utf8').catch(() => '')
  const manifest = parse(text)
  if (!isManifest(manifest))
    throw new UserError('backup_invalid', `${file} is no backup that this version of Sayso knows`)
  const root = (await rootsOf()).find((each) => keyIdOf(each) === manifest.keyId)
  if (root === undefined) {
    throw new UserError(
      'secret_mismatch',
      `This backup was made with another SAYSO_SECRET (${manifest.keyId}), without which what is sealed in it cannot be read. ` +
        'Name that one in SAYSO_SECRET_PREVIOUS, and restore again.',
      { params: { keyId: manifest.keyId } },
    )
  }
  if (!createSecrets(root).verifyMac(Buffer.from(code, 'hex'), purpose, text))
    throw new UserError('backup_invalid', `${file} was changed after it was made`)
  const found = await digestsOf(folder)
  if (JSON.stringify(found) !== JSON.stringify(manifest.files))
    throw new UserError('backup_invalid', `${file} is damaged: its parts are not what the manifest says`)
  return manifest
}

async function digestsOf(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (other !== undefined)
    throw new UserError('backup_invalid', `A backup holds files alone, and ${other.name} is none`)
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => name !== manifestName && name !== codeName)
    .toSorted()
  const digests: Manifest['files'] = []
  for (const name of files) {
    const hash = createHash('sha256')
    const whole = path.join(folder, name)
    for await (const chunk of createReadStream(whole)) hash.update(chunk as Buffer)
    digests.push({ path: name, sha256: hash.digest('hex'), bytes: (await stat(whole)).size })
  }
  return digests
}

async function tar(...args: readonly string[]): Promise<void> {
  await promisify(execFile)('tar', [...args])
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
