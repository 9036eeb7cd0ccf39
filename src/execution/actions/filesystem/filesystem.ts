import type { Action } from '../../action.ts'
import { createMkdir, createMv, createRm } from './filesystem-changes.ts'
import { createFind } from './filesystem-find.ts'
import { createFilesystemLooks } from './filesystem-look.ts'
import { createFilesystemReads } from './filesystem-read.ts'

/**
 * The domain `filesystem`: `cd`, `ls`, `read`, `stat`, `list`, `find`, `mv`, `rm` and `mkdir` inside one workspace folder, `root`. The working
 * directory is the output of the newest `cd` of the run, never the process's.
 */
export function createFilesystemActions({ root }: { readonly root: string }): readonly Action[] {
  return [
    ...createFilesystemReads(root),
    ...createFilesystemLooks(root),
    createFind(root),
    createMv(root),
    createRm(root),
    createMkdir(root),
  ]
}
