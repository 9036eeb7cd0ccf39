import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { Type, type Static } from 'typebox'
import { hasSystemCode } from '../../../system-error.ts'

/**
 * Tells one file from another that has its name: the inode alone would not do, for the system gives the number of a
 * removed file to the next one.
 */
export const FileIdentity = Type.Object({ dev: Type.String(), ino: Type.String(), bornNs: Type.String() })
export type FileIdentity = Static<typeof FileIdentity>

/** What is at a path: a link is not followed. `null` when there is nothing. */
export async function lookAt(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true })
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** The identity of what was found. */
export function identify({ dev, ino, birthtimeNs }: BigIntStats): FileIdentity {
  return { dev: String(dev), ino: String(ino), bornNs: String(birthtimeNs) }
}

/** Whether what was found is the very thing that had this identity. */
export function isSame(found: BigIntStats | null, identity: FileIdentity): boolean {
  if (found === null) return false
  const { dev, ino, bornNs } = identify(found)
  return dev === identity.dev && ino === identity.ino && bornNs === identity.bornNs
}
