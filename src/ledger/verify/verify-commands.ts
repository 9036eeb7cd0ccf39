/**
 * Whether the commands are those that the evidence records. The chain holds their digests, not their documents: documents
 * may be erased, and lie in a table that whoever owns the database can write to.
 */
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database.ts'
import { isFiledAsMade } from './filed-columns.ts'
import { whatIsWrong, type MadeRow } from './judge-command.ts'

const batchRows = 500

export const badCommandKinds = ['command_missing', 'command_changed', 'command_added'] as const

/** A command that is not what was sealed. */
export type BadCommand = {
  readonly kind: (typeof badCommandKinds)[number]
  /** The seal of what is known about it; when nothing is known, the last seal. */
  readonly seq: string
  readonly evidenceId: string | null
  /** The command's own; `null` when it is not there any more. */
  readonly ref: string | null
  readonly why: string
}

/**
 * Compares every command whose making was sealed with what was sealed of it, and finds those that nobody ever made. The
 * chain itself has already been verified. What is not sealed yet proves nothing, for or against a command.
 */
export async function verifyCommands(snapshot: Transaction<Database>): Promise<BadCommand | null> {
  const erasedUnsaid = await erasedWithoutEvidence(snapshot)
  let after = '0'
  for (;;) {
    const rows = await readMade(snapshot, after)
    for (const row of rows) {
      const bad = judge(row, { erasedUnsaid })
      if (bad !== null) return bad
      after = row.seq
    }
    if (rows.length < batchRows) return findAdded(snapshot, after)
  }
}

type SealedRow = MadeRow & { readonly seq: string; readonly evidence_id: string }

/**
 * In the order of the chain, row by row, so that whatever the planner thinks of the tables, it begins behind what was read
 * before. If there are several records of how a command ended, the first one counts.
 */
async function readMade(snapshot: Transaction<Database>, after: string): Promise<readonly SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select s.seq::text as seq, e.id::text as evidence_id, e.kind = 'command.rejected' as refused, e.facts->>'digest' as sealed_digest,
      c.ref, c.document, c.status, c.reason, c.outcome, c.created_at, c.confirmed_at, c.settled_at,
      ${isFiledAsMade} as filed_as_made, c.erased_at is not null as erased,
      c.document = erased_document(c.document) and c.target_id is null
        and c.outcome is not distinct from erased_outcome(c.outcome) as emptied,
      exists (select from evidence t where t.command_id = e.command_id and t.kind = 'command.erased') as erasure_told,
      c.struck_at is not null as struck,
      (select t.facts from evidence t where t.command_id = e.command_id and t.kind = 'command.struck'
        order by t.id desc limit 1) as strike,
      (select t.at from evidence t where t.command_id = e.command_id and t.kind = 'command.confirmed'
        order by t.id limit 1) as confirmation_told,
      ending.facts is not null as told, ending.facts as ending
    from evidence_seals s cross join lateral (
      select * from evidence where id = s.evidence_id
        and (kind = 'command.accepted' or (kind = 'command.rejected' and facts ? 'ref')) offset 0
    ) e left join envelopes c on c.command_id = e.command_id
    left join lateral (
      select t.facts from evidence t where t.command_id = e.command_id and t.kind = 'command.' || c.status order by t.id limit 1
    ) ending on true
    where s.seq > ${after}::bigint order by s.seq limit ${batchRows}`.execute(snapshot)
  return rows
}

function judge(
  { seq, evidence_id: evidenceId, ...row }: SealedRow,
  circumstances: { readonly erasedUnsaid: boolean },
): BadCommand | null {
  if (row.ref === null)
    return {
      kind: 'command_missing',
      seq,
      evidenceId,
      ref: null,
      why: 'The command that this row is about was deleted.',
    }
  const wrong = whatIsWrong(row, circumstances)
  if (wrong === null) return null
  return { kind: 'command_changed', seq, evidenceId, ref: row.ref, why: `Command #${row.ref} ${wrong}` }
}

/** Whether somebody was forgotten here when the erasure of a command did not yet leave evidence of its own. */
async function erasedWithoutEvidence(snapshot: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{ unsaid: boolean }>`
    select exists (select from evidence where kind = 'admin.person_forgotten'
      and id < coalesce((select min(id) from evidence where kind = 'command.erased'), ${mostId}::bigint)) as unsaid`.execute(
    snapshot,
  )
  return rows[0]?.unsaid === true
}

/** Greater than the id of any row. */
const mostId = String(2n ** 63n - 1n)

async function findAdded(snapshot: Transaction<Database>, last: string): Promise<BadCommand | null> {
  const { rows } = await sql<{ ref: string }>`
    select ref from envelopes c where not exists (select from evidence e where e.command_id = c.command_id) limit 1`.execute(
    snapshot,
  )
  const [added] = rows
  if (added === undefined) return null
  const why = `There is no evidence of command #${added.ref}: somebody added it to the table.`
  return { kind: 'command_added', seq: last, evidenceId: null, ref: added.ref, why }
}
