import type { EntityRow } from '../../catalogue/catalogue.ts'
import { isOf } from './is-of.ts'
import type { One } from './resolve-one.ts'

/**
 * What was found for a name, without the things that were said not to be meant. Only their own ids name those, for whoever gives
 * one has changed their mind.
 */
export function withoutExcepted(found: One, except: readonly string[] = [], raw?: string): One {
  const isLeft = (row: EntityRow) =>
    row.id === raw?.trim() || !except.some((said) => row.id === said || (!/\d/u.test(said) && isOf(row, said)))
  if (found.kind === 'value')
    return found.row === undefined || isLeft(found.row) ? found : { kind: 'because', because: { kind: 'missing' } }
  if (found.kind !== 'because' || found.because.kind !== 'ambiguous') return found
  const rows = found.because.rows.filter(isLeft)
  const [row, ...others] = rows
  if (row === undefined) return { kind: 'because', because: { kind: 'missing' } }
  // Where nothing was named, the only one that is left is not taken before it was chosen.
  return others.length > 0 || raw === undefined || rows.length === found.because.rows.length
    ? { kind: 'because', because: { ...found.because, rows } }
    : { kind: 'value', value: row.id, row }
}
