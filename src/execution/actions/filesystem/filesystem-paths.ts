import { constants } from 'node:fs'
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { UserError } from '../../../errors.ts'
import { hasSystemCode } from '../../../system-error.ts'
import type { ActionContext } from '../../action.ts'
import { translateFsErrors } from './filesystem-errors.ts'

/**
 * Where a path of a step leads. Everything stays inside the workspace root, symbolic links included: what counts is
 * where the deepest existing folder of a path really is.
 */

/** A place inside the workspace. */
export type Place = {
  /** Where it really is; its folder exists unless something above it is missing. */
  readonly real: string
  /** As people see it: absolute, with the workspace root as `/`. */
  readonly shown: string
}

/** The folder of what was exported of people, right below the workspace root: no command on files reaches into it. */
export const exportsFolder = 'exports'

/** Whose path it is: one that a person or a catalogue names, or the bot's own, which may lead to what was exported of people. */
type Reach = { readonly exports?: boolean }

/** The output of a `cd` step: the working directory of the steps after it, with the workspace root as `/`. */
export type WorkingDirectory = { readonly cwd: string }

/**
 * Finds the place that a path names. An absolute path counts from the workspace root, unless it lies under it already;
 * a relative one from the working directory.
 * @throws UserError `path_outside` when it, or a link on its way, leads out of the workspace, or to exports without `exports`
 */
export async function locate(root: string, path: string, context: ActionContext, reach: Reach = {}): Promise<Place> {
  const { realRoot, wanted } = await findWanted(root, path, context)
  const real = await translateFsErrors(path, () => realPlace(wanted))
  refuseOutside(realRoot, real, path)
  refuseExports(realRoot, real, reach)
  return { real, shown: show(realRoot, real) }
}

/**
 * Finds the place that a path names, to change what is there: the thing itself must not be a link, and not the root.
 * @throws UserError `path_outside` as `locate` does, and `precondition_failed` for a link inside the workspace
 */
export async function locateOwn(root: string, path: string, context: ActionContext, reach: Reach = {}): Promise<Place> {
  const { realRoot, wanted } = await findWanted(root, path, context)
  const folder = await translateFsErrors(path, () => realPlace(dirname(wanted)))
  const real = join(folder, basename(wanted))
  // Also when a link leads out and the path comes back in.
  if (wanted === realRoot || real === realRoot)
    throw new UserError('path_outside', 'The workspace itself cannot be changed')
  refuseOutside(realRoot, real, path)
  refuseExports(realRoot, real, reach)
  if (await isLink(real)) {
    refuseOutside(realRoot, await translateFsErrors(path, () => realPlace(real)), path)
    throw new UserError('precondition_failed', `${path} is a link`, { params: { path } })
  }
  return { real, shown: show(realRoot, real) }
}

async function findWanted(
  root: string,
  path: string,
  context: ActionContext,
): Promise<{ readonly realRoot: string; readonly wanted: string }> {
  const realRoot = await translateFsErrors('the workspace', () => realpath(root))
  const wanted = resolve(interpret(root, realRoot, path, context))
  refuseOutside(realRoot, wanted, path)
  return { realRoot, wanted }
}

/**
 * Works inside the folder of a place while it is held open, and makes sure once more that it is in the workspace: where
 * the system can name an open folder, swapping it for a link at the last moment leads nowhere.
 */
export async function inFolderOf<Result>(
  root: string,
  place: Place,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await translateFsErrors(place.shown, () =>
    open(dirname(place.real), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW),
  )
  try {
    const held = await heldName(folder)
    const real = await translateFsErrors(place.shown, () => realpath(held ?? dirname(place.real)))
    refuseOutside(await realpath(root), join(real, basename(place.real)), place.shown)
    return await work(join(held ?? real, basename(place.real)))
  } finally {
    await folder.close()
  }
}

/** Works with a folder that is held open, so that it is this one however it is renamed meanwhile; a link is refused. */
export async function inOpenFolder<Result>(path: string, work: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    return await work((await heldName(folder)) ?? path)
  } finally {
    await folder.close()
  }
}

/** A path to an open folder that no renaming can lead astray; `null` where the system has none. */
async function heldName(folder: FileHandle): Promise<string | null> {
  const name = `/proc/self/fd/${folder.fd}`
  return realpath(name).then(
    () => name,
    () => null,
  )
}

function interpret(root: string, realRoot: string, path: string, context: ActionContext): string {
  if (!path.startsWith('/')) return join(realRoot, `.${workingDirectory(context)}`, path)
  for (const start of [resolve(root), realRoot]) {
    if (resolve(path) === start || resolve(path).startsWith(`${start}${sep}`)) {
      return join(realRoot, relative(start, resolve(path)))
    }
  }
  return join(realRoot, path)
}

function workingDirectory({ outputs }: ActionContext): string {
  const newest = outputs.findLast(({ domain, type }) => domain === 'filesystem' && type === 'cd')
  // What `cd` gave, and nothing else is stored under its name.
  return newest === undefined ? '/' : (newest.output as WorkingDirectory).cwd
}

/** Follows every link on the way to the deepest thing that exists, and keeps what is missing below it as it is. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!hasSystemCode(error, 'ENOENT') || dirname(path) === path) throw error
  }
  if (await isLink(path)) throw new UserError('path_outside', `${basename(path)} is a link that leads nowhere`)
  return join(await realPlace(dirname(path)), basename(path))
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
}

function refuseOutside(realRoot: string, real: string, path: string): void {
  if (real === realRoot || real.startsWith(realRoot === sep ? sep : `${realRoot}${sep}`)) return
  throw new UserError('path_outside', `${path} leads out of the workspace`, { params: { path } })
}

/** Some disks know no case: then every spelling is the same folder. */
function refuseExports(realRoot: string, real: string, { exports = false }: Reach): void {
  if (exports || !isExports(relative(realRoot, real).split(sep)[0] ?? '')) return
  throw new UserError('path_outside', 'What was exported of people is reached by no command on files')
}

/** Whether something right below the workspace root is the folder of exports. */
export function isExports(name: string): boolean {
  return name.toLowerCase() === exportsFolder
}

function show(realRoot: string, real: string): string {
  return `/${relative(realRoot, real).split(sep).join('/')}`
}
