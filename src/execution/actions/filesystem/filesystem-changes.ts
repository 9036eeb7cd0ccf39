import type { BigIntStats } from 'node:fs'
import { link, mkdir, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Type, type Static } from 'typebox'
import { UserError } from '../../../errors.ts'
import type { Json } from '../../../json.ts'
import { hasSystemCode } from '../../../system-error.ts'
import type { Action, ActionContext, ProbeVerdict } from '../../action.ts'
import { translateFsErrors } from './filesystem-errors.ts'
import { FileIdentity, identify, isSame, lookAt } from './filesystem-identity.ts'
import { inFolderOf, locateOwn, type Place } from './filesystem-paths.ts'
import { Path } from './filesystem-read.ts'

/**
 * The actions that change files: `mv`, `rm`, `mkdir`. Each writes down beforehand which very file it means and where, so
 * that after a crash it can be told whether it happened.
 */

const MvMeta = Type.Object({ from: Path, to: Path }, { additionalProperties: false })
const OnePathMeta = Type.Object({ path: Path }, { additionalProperties: false })

const Kept = Type.Object({ real: Type.String(), shown: Type.String() })
const MvPrepared = Type.Object({ from: Kept, to: Kept, file: FileIdentity })
// Absent in what earlier versions kept.
const folder = Type.Optional(FileIdentity)
const RmPrepared = Type.Object({ place: Kept, file: FileIdentity, folder })
const MkdirPrepared = Type.Object({ place: Kept, folder })

/** `prepare` gave them; the journal kept them. */
const mvPrepared = (prepared: Json): Static<typeof MvPrepared> => prepared as Static<typeof MvPrepared>
const rmPrepared = (prepared: Json): Static<typeof RmPrepared> => prepared as Static<typeof RmPrepared>
const mkdirPrepared = (prepared: Json): Static<typeof MkdirPrepared> => prepared as Static<typeof MkdirPrepared>

const changes = { domain: 'filesystem', effect: 'mutates', repeat: 'unsafe' } as const

/** `mv {from, to}`: renames a file or folder; what is already there is never overwritten. */
export function createMv(root: string): Action {
  const prepare = async (meta: object, context: ActionContext): Promise<Static<typeof MvPrepared>> => {
    const { from, to } = meta as Static<typeof MvMeta>
    const source = await locateOwn(root, from, context)
    const target = await locateOwn(root, to, context)
    const file = await mustExist(root, source)
    await inFolderOf(root, target, (path) => mustBeFree(path, target))
    return { from: source, to: target, file: identify(file) }
  }
  return {
    ...changes,
    type: 'mv',
    meta: MvMeta,
    columns: () => ['from', 'to'],
    prepare,
    run: async (meta, context) => {
      const { from, to, file } = await prepare(meta, context)
      await inFolderOf(root, from, (source) => inFolderOf(root, to, (target) => move(source, target, from, to, file)))
      return { from: from.shown, to: to.shown }
    },
    probe: async (_meta, _context, prepared) => probeMv(root, mvPrepared(prepared)),
  }
}

/** `rm {path}`: removes one file, never a folder or a link. */
export function createRm(root: string): Action {
  const prepare = async (meta: object, context: ActionContext): Promise<Static<typeof RmPrepared>> => {
    const place = await locateOwn(root, (meta as Static<typeof OnePathMeta>).path, context)
    const file = await mustExist(root, place)
    if (!file.isFile()) throw new UserError('precondition_failed', `${place.shown} is not a file`)
    return { place, file: identify(file), ...(await folderOf(place)) }
  }
  return {
    ...changes,
    type: 'rm',
    meta: OnePathMeta,
    columns: () => ['path'],
    prepare,
    run: async (meta, context) => {
      const { place } = await prepare(meta, context)
      await inFolderOf(root, place, (path) => translateFsErrors(place.shown, () => unlink(path)))
      return { path: place.shown }
    },
    probe: async (_meta, _context, prepared) => {
      const { place, file, folder: kept } = rmPrepared(prepared)
      const found = await lookAt(place.real)
      if (found === null && !(await isInFolder(place, kept))) return { kind: 'unknown' }
      if (found === null) return { kind: 'happened', output: { path: place.shown } }
      return isSame(found, file) ? { kind: 'did-not-happen' } : { kind: 'unknown' }
    },
  }
}

