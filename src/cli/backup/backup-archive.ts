/**
 * The file that `sayso backup` writes: a compressed tar with the parts and `manifest.json`, which holds the SHA-256 of each. A code made
 * with the installation's secret lies beside the manifest, so that nothing in the file can be changed by somebody who lacks it.
 */
import { createHash } from 'node:crypto'
import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Type, type Static } from 'typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Secrets } from '../../ledger/secrets/secrets.ts'

/** Another layout gets another number. */
export const backupFormat = 1
/** What the code of a manifest is made for. */
export const codePurpose = 'backup'
export const manifestName = 'manifest.json'
export const codeName = 'manifest.mac'

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

export const isManifest = new Ajv2020({ validateSchema: false }).compile<Manifest>(Manifest)

/**
 * Writes manifest and code into the folder of the parts, and packs it into a file that only its owner reads, which may lie in that folder.
 * @param interrupted ends it where it is
 */
export async function pack(
  folder: string,
  file: string,
  manifest: Omit<Manifest, 'files'>,
  secrets: Secrets,
  interrupted?: AbortSignal,
): Promise<Manifest> {
  const whole: Manifest = { ...manifest, files: await digestsOf(folder, interrupted) }
  const text = JSON.stringify(whole, null, 1)
  await writeFile(path.join(folder, manifestName), text, { mode: 0o600 })
  await writeFile(path.join(folder, codeName), secrets.mac(codePurpose, text).toString('hex'), { mode: 0o600 })
  // The manifest first: whoever unpacks judges by it what follows.
  const parts = (await readdir(folder)).filter((name) => name !== manifestName && name !== codeName)
  const ordered = [manifestName, codeName, ...parts].map((name) => `./${name}`)
  // Made first, so that it never is readable by others.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 })
  const packing = promisify(execFile)('tar', ['-czf', file, '-C', folder, ...ordered], { signal: interrupted })
  try {
    await packing
  } finally {
    // Whoever is told of an interruption may remove what it was writing.
    await hasEnded(packing.child)
  }
  return whole
}

async function hasEnded(child: ChildProcess): Promise<void> {
  const runs = child.pid !== undefined && child.exitCode === null && child.signalCode === null
  if (runs) await once(child, 'exit')
}

async function digestsOf(folder: string, interrupted?: AbortSignal): Promise<Manifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => name !== manifestName && name !== codeName)
    .toSorted()
  const digests: Manifest['files'] = []
  for (const name of files) {
    interrupted?.throwIfAborted()
    const hash = createHash('sha256')
    const whole = path.join(folder, name)
    for await (const chunk of createReadStream(whole, { signal: interrupted })) hash.update(chunk as Buffer)
    digests.push({ path: name, sha256: hash.digest('hex'), bytes: (await stat(whole)).size })
  }
  return digests
}
