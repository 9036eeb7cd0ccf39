import { readdir } from 'node:fs/promises'
import { Type, type Static } from 'typebox'
import type { Action, ActionContext } from '../../action.ts'
import { shownAs } from '../../kept-name.ts'
import { fileColumns, findOwn, type FileRow } from './filesystem-look.ts'
import { inOpenFolder, isExports, locate } from './filesystem-paths.ts'

/** How many rows `find` gives at most. */
const mostFound = 20
/** How many folders below each other are looked into, and how many things in all. */
const deepest = 4
const mostLookedAt = 20_000

const FindMeta = Type.Object({ name: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false })

/**
 * The action `find {name}`: a row, as `stat` gives it, for each file that was sent or is shown under a name, in whichever folder it lies,
 * the newest first. A name with folders is that of a file in those.
 */
export function createFind(root: string): Action {
  return {
    domain: 'filesystem',
    type: 'find',
    effect: 'none',
    repeat: 'safe',
    columns: () => fileColumns,
    meta: FindMeta,
    // The schema has been checked.
    run: async (meta, context) => ({ rows: await findShown(root, (meta as Static<typeof FindMeta>).name, context) }),
  }
}

async function findShown(root: string, name: string, context: ActionContext): Promise<readonly FileRow[]> {
  const at = name.lastIndexOf('/')
  const [folder, shown] = [at < 0 ? null : name.slice(0, at).replace(/^\/+/u, ''), name.slice(at + 1)]
  const isShown = shownAs(shown)
  const paths = (await namesBelow(root, context)).filter(
    (path) => isShown(path.slice(path.lastIndexOf('/') + 1)) && (folder === null || isIn(path, folder)),
  )
  const rows = await Promise.all(paths.map((path) => findOwn(root, path, context)))
  return rows
    .flatMap((row) => (row?.kind === 'file' ? [row] : []))
    .toSorted((one, other) => other.modified.localeCompare(one.modified) || one.id.localeCompare(other.id))
    .slice(0, mostFound)
}

function isIn(path: string, folder: string): boolean {
  return path.slice(0, path.lastIndexOf('/')) === `/${folder}`
}

/** All files of the workspace, with its root as `/`. Links are not followed, and what cannot be read holds nothing. */
async function namesBelow(root: string, context: ActionContext): Promise<readonly string[]> {
  const { real } = await locate(root, '/', context)
  const files: string[] = []
  let folders = ['']
  for (let depth = 0; folders.length > 0 && depth <= deepest && !context.signal.aborted; depth++) {
    const below: string[] = []
    for (const folder of folders) {
      for (const entry of await entriesOf(`${real}${folder}`)) {
        if (folder === '' && isExports(entry.name)) continue
        if (entry.isDirectory()) below.push(`${folder}/${entry.name}`)
        if (entry.isFile()) files.push(`${folder}/${entry.name}`)
        if (files.length + below.length > mostLookedAt) return files
      }
    }
    folders = below
  }
  return files
}

async function entriesOf(path: string) {
  return inOpenFolder(path, (held) => readdir(held, { withFileTypes: true })).catch(() => [])
}
