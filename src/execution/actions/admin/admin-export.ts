import { constants } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { UserError } from '../../../errors.ts'
import { personWithId } from '../../../ledger/people/people.ts'
import { exportPerson } from '../../../ledger/privacy/privacy-export.ts'
import { absent } from '../../../system-error.ts'
import type { Action, ActionContext } from '../../action.ts'
import { Actor, type AdminDeps } from './admin-change.ts'
import { read } from './admin-reads.ts'
import { translateFsErrors } from '../filesystem/filesystem-errors.ts'
import { exportsFolder as folder, inFolderOf, locateOwn } from '../filesystem/filesystem-paths.ts'

const Export = Type.Object(
  { actor: Actor, person: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 }) },
  { additionalProperties: false },
)

// An earlier try of the same command may have left a file; nothing else has its name, and a link is not followed.
const writing = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW

/** `export`: what the ledger holds of somebody, as a JSON file of the workspace; of the actor when nobody is named. */
export function createExportAction(deps: AdminDeps & { readonly workspaceDir: string }): Action {
  const { db, secrets, clock, workspaceDir } = deps
  return read('export', Export, async ({ actor, person }, context) => {
    const phone = person ?? (await personWithId(db, secrets, actor))?.phone
    if (phone === undefined) throw new UserError('precondition_failed', 'Whoever asked for it has no rights any more')
    const data = await exportPerson(db, secrets, phone)
    const filename = `export-${clock().toISOString().slice(0, 10)}-${nameOf(context)}.json`
    await mkdir(join(workspaceDir, folder), { recursive: true, mode: 0o700 })
    await writeInWorkspace(workspaceDir, join(folder, filename), `${JSON.stringify(data, null, 2)}\n`, context)
    return {
      filename,
      media: [{ path: `/${folder}/${filename}`, mimetype: 'application/json', filename, kind: 'document' }],
    }
  })
}

/**
 * Removes the files that any of these commands wrote, wherever in the folder of exports; one that is gone is no matter. The name of
 * a file says of which command it is, so a command may be called anything; no command moves them. Should the erasure not be stored after all, the data is still there to be exported anew.
 */
export async function removeExports(workspaceDir: string, commandIds: readonly string[]): Promise<void> {
  if (commandIds.length === 0) return
  const path = join(workspaceDir, folder)
  const names = (await readdir(path).catch(absent)) ?? []
  const ids = new Set(commandIds)
  const written = names.filter((name) => ids.has(/-([0-9a-f-]{36})\.json$/u.exec(name)?.[1] ?? ''))
  await Promise.all(written.map((name) => rm(join(path, name), { force: true })))
}

/** One command writes one file, however often its step is tried. */
function nameOf({ effectId }: ActionContext): string {
  return (effectId.split('/')[0] ?? '').replace(/[^0-9a-z-]/gu, '')
}

async function writeInWorkspace(root: string, path: string, text: string, context: ActionContext): Promise<void> {
  const place = await locateOwn(root, path, context, { exports: true })
  await inFolderOf(root, place, async (at) => {
    const file = await translateFsErrors(place.shown, () => open(at, writing, 0o600))
    try {
      await file.writeFile(text, 'utf8')
    } finally {
      await file.close()
    }
  })
}
