/**
 * Takes a backup apart, which anybody may have made: its manifest is read first and believed only with the code that the secret
 * makes, and then nothing is written but the files that it lists, each as large as it says, and folders. Links and what else a tar
 * may hold are never made.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { UserError } from '../../errors.ts'
import type { RootSecrets } from '../../ledger/secrets/load-secrets.ts'
import { createSecrets, keyIdOf } from '../../ledger/secrets/secrets.ts'
import { readTar, type TarEntry } from '../../voice/models/read-tar.ts'
import { codeName, codePurpose, isManifest, manifestName, type Manifest } from './backup-archive.ts'
import { systemErrorWords } from '../explain-system-error.ts'

/** How large a manifest may be, in bytes: 64 MiB, the list of some hundred thousand files. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024
/** The same for its code, which has 64 characters. */
const MAX_CODE_BYTES = 1024
/** How many folders may be there in which no listed file lies: the manifest does not tell of them. */
export const MAX_EMPTY_FOLDERS = 20_000

/**
 * Reads the manifest of a backup, and looks whether it is ours; nothing is written.
 * @param rootsOf asked once it is known to be a backup; one of them must be the secret that it was made with
 * @throws UserError `backup_invalid`, `secret_mismatch`
 */
export async function readManifest(file: string, rootsOf: () => Promise<RootSecrets>): Promise<Manifest> {
  const { text, code } = await readable(file, () => readFirst(file))
  const manifest = parse(text)
  if (!isManifest(manifest))
    throw new UserError('backup_invalid', `${file} is not a backup that this version of Sayso knows`)
  const root = (await rootsOf()).find((each) => keyIdOf(each) === manifest.keyId)
  if (root === undefined) {
    throw new UserError(
      'secret_mismatch',
      `This backup was made with another SAYSO_SECRET (${manifest.keyId}), without which what is sealed in it cannot be read. ` +
        'Put that secret into SAYSO_SECRET_PREVIOUS, and restore again.',
      { params: { keyId: manifest.keyId } },
    )
  }
  if (!createSecrets(root).verifyMac(Buffer.from(code, 'hex'), codePurpose, text))
    throw new UserError('backup_invalid', `${file} was changed after it was made`)
  return manifest
}

/**
 * Unpacks a backup into an empty folder: what its manifest lists, whole and unchanged, or not to the end.
 * @param interrupted ends it where it is
 * @throws UserError `backup_invalid`
 */
export async function unpack(
  file: string,
  folder: string,
  manifest: Manifest,
  interrupted?: AbortSignal,
): Promise<void> {
  const listed = new Map(manifest.files.map((each) => [each.path, each]))
  const withFiles = new Set(manifest.files.flatMap((each) => foldersAbove(each.path)))
  let emptyFolders = 0
  await readable(file, async () => {
    for await (const entry of entriesOf(file)) {
      interrupted?.throwIfAborted()
      if (entry.path === manifestName || entry.path === codeName || isAppleMetadata(entry, listed)) continue
      if (entry.kind === 'folder') {
        if (!withFiles.has(entry.path)) emptyFolders += 1
        if (emptyFolders > MAX_EMPTY_FOLDERS) throw damaged(file)
        await mkdir(path.join(folder, entry.path), { recursive: true, mode: entry.mode | 0o700 })
        continue
      }
      const expected = listed.get(entry.path)
      if (expected === undefined || expected.bytes !== entry.size) throw damaged(file)
      // A second one of that name is none that is listed.
      listed.delete(entry.path)
      if ((await write(entry, path.join(folder, entry.path), interrupted)) !== expected.sha256) throw damaged(file)
    }
  })
  if (listed.size > 0) throw damaged(file)
}

/** Manifest and code, wherever in the file they stand; '' for what is not there. */
async function readFirst(file: string): Promise<{ readonly text: string; readonly code: string }> {
  const found = new Map<string, string>()
  for await (const entry of entriesOf(file)) {
    if (entry.path !== manifestName && entry.path !== codeName) continue
    if (entry.size > (entry.path === manifestName ? MAX_MANIFEST_BYTES : MAX_CODE_BYTES)) throw damaged(file)
    const chunks: Buffer[] = []
    for await (const chunk of entry.content) chunks.push(chunk)
    found.set(entry.path, Buffer.concat(chunks).toString())
    if (found.size === 2) break
  }
  return { text: found.get(manifestName) ?? '', code: found.get(codeName) ?? '' }
}

/**
 * The files and folders of an archive, by their path in it; '' is its root.
 * @throws UserError `backup_invalid` for anything else, and for a path that leads out of it
 */
async function* entriesOf(file: string): AsyncGenerator<TarEntry> {
  for await (const entry of readTar(unzipped(file))) {
    const segments = entry.path.split('/').filter((segment) => segment !== '.' && segment !== '')
    if (entry.kind === 'other')
      throw new UserError('backup_invalid', `A backup holds only files, and ${segments.at(-1) ?? '.'} is not one`)
    if (entry.path.startsWith('/') || segments.includes('..')) throw damaged(file)
    yield { ...entry, path: segments.join('/') }
  }
}

async function* unzipped(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const unzip = createGunzip()
  source.on('error', (error) => unzip.destroy(error)).pipe(unzip)
  try {
    // Without an encoding set, a stream gives buffers.
    for await (const chunk of unzip) yield chunk as Buffer
  } finally {
    source.destroy()
    unzip.destroy()
  }
}

/** Writes a file, and gives its SHA-256. */
async function write({ content, mode }: TarEntry, to: string, interrupted?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      interrupted?.throwIfAborted()
      hash.update(chunk)
      yield chunk
    }
  }
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  await pipeline(hashed, createWriteStream(to, { flags: 'wx', mode: mode | 0o600 }))
  return hash.digest('hex')
}

/** The tar of macOS packs beside a file `._` and its name with what only macOS knows about it. */
function isAppleMetadata({ kind, path: packed }: TarEntry, listed: ReadonlyMap<string, unknown>): boolean {
  return kind === 'file' && path.posix.basename(packed).startsWith('._') && !listed.has(packed)
}

/** Of `a/b/c` these are '', `a` and `a/b`. */
function foldersAbove(file: string): readonly string[] {
  const segments = file.split('/')
  return segments.map((_segment, count) => segments.slice(0, count).join('/'))
}

/** Whatever is wrong with how the file is packed says that it is no backup; a full disk says so itself. */
async function readable<Result>(file: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof UserError || systemErrorWords(cause) !== null) throw cause
    throw new UserError('backup_invalid', `${file} cannot be read as a backup of Sayso`, { cause })
  }
}

function damaged(file: string): UserError {
  return new UserError('backup_invalid', `${file} is damaged: its parts do not match its manifest`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
