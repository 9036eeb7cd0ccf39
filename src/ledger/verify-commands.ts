/**
 * Whether the commands are those that the evidence tells of. The chain holds their digests, not their documents: those may be
 * erased, and lie in a table that whoever owns the database can write to.
 */
import { sql, type Transaction } from 'kysely'
import { digestOf } from '../envelope/digest.ts'
import type { Json } from '../json.ts'
import type { Database } from './database.ts'

const batchRows = 500

/** A command that is not what was sealed. */
export type BadCommand = {
  readonly kind: 'command_missing' | 'command_changed' | 'command_added'
  /** The seal of what is known of it; of one that nothing is known of, the last seal. */
  readonly seq: string
  readonly evidenceId: string | null
  readonly why: string
}

/**
 * Compares every command whose making was sealed with what was sealed of it, and finds those that nobody ever made.
 * The chain itself has been verified. What is not sealed yet proves nothing, for or against a command.
 */
export async function verifyCommands(snapshot: Transaction<Database>): Promise<BadCommand | null> {
  let after = '0'
  for (;;) {
    const rows = await readMade(snapshot, after)
    for (const row of rows) {
      const bad = judge(row)
      if (bad !== null) return bad
      after = row.seq
    }
    if (rows.length < batchRows) return findAdded(snapshot, after)
  }
}

type MadeRow = {
  readonly seq: string
  readonly evidence_id: string
  readonly sealed_digest: string | null
  readonly ref: string | null
  readonly document: Json
  readonly erased: boolean
  readonly status: string | null
  /** Whether the evidence tells how it came to be in that state. */
  readonly told: boolean
}

/** In the order of the chain, row by row: whatever the planner thinks of the tables, it begins behind what was read before. */
async function readMade(snapshot: Transaction<Database>, after: string): Promise<readonly MadeRow[]> {
  const { rows } = await sql<MadeRow>`
    select s.seq::text as seq, e.id::text as evidence_id, e.facts->>'digest' as sealed_digest, c.ref, c.document, c.status,
      c.erased_at is not null as erased,
      exists (select from evidence t where t.command_id = e.command_id and t.kind = 'command.' || c.status) as told
    from evidence_seals s cross join lateral (
      select * from evidence where id = s.evidence_id
        and (kind = 'command.accepted' or (kind = 'command.rejected' and facts ? 'ref')) offset 0
    ) e left join envelopes c on c.command_id = e.command_id
    where s.seq > ${after}::bigint order by s.seq limit ${batchRows}`.execute(snapshot)
  return rows
}

function judge({ seq, evidence_id: evidenceId, sealed_digest: digest, ref, ...command }: MadeRow): BadCommand | null {
  const bad = (kind: BadCommand['kind'], why: string): BadCommand => ({ kind, seq, evidenceId, why })
  if (ref === null) return bad('command_missing', 'The command that it tells of was deleted.')
  if (!command.told)
    return bad('command_changed', `Command #${ref} is said to be ${command.status}, of which nothing is recorded.`)
  // Of what was refused at once no digest was kept in the beginning; of what was erased nothing is left to compare.
  if (digest === null || command.erased || digestOf(command.document) === digest) return null
  return bad('command_changed', `Command #${ref} is not the one that was shown and recorded: somebody has changed it.`)
}

async function findAdded(snapshot: Transaction<Database>, last: string): Promise<BadCommand | null> {
  const { rows } = await sql<{ ref: string }>`
    select ref from envelopes c where not exists (select from evidence e where e.command_id = c.command_id) limit 1`.execute(
    snapshot,
  )
  const [added] = rows
  if (added === undefined) return null
  const why = `Nothing is recorded of command #${added.ref}: somebody has put it there.`
  return { kind: 'command_added', seq: last, evidenceId: null, why }
}
