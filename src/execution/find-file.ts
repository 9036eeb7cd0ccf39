import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { errorCodeOf } from '../errors.ts'
import { systemCodeOf } from '../system-error.ts'
import { locate } from './actions/filesystem/filesystem-paths.ts'

/** What a file may be as an argument, in bytes; a catalogue may say less. */
export const maxFileBytes = 16 * 1024 * 1024
/** How long looking at a file may take, in milliseconds. */
const lookTimeoutMs = 10_000

/** A file of the workspace as it is now. */
export type FoundFile =
  | { readonly kind: 'found'; readonly path: string; readonly sha256: string; readonly bytes: number }
  | { readonly kind: 'missing' | 'outside' }
  /** `most`: so many bytes would do. */
  | { readonly kind: 'too-large'; readonly most: number }

/** Looks for a file in the workspace and reads what it holds; a folder is no file. */
export async function findFile(workspaceDir: string, path: string): Promise<FoundFile> {
  try {
    const signal = AbortSignal.timeout(lookTimeoutMs)
    const { real, shown } = await locate(workspaceDir, path, { effectId: '', signal, outputs: [] })
    const found = await stat(real)
    if (!found.isFile()) return { kind: 'missing' }
    if (found.size > maxFileBytes) return { kind: 'too-large', most: maxFileBytes }
    const contents = await readFile(real, { signal })
    return { kind: 'found', path: shown, sha256: sha256Of(contents), bytes: contents.length }
  } catch (error) {
    if (errorCodeOf(error) === 'path_outside') return { kind: 'outside' }
    // What the system does not let us read, or cannot be a path, is no file to us.
    if (systemCodeOf(error) !== undefined) return { kind: 'missing' }
    throw error
  }
}

/** SHA-256 in lower-case hex. */
export function sha256Of(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex')
}
