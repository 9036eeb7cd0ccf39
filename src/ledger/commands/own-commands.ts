/**
 * What somebody asked for themselves, from the number that they have or, as long as it is not open any more, from one that they had
 * before. To take it back is a command of its own, which is shown and confirmed from the number that they have.
 */
import type { CommandRecord } from '../../conversation/lookup.ts'
import type { Executor } from '../database.ts'
import { findRecords, recordOfRow, recordRows } from './envelopes.ts'
import { formerSelves } from '../people/former-numbers.ts'

/** Their command with this reference; what still waits to be confirmed from an earlier number is nobody's to confirm. */
export async function recordByRef(
  db: Executor,
  { ref, personId }: { readonly ref: string; readonly personId: string },
): Promise<CommandRecord | null> {
  const [own] = await findRecords(db, { ref, personId })
  if (own !== undefined) return own
  for (const { id } of await formerSelves(db, personId)) {
    const [before] = await findRecords(db, { ref, personId: id })
    if (before !== undefined && before.status !== 'accepted') return before
  }
  return null
}

/** What somebody did last from the numbers that they had before; `null` when that is nothing. */
export async function doneBefore(db: Executor, personId: string): Promise<CommandRecord | null> {
  const selves = await formerSelves(db, personId)
  if (selves.length === 0) return null
  const row = await recordRows(db)
    .where(
      'person_id',
      'in',
      selves.map(({ id }) => id),
    )
    .where('status', '=', 'executed')
    .where('safety', '<>', 'read')
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : recordOfRow(row)
}
