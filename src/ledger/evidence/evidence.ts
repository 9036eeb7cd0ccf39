import { sql } from 'kysely'
import type { JsonObject } from '../../json.ts'
import type { Executor } from '../database.ts'
import { sealPayload } from './evidence-payload.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** Something that happened, as it can be proved later. */
export type EvidenceEntry = {
  readonly at: Date
  /** What happened, e.g. `envelope.confirmed`. */
  readonly kind: string
  readonly commandId?: string | undefined
  readonly chatId?: string | undefined
  readonly personId?: string | undefined
  /** Small, and free of anything personal: it stays readable for ever. */
  readonly facts: JsonObject
  /** The personal part (text, transcript, phone): stored encrypted, and erasable without breaking the chain. */
  readonly payload?: JsonObject | undefined
}

/**
 * Appends evidence inside the caller's transaction, in this order, in one statement. The sealer chains it after the commit.
 * @param executor the transaction that does what the entries record
 */
export async function appendEvidence(
  executor: Executor,
  secrets: Secrets,
  entries: readonly EvidenceEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({
    entry,
    stored: entry.payload === undefined ? undefined : sealPayload(secrets, entry.payload),
  }))
  const evidence = rows.map(
    ({ entry, stored }) => sql`(${entry.at}::timestamptz, ${entry.kind}::text, ${entry.commandId ?? null}::uuid,
      ${entry.chatId ?? null}::uuid, ${entry.personId ?? null}::uuid, ${JSON.stringify(entry.facts)}::jsonb,
      ${stored?.digest ?? null}::bytea)`,
  )
  const payloads = rows.flatMap(({ stored }) =>
    stored === undefined ? [] : [sql`(${stored.digest}::bytea, ${stored.sealed}::bytea)`],
  )
  const insert = sql`insert into evidence (at, kind, command_id, chat_id, person_id, facts, payload_digest)
    values ${sql.join(evidence)}`
  if (payloads.length === 0) {
    await insert.execute(executor)
    return
  }
  // Salted digests are unique, so they tell which new row a payload belongs to.
  await sql`with appended as (${insert} returning id, payload_digest)
    insert into evidence_payloads (evidence_id, payload)
    select appended.id, stored.payload from (values ${sql.join(payloads)}) as stored (digest, payload)
    join appended on appended.payload_digest = stored.digest`.execute(executor)
}
