import { open } from 'node:fs/promises'
import { UserError } from '../errors.ts'
import type { Executor } from './database.ts'

/** The last seal of the chain: who knows it can tell that nothing before it was cut off. */
export type EvidenceHead = {
  /** Its number, counted from 1; a bigint in Postgres. */
  readonly seq: string
  /** Hexadecimal. */
  readonly mac: string
}

/**
 * Reads a head as `sayso ledger verify --head` takes it: `<seq>:<mac in hexadecimal>`.
 * @throws UserError `usage`
 */
export function parseHead(text: string): EvidenceHead {
  const [, seq, mac] = /^([1-9]\d{0,18}):([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  if (seq !== undefined && mac !== undefined) return { seq, mac: mac.toLowerCase() }
  throw new UserError('usage', `"${text}" is not a head. It looks like 1042:9f3c…, with 64 hexadecimal digits.`)
}

/**
 * The code of the first seal, hexadecimal, by which heads of one chain are told from those of another: nobody gives a chain another
 * first seal without the secret. `null` where nothing is sealed.
 */
export async function firstSealOf(db: Executor): Promise<string | null> {
  const row = await db.selectFrom('evidence_seals').select('mac').where('seq', '=', '1').executeTakeFirst()
  return row?.mac.toString('hex') ?? null
}

/**
 * Adds a line to a head file: append-only JSON lines, outside the database. Repeating the last line is left out.
 * @param of.first the first seal of the head's chain
 */
export async function exportHead(
  file: string,
  head: EvidenceHead,
  { first, at }: { readonly first: string | null; readonly at: Date },
): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(Math.min(size, 1024))
    await handle.read({ buffer: tail, position: size - tail.length })
    const lastLine = tail.toString().trimEnd().split('\n').at(-1) ?? ''
    if (lastLine.includes(head.mac)) return
    await handle.appendFile(`${JSON.stringify({ ...head, first, at: at.toISOString() })}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
