import type { BigIntStats, Dirent } from 'node:fs'

/** What stands under a name in the workspace; `other`: a socket, a device. */
export type FileKind = 'file' | 'folder' | 'link' | 'other'

export function fileKindOf(found: BigIntStats | Dirent): FileKind {
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'folder'
  return found.isSymbolicLink() ? 'link' : 'other'
}
