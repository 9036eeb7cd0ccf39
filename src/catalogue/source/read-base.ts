/**
 * What every catalogue has without writing it: the commands of administration, and what the bot says and understands. It is what comes
 * with Sayso, read from there whenever a catalogue is; the commands of its own shop are none of it.
 */
import path from 'node:path'
import type { Report } from './problem.ts'
import { readTextFiles, type TextFile } from './read-text-files.ts'

/** The files of Sayso that a catalogue of one's own stands over; people read them as `sayso/commands/admin/whoami.yaml`. */
export type Base = { readonly commands: readonly TextFile[]; readonly locales: readonly TextFile[] }

export const noBase: Base = { commands: [], locales: [] }

const administration = 'admin/'

/** @param folder of Sayso itself, with its commands/ and locales/, which its own tests have checked */
export async function readBase(folder: string, report: Report): Promise<Base> {
  const [commands, locales] = await Promise.all(
    ['commands', 'locales'].map((part) => readTextFiles(path.join(folder, part), report, `sayso/${part}`)),
  )
  return { commands: (commands ?? []).filter(isWanted), locales: locales ?? [] }
}

function isWanted({ path: file }: TextFile): boolean {
  return file.startsWith(administration) || !file.includes('/')
}
