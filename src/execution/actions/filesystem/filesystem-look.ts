import type { BigIntStats, Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { TerminalError, UserError } from '../../../errors.ts'
import type { Action, ActionContext } from '../../action.ts'
import { fileKindOf, type FileKind } from './file-kind.ts'
import { translateFsErrors } from './filesystem-errors.ts'
import { lookAt } from './filesystem-identity.ts'
import { inFolderOf, inOpenFolder, isExports, locate, locateOwn } from './filesystem-paths.ts'
import { Path } from './filesystem-read.ts'

/** How many rows `list` gives at most: more is nothing to read in a chat. */
export const MAX_LISTED = 100

const StatMeta = Type.Object({ path: Path }, { additionalProperties: false })
const ListMeta = Type.Object({ path: Type.Optional(Type.Union([Path, Type.Null()])) }, { additionalProperties: false })

/** What is told about one file or folder. */
export type FileRow = {
  /** Its path from the workspace root, without the leading `/`; the same for every way to write it. */
  readonly id: string
  readonly name: string
  /** In bytes; of a folder `null`. */
  readonly size: number | null
  /** ISO 8601, UTC. */
  readonly modified: string
  readonly kind: FileKind
}

/** The columns of such a row. */
export const fileColumns = ['id', 'name', 'size', 'modified', 'kind'] as const satisfies readonly (keyof FileRow)[]

/**
 * The actions that tell about files in rows, as lookups and lists of the catalogue want them.
 *
 * `stat {path}` gives one row, or none when there is nothing that may be changed at that path: what does not exist, what
 * lies outside the workspace, the workspace itself and links are all answered alike, before any preview.
 * `list {path?}` gives a row for each thing in a folder, folders first, and whether there are `more`.
 */
export function createFilesystemLooks(root: string): readonly Action[] {
  const looks = { domain: 'filesystem', effect: 'none', repeat: 'safe', columns: () => fileColumns } as const
  return [
    {
      ...looks,
      type: 'stat',
      meta: StatMeta,
      // The schema has been checked; so below.
      run: async (meta, context) => {
        const row = await findOwn(root, (meta as Static<typeof StatMeta>).path, context)
        return { rows: row === null ? [] : [row] }
      },
    },
    {
      ...looks,
      type: 'list',
      meta: ListMeta,
      run: async (meta, context) => {
        const place = await locate(root, (meta as Static<typeof ListMeta>).path ?? '.', context)
        const list = (path: string): Promise<Listing> =>
          translateFsErrors(place.shown, () => inOpenFolder(path, (held) => listFolder(held, place.shown)))
        return place.shown === '/' ? list(place.real) : inFolderOf(root, place, list)
      },
    },
  ]
}

/** What may be changed at a path; `null` when there is nothing. */
export async function findOwn(root: string, path: string, context: ActionContext): Promise<FileRow | null> {
  try {
    const place = await locateOwn(root, path, context)
    const found = await inFolderOf(root, place, (at) => translateFsErrors(place.shown, () => lookAt(at)))
    return found === null ? null : rowOf(place.shown, found)
  } catch (error) {
    if (error instanceof UserError || error instanceof TerminalError) return null
    throw error
  }
}

type Listing = { readonly rows: readonly FileRow[]; readonly more: boolean }

async function listFolder(path: string, shown: string): Promise<Listing> {
  const all = await readdir(path, { withFileTypes: true })
  const entries = all.filter(({ name }) => shown !== '/' || !isExports(name))
  const names = entries.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1)).map(({ name }) => name)
  const rows = await Promise.all(
    names.slice(0, MAX_LISTED).map(async (name) => {
      const found = await lookAt(join(path, name))
      return found === null ? [] : [rowOf(join(shown, name), found)]
    }),
  )
  return { rows: rows.flat(), more: names.length > MAX_LISTED }
}

/** Folders first, then by name. */
function rankOf(entry: Dirent): string {
  return `${entry.isDirectory() ? 0 : 1}${entry.name}`
}

function rowOf(shown: string, stats: BigIntStats): FileRow {
  const kind = fileKindOf(stats)
  return {
    id: shown.slice(1),
    name: shown.split('/').at(-1) ?? shown,
    size: kind === 'file' ? Number(stats.size) : null,
    modified: new Date(Number(stats.mtimeMs)).toISOString(),
    kind,
  }
}
