import { constants } from 'node:fs'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import { Type, type Static } from 'typebox'
import { UserError } from '../../../errors.ts'
import type { Json, JsonObject } from '../../../json.ts'
import type { Action } from '../../action.ts'
import { fileKindOf } from './file-kind.ts'
import { translateFsErrors } from './filesystem-errors.ts'
import { inFolderOf, inOpenFolder, isExports, locate, type WorkingDirectory } from './filesystem-paths.ts'

/** How many entries `ls` gives at most. */
export const MAX_ENTRIES = 1000
/** How much `read` gives at most, and when it is not told, in bytes. */
export const MAX_READ_BYTES = 1024 * 1024
export const DEFAULT_READ_BYTES = 64 * 1024

/** A path in `actionMeta`: absolute from the workspace root, or relative to the working directory; without a NUL. */
export const Path = Type.String({ minLength: 1, maxLength: 4096, pattern: '^[^\\u0000]*$' })

const CdMeta = Type.Object({ path: Path }, { additionalProperties: false })
const LsMeta = Type.Object({ path: Type.Optional(Path) }, { additionalProperties: false })
const ReadMeta = Type.Object(
  { path: Path, maxBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_READ_BYTES })) },
  { additionalProperties: false },
)

/** The actions that only look: `cd`, `ls`, `read`. */
export function createFilesystemReads(root: string): readonly Action[] {
  const reads = { domain: 'filesystem', effect: 'none', repeat: 'safe' } as const
  return [
    {
      ...reads,
      type: 'cd',
      meta: CdMeta,
      columns: () => ['cwd'],
      // The schema has been checked; so below.
      run: async (meta, context): Promise<WorkingDirectory> => {
        const place = await locate(root, (meta as Static<typeof CdMeta>).path, context)
        const folder = await translateFsErrors(place.shown, () => open(place.real, FOLDER))
        await folder.close()
        return { cwd: place.shown }
      },
    },
    {
      ...reads,
      type: 'ls',
      meta: LsMeta,
      columns: () => ['path', 'entries'],
      run: async (meta, context) => {
        const place = await locate(root, (meta as Static<typeof LsMeta>).path ?? '.', context)
        const list = (path: string): Promise<JsonObject> =>
          translateFsErrors(place.shown, () => listFolder(path, place.shown))
        const listing = place.shown === '/' ? await list(place.real) : await inFolderOf(root, place, list)
        return { path: place.shown, ...listing }
      },
    },
    {
      ...reads,
      type: 'read',
      meta: ReadMeta,
      columns: () => ['path', 'text', 'bytes'],
      run: async (meta, context) => {
        const { path, maxBytes } = meta as Static<typeof ReadMeta>
        const place = await locate(root, path, context)
        const content = await inFolderOf(root, place, (at) => readText(at, place.shown, maxBytes ?? DEFAULT_READ_BYTES))
        return { path: place.shown, ...content }
      },
    },
  ]
}

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
// Without O_NONBLOCK, opening a pipe would wait for somebody to write.
const PLAIN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function listFolder(path: string, shown: string): Promise<JsonObject> {
  const entries = await inOpenFolder(path, (held) => readdir(held, { withFileTypes: true }))
  const sorted = entries
    .filter(({ name }) => shown !== '/' || !isExports(name))
    .map((entry) => ({ name: entry.name, kind: fileKindOf(entry) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return { entries: sorted.slice(0, MAX_ENTRIES), more: sorted.length > MAX_ENTRIES }
}

async function readText(path: string, shown: string, maxBytes: number): Promise<{ readonly [key: string]: Json }> {
  const file = await translateFsErrors(shown, () => open(path, PLAIN_FILE))
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new UserError('precondition_failed', `${shown} is not a file`)
    const bytes = await translateFsErrors(shown, () => readStart(file, maxBytes))
    // Streaming, a character that the limit cuts in two is left out.
    const text = new TextDecoder().decode(bytes, { stream: true })
    if (text.includes('\0')) throw new UserError('precondition_failed', `${shown} is not a text file`)
    return { text, bytes: stats.size, more: stats.size > bytes.length }
  } finally {
    await file.close()
  }
}

async function readStart(file: FileHandle, maxBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(maxBytes)
  let filled = 0
  for (let bytesRead = 1; bytesRead > 0 && filled < maxBytes; filled += bytesRead) {
    bytesRead = (await file.read(buffer, filled, maxBytes - filled, filled)).bytesRead
  }
  return buffer.subarray(0, filled)
}
