/**
 * Whether what is stored of commands that were in doubt is what somebody said of them. A finding that nobody gave would let what
 * was done be done once more, as not having happened.
 */
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database.ts'

export const badSettlementKinds = ['settlement_changed'] as const

/** A finding that is not the one that was recorded. */
export type BadSettlement = {
  readonly kind: (typeof badSettlementKinds)[number]
  /** The last seal: nothing is known about it that was sealed. */
  readonly seq: string
  readonly evidenceId: string | null
  /** Of the command that was in doubt; `null` when it is not there any more. */
  readonly ref: string | null
  readonly why: string
}

/**
 * Compares the findings about each command, in their order, with the evidence of them: both are written in one transaction, under the
 * lock of the command. Who said so is compared where the evidence names it, which that of older versions does not.
 * @param last the last seal of the chain, which has been verified
 */
export async function verifySettlements(snapshot: Transaction<Database>, last: string): Promise<BadSettlement | null> {
  const { rows } = await sql<{ ref: string | null; about: string; evidence_id: string | null; stored: boolean }>`
    with said as (
      select command_id, verdict, settled_by::text as settled_by, row_number() over (partition by command_id order by id) as nth
      from settlements
    ), told as (
      select command_id, id, case kind when 'admin.settled_happened' then 'happened' else 'not_happened' end as verdict,
        facts->>'settledBy' as settled_by, row_number() over (partition by command_id order by id) as nth
      from evidence where kind in ('admin.settled_happened', 'admin.settled_not_happened')
    )
    select c.ref, coalesce('#' || c.ref, command_id::text) as about, told.id::text as evidence_id, said.nth is not null as stored
    from said full join told using (command_id, nth) left join envelopes c using (command_id)
    where said.verdict is distinct from told.verdict or said.settled_by is distinct from coalesce(told.settled_by, said.settled_by)
    order by told.id limit 1`.execute(snapshot)
  const [bad] = rows
  if (bad === undefined) return null
  return { kind: 'settlement_changed', seq: last, evidenceId: bad.evidence_id, ref: bad.ref, why: whyOf(bad) }
}

function whyOf({
  about,
  evidence_id: evidenceId,
  stored,
}: {
  readonly about: string
  readonly evidence_id: string | null
  readonly stored: boolean
}): string {
  if (evidenceId === null)
    return `There is no evidence of what is stored as found out about command ${about}: somebody added it to the table.`
  if (!stored) return `What was found out about command ${about} was deleted.`
  return `What is stored as found out about command ${about} is not what was recorded: somebody has changed it.`
}
