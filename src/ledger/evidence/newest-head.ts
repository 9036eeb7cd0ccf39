import { readFile } from 'node:fs/promises'
import { parseHead } from './evidence-head.ts'

/**
 * The newest head in a file of exported heads, in the form that `sayso ledger verify --head` takes; `null` when there is
 * none. A line that was cut off while it was written is skipped, and so is one of another ledger: a data folder can outlive
 * its database.
 * @param first the first seal of the ledger that is being verified; `null`: every head counts as one of its own, as does one
 *   of an older version, which did not record it
 */
export async function newestHead(file: string, first: string | null): Promise<string | null> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n')
  return lines.toReversed().flatMap((line) => headOf(line, first))[0] ?? null
}

function headOf(line: string, own: string | null): readonly string[] {
  try {
    const { seq, mac, first } = { seq: '', mac: '', first: null, ...(JSON.parse(line) as object) }
    parseHead(`${seq}:${mac}`)
    return first === null || own === null || first === own ? [`${seq}:${mac}`] : []
  } catch {
    return []
  }
}
