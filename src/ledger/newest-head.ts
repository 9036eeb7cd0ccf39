import { readFile } from 'node:fs/promises'
import { parseHead } from './evidence-head.ts'

/**
 * The newest head in a file of exported heads, as `sayso ledger verify --head` takes it; `null` where there is none. A line that was
 * cut while it was written is passed over.
 */
export async function newestHead(file: string): Promise<string | null> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n')
  return lines.toReversed().flatMap(headOf)[0] ?? null
}

function headOf(line: string): readonly string[] {
  try {
    const { seq, mac } = { seq: '', mac: '', ...(JSON.parse(line) as object) }
    parseHead(`${seq}:${mac}`)
    return [`${seq}:${mac}`]
  } catch {
    return []
  }
}
