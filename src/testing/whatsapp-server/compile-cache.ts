import { getCompileCacheDir } from 'node:module'
import path from 'node:path'

/**
 * For the environment of processes that load Baileys before they come to what keeps compiled sources: they keep theirs where this
 * one does, if it does. It is half of such a load.
 */
export function compileCacheEnv(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  // Of this version of Node, in the folder that the variable names.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) }
}
