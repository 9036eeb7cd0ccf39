import { stat } from 'node:fs/promises'
import path from 'node:path'

/** `null` for an error that says that nothing is there. @throws every other one */
export function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** The folder itself, or the nearest one above it that is there. */
export async function nearestFolder(folder: string): Promise<string> {
  return (await stat(folder).catch(absent)) === null ? nearestFolder(path.dirname(folder)) : folder
}
