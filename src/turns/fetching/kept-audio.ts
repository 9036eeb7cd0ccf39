/**
 * The audio of voice notes, for as long as `VOICE_RETENTION` says. It lies sealed beside the database, named after the
 * number of its inbox row; audio whose row is gone, because its time is over or its person was forgotten, is removed.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LedgerDb } from '../../ledger/database.ts'
import { voiceRowsSince } from '../../ledger/talk/message-contents.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'

export type KeptAudio = {
  readonly keep: (seq: string, file: string) => Promise<void>
  /** Removes what is not to be kept any longer. */
  readonly prune: () => Promise<void>
}

const purpose = 'audio'

export function createKeptAudio({
  db,
  secrets,
  folder,
  retentionMs,
  clock,
}: {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly folder: string
  /** In milliseconds; with 0 nothing is kept. */
  readonly retentionMs: number
  readonly clock: () => Date
}): KeptAudio {
  return {
    keep: async (seq, file) => {
      if (retentionMs === 0) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const place = path.join(folder, seq)
      const sealed = secrets.seal(purpose, seq, (await readFile(file)).toString('base64'))
      await writeFile(`${place}.part`, sealed, { mode: 0o600 })
      await rename(`${place}.part`, place)
    },
    prune: async () => {
      const names = await readdir(folder).catch(() => [])
      if (names.length === 0) return
      const kept = new Set(await voiceRowsSince(db, new Date(clock().getTime() - retentionMs)))
      const over = names.filter((name) => !kept.has(name.replace('.part', '')))
      await Promise.all(over.map((name) => rm(path.join(folder, name), { force: true })))
    },
  }
}