/** `mkdir {path}`: makes one folder inside one that exists. */
export function createMkdir(root: string): Action {
  const prepare = async (meta: object, context: ActionContext): Promise<Static<typeof MkdirPrepared>> => {
    const place = await locateOwn(root, (meta as Static<typeof OnePathMeta>).path, context)
    await inFolderOf(root, place, (path) => mustBeFree(path, place))
    return { place, ...(await folderOf(place)) }
  }
  return {
    ...changes,
    type: 'mkdir',
    meta: OnePathMeta,
    columns: () => ['path'],
    prepare,
    run: async (meta, context) => {
      const { place } = await prepare(meta, context)
      await inFolderOf(root, place, (path) => translateFsErrors(place.shown, () => mkdir(path)))
      return { path: place.shown }
    },
    probe: async (_meta, _context, prepared) => {
      const { place, folder: kept } = mkdirPrepared(prepared)
      const found = await lookAt(place.real)
      if (found === null && !(await isInFolder(place, kept))) return { kind: 'unknown' }
      if (found === null) return { kind: 'did-not-happen' }
      return found.isDirectory() ? { kind: 'happened', output: { path: place.shown } } : { kind: 'unknown' }
    },
  }
}

async function mustExist(root: string, place: Place): Promise<BigIntStats> {
  const found = await inFolderOf(root, place, lookAt)
  if (found !== null) return found
  throw new UserError('file_missing', `${place.shown} does not exist`, { params: { path: place.shown } })
}

async function folderOf({ real }: Place): Promise<{ readonly folder?: FileIdentity }> {
  const found = await lookAt(dirname(real))
  return found === null ? {} : { folder: identify(found) }
}

/**
 * Whether the folder of a place is the one that it was: what is missing from another one, because the folder was moved or its disk is not
 * there, tells nothing.
 */
async function isInFolder({ real }: Place, kept: FileIdentity | undefined): Promise<boolean> {
  const found = await lookAt(dirname(real))
  return kept === undefined ? found !== null : isSame(found, kept)
}

async function mustBeFree(path: string, place: Place): Promise<void> {
  if ((await lookAt(path)) === null) return
  throw new UserError('file_exists', `${place.shown} is already there`, { params: { path: place.shown } })
}

async function move(source: string, target: string, from: Place, to: Place, file: FileIdentity): Promise<void> {
  const found = await lookAt(source)
  if (found === null || !isSame(found, file)) {
    throw new UserError('precondition_failed', `${from.shown} was changed meanwhile`)
  }
  // A second name cannot be given to a folder, and on some disks to no file; renaming would overwrite, so it looks first.
  if (!found.isFile() || !(await addName(source, target, to))) {
    await mustBeFree(target, to)
    return translateFsErrors(to.shown, () => rename(source, target))
  }
  await removeName(source, target, from)
}

/** Gives the file its new name; that fails when there is one already. False where the disk knows no second names. */
async function addName(source: string, target: string, to: Place): Promise<boolean> {
  try {
    await link(source, target)
    return true
  } catch (error) {
    if (hasSystemCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK')) return false
    return translateFsErrors(to.shown, () => Promise.reject(error as Error))
  }
}

async function removeName(source: string, target: string, from: Place): Promise<void> {
  try {
    await unlink(source)
  } catch (error) {
    await unlink(target)
    await translateFsErrors(from.shown, () => Promise.reject(error as Error))
  }
}

/** Between its two halves a file has both names: the second half is done then, and the move has happened. */
async function probeMv(root: string, { from, to, file }: Static<typeof MvPrepared>): Promise<ProbeVerdict> {
  const atSource = await lookAt(from.real)
  const atTarget = await lookAt(to.real)
  const moved: ProbeVerdict = { kind: 'happened', output: { from: from.shown, to: to.shown } }
  if (isSame(atTarget, file)) {
    if (isSame(atSource, file)) await inFolderOf(root, from, unlink)
    return moved
  }
  return isSame(atSource, file) ? { kind: 'did-not-happen' } : { kind: 'unknown' }
}
