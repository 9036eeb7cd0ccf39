import { open } from 'node:fs/promises'
import { UserError } from '../../errors.ts'
import type { Executor } from '../database.ts'

/** The last seal of the chain: whoever knows it can tell that nothing before it was cut off. */
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
 * The code of the first seal, in hexadecimal, which tells heads of one chain from those of another: without the secret,
 * nobody can give a chain a different first seal. `null` when nothing is sealed.
 */
export async function firstSealOf(db: Executor): Promise<string | null> {
  const row = await db.selectFrom('evidence_seals').select('mac').where('seq', '=', '1').executeTakeFirst()
  return row?.mac.toString('hex') ?? null
}

/**
 * Appends a line to a head file: append-only JSON lines, outside the database. A head equal to the last line is not written
 * again, but for one that a crash cut off: below that a new line begins.
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
    const end = tail.toString()
    const isTorn = end !== '' && !end.endsWith('\n')
    const lastLine = end.trimEnd().split('\n').at(-1) ?? ''
    if (!isTorn && lastLine.includes(head.mac)) return
    await handle.appendFile(`${isTorn ? '\n' : ''}${JSON.stringify({ ...head, first, at: at.toISOString() })}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
