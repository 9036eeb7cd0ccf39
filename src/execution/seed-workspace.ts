import { randomUUID } from 'node:crypto'
import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { absent, hasSystemCode } from '../system-error.ts'
import { makeFolder } from '../make-folder.ts'

const notes = `This is the workspace of Sayso: the one folder whose files can be listed, renamed and deleted in the chat.
Reports are kept here too, under reports/.
`

/**
 * Makes the workspace with a first file, `notes.txt`, in it; says whether it did. A folder that is there already is left
 * as it is, empty or not. Safe when several processes do it at once: nobody sees the folder without its file.
 */
export async function seedWorkspace(dir: string): Promise<boolean> {
  if (await exists(dir)) return false
  const draft = join(dirname(dir), `.workspace-${randomUUID()}`)
  await makeFolder(draft, { named: dir })
  try {
    await writeFile(join(draft, 'notes.txt'), notes)
    await rename(draft, dir)
    return true
  } catch (error) {
    // Somebody else was first: a folder with something in it is not replaced.
    if (!hasSystemCode(error, ...taken)) throw error
    return false
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const taken = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOTDIR']

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(absent)) !== null
}
