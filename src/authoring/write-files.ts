import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UserError } from '../errors.ts'
import { hasSystemCode } from '../system-error.ts'
import type { PlannedFile } from './planned-file.ts'

type Draft = PlannedFile & { readonly place: string; readonly aside: string }

/**
 * Writes all files or none: each is written aside first, and they are put in their places when all are there. Nothing is overwritten but
 * what holds exactly what was read before.
 * @throws UserError `usage` naming the file that is in the way, or that cannot be written
 */
export async function writeFiles(folder: string, files: readonly PlannedFile[]): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  const drafts: Draft[] = []
  try {
    for (const planned of files) drafts.push(await writeAside(path.resolve(folder, planned.file), planned, undo))
    for (const draft of drafts) undo.push(await putInPlace(draft))
  } catch (error) {
    for (const each of undo.toReversed()) await each().catch(() => undefined)
    throw error
  } finally {
    await Promise.all(drafts.map(({ aside }) => rm(aside, { force: true })))
  }
}

async function writeAside(place: string, planned: PlannedFile, undo: (() => Promise<unknown>)[]): Promise<Draft> {
  const folder = path.dirname(place)
  const aside = path.join(folder, `.${randomUUID()}.part`)
  try {
    const made = await mkdir(folder, { recursive: true })
    if (made !== undefined) undo.push(() => removeEmpty(folder, made))
    undo.push(() => rm(aside, { force: true }))
    await writeFile(aside, planned.text, { flag: 'wx' })
  } catch (cause) {
    throw cannot(place, cause)
  }
  return { ...planned, place, aside }
}

/** Gives what takes it back. */
async function putInPlace({ place, aside, text, before }: Draft): Promise<() => Promise<unknown>> {
  try {
    if (before === null) {
      // A link is never put over what is there.
      await link(aside, place)
      return () => rm(place)
    }
    if ((await readFile(place, 'utf8')) !== before)
      throw new UserError('usage', `${place} was changed meanwhile; nothing was written. Start again`)
    await rename(aside, place)
    return async () => {
      if ((await readFile(place, 'utf8')) === text) await writeFile(place, before)
    }
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    if (hasSystemCode(cause, 'EEXIST'))
      throw new UserError('usage', `${place} exists already, and is not overwritten; nothing was written`, { cause })
    throw cannot(place, cause)
  }
}

/** Removes the folders that were made, from the innermost to the outermost, as long as they are empty. */
async function removeEmpty(folder: string, outermost: string): Promise<void> {
  for (let each = folder; each.length >= outermost.length; each = path.dirname(each)) await rmdir(each)
}

function cannot(place: string, cause: unknown): UserError {
  const why = cause instanceof Error ? (cause.message.split(',')[0] ?? '') : String(cause)
  return new UserError('usage', `${place} cannot be written (${why}); nothing was written`, { cause })
}
