import { stat } from 'node:fs/promises'
import path from 'node:path'
import { absent } from '../system-error.ts'

/** The folder itself, or the nearest one above it that is there. */
export async function nearestFolder(folder: string): Promise<string> {
  return (await stat(folder).catch(absent)) === null ? nearestFolder(path.dirname(folder)) : folder
}
