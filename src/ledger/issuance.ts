import { sql } from 'kysely'
import type { Issuance } from '../envelope/envelope.ts'
import type { JsonObject } from '../json.ts'
import type { Executor } from './database.ts'

/** A command that takes back what a wish did, as the ledger keeps it. */
export type Undoing = {
  readonly name: string
  readonly entity: string
  readonly targetId: string | null
  /** Arguments that it had, perhaps among others. */
  readonly args: JsonObject
  /** When the wish was executed, ISO 8601. */
  readonly since: string
  /** Whether what it is about was made by the wish. */
  readonly made: boolean
}

/**
 * The issuance that a command would have now: how often AGAIN was said for the same wish, and how many other mutations of
 * the same target or of what the wish made, or commands that took the wish back, were executed or found to have happened
 * (cancel → reinstate → cancel is three commands). Only commands that reached their confirmation count: a declined one leaves no trace here.
 */
export async function issuanceOf(
  db: Executor,
  {
    baseKey,
    entity,
    targetId,
    undoings = [],
  }: {
    readonly baseKey: string
    readonly entity: string
    readonly targetId: string | null
    readonly undoings?: readonly Undoing[]
  },
): Promise<Issuance> {
  const { rows } = await sql<{ again: number; others: number }>`
    with others as not materialized (
      select * from envelopes
      where base_key <> ${baseKey} and safety <> 'read' and (status in ('executed', 'compensated')
        or exists (select from verdicts v where v.command_id = envelopes.command_id and v.verdict = 'happened'))
    )
    select
      coalesce((select max(again) from envelopes
        where base_key = ${baseKey} and confirmed_at is not null and status <> 'rejected'), 0)::int as again,
      (select count(*) from (
        select command_id from others where target_entity = ${entity} and coalesce(target_id, '') = ${targetId ?? ''}
        union
        select command_id
        from jsonb_to_recordset(${JSON.stringify(undoings)}::jsonb)
          as undoing(name text, entity text, "targetId" text, args jsonb, since timestamptz, made boolean)
        join others on target_entity = entity and coalesce(target_id, '') = coalesce("targetId", '')
          and settled_at > since and (made or (others.name = undoing.name and document->'args' @> undoing.args))
      ) as moved)::int as others`.execute(db)
  return rows[0] ?? { again: 0, others: 0 }
}

/** The command that holds a key now: claimed and inside its window, or held until its effect is known. */
export async function holderOfKey(db: Executor, key: string, now: Date): Promise<string | null> {
  const row = await heldKeys(db, now).where('key', '=', key).select('command_id').executeTakeFirst()
  return row?.command_id ?? null
}

/** Key → the command that holds it now, of all issuances of a wish. */
export async function holdersOf(db: Executor, baseKey: string, now: Date): Promise<ReadonlyMap<string, string>> {
  const rows = await heldKeys(db, now)
    .innerJoin('envelopes', 'envelopes.command_id', 'claims.command_id')
    .where('base_key', '=', baseKey)
    .select(['claims.key', 'claims.command_id'])
    .execute()
  return new Map(rows.map((row) => [row.key, row.command_id]))
}

function heldKeys(db: Executor, now: Date) {
  return db.selectFrom('claims').where((where) => where.or([where('held', '=', true), where('until', '>', now)]))
}
