import { sql } from 'kysely'
import type { Issuance } from '../../envelope/envelope.ts'
import type { JsonObject } from '../../json.ts'
import type { Executor } from '../database.ts'

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
 * The issuance that a command would have now: how often AGAIN was said for the same wish, and how often, between one time that it was
 * had done and the next, another mutation of the same target or of what the wish made, or a command that took the wish back, did
 * something or may have (cancel → reinstate → cancel is three commands). Only commands that reached their confirmation count: a
 * declined one leaves no trace here.
 *
 * It only ever grows, whatever is forgotten meanwhile, so that no wish is taken for one that was done before its thing changed: what
 * was erased since may have been about the same thing. While the same is under way, it is the same that is waited for.
 */
export async function issuanceOf(
  db: Executor,
  {
    baseKey,
    entity,
    targetId,
    alike = [],
    undoings = [],
  }: {
    readonly baseKey: string
    readonly entity: string
    readonly targetId: string | null
    /** What counts as the same target: of a setting, all that it can be set to. */
    readonly alike?: readonly string[]
    readonly undoings?: readonly Undoing[]
  },
): Promise<Issuance> {
  const targets = [targetId ?? '', ...alike]
  const { rows } = await sql<{ again: number; others: number }>`
    with last as (
      select coalesce(max(again), 0) as again, coalesce(max((document->'sayso'->'issuance'->>'others')::int), 0) as others,
        max(settled_at) as at, coalesce(bool_or(status = 'confirmed'), false) as under_way
      from envelopes where base_key = ${baseKey} and confirmed_at is not null and status <> 'rejected'
    ), since as not materialized (
      select envelopes.* from envelopes, last
      where base_key <> ${baseKey} and safety <> 'read' and settled_at >= last.at and not last.under_way
        and (status in ('executed', 'compensated')
          or exists (select from verdicts v where v.command_id = envelopes.command_id and v.verdict = 'happened')
          or (outcome->>'effect' in ('some', 'unknown')
            and not exists (
              select from verdicts v where v.command_id = envelopes.command_id and v.verdict = 'not_happened')))
    )
    select again, others + case when exists (
        select from since where target_entity = ${entity} and coalesce(target_id, '') = any(${targets}::text[])
      ) or exists (
        select from since where target_entity = ${entity} and erased_at is not null
      ) or exists (
        select
        from jsonb_to_recordset(${JSON.stringify(undoings)}::jsonb)
          as undoing(name text, entity text, "targetId" text, args jsonb, since timestamptz, made boolean)
        join since on target_entity = entity and coalesce(target_id, '') = coalesce("targetId", '')
          and settled_at > undoing.since and (made or (since.name = undoing.name and document->'args' @> undoing.args))
      ) then 1 else 0 end as others
    from last`.execute(db)
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
