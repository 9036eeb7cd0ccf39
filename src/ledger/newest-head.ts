import { readFile } from 'node:fs/promises'
import { parseHead } from './evidence-head.ts'

/**
 * The newest head in a file of exported heads, as `sayso ledger verify --head` takes it; `null` where there is none. A line that was
 * cut while it was written is passed over, and so is one of another ledger: a data folder outlives a change of its database.
 * @param first the first seal of the ledger that is verified; `null`: every head is taken for one of its own, as is one of an older
 *   version, which did not say
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
