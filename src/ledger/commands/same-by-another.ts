import { sql } from 'kysely'
import type { CommandRecord } from '../../conversation/lookup.ts'
import { digestOf } from '../../envelope/digest.ts'
import type { JsonObject } from '../../json.ts'
import type { Executor } from '../database.ts'
import { recordOfRow, recordRows } from './envelopes.ts'
import type { Undoing } from './issuance.ts'

/** A command of somebody else, and that person's name; '' when they were forgotten. */
export type AnothersRecord = { readonly record: CommandRecord; readonly who: string; readonly confirmedAt: Date }

/** As many are looked at: those that were taken back are passed over. */
const mostLookedAt = 10

/**
 * Commands with the same arguments that others have given since a moment, and that are done, are under way, stopped halfway, or may have
 * happened; the newest first.
 */
export async function sameByOthers(
  db: Executor,
  wanted: {
    readonly personId: string
    readonly name: string
    readonly target: string | null
    readonly args: JsonObject
    readonly since: Date
  },
): Promise<readonly AnothersRecord[]> {
  const rows = await recordRows(db)
    .leftJoin('people', 'people.id', 'envelopes.person_id')
    .select('people.name as who')
    .where('envelopes.name', '=', wanted.name)
    .where(sql<boolean>`coalesce(target_id, '') = ${wanted.target ?? ''}`)
    .where('confirmed_at', '>', wanted.since)
    .where('person_id', '<>', wanted.personId)
    .where(sql<boolean>`document->'args' = ${JSON.stringify(wanted.args)}::jsonb`)
    .where(isOfConsequence)
    .orderBy('confirmed_at', 'desc')
    .limit(mostLookedAt)
    .execute()
  return rows.flatMap((row) =>
    row.confirmed_at === null ? [] : [{ record: recordOfRow(row), who: row.who ?? '', confirmedAt: row.confirmed_at }],
  )
}

/** The newest that somebody had done, or may have, of the same wish since a moment; what is in doubt still is, however long ago. */
export async function sameBefore(
  db: Executor,
  { baseKey, since }: { readonly baseKey: string; readonly since: Date },
): Promise<readonly { readonly record: CommandRecord; readonly confirmedAt: Date }[]> {
  const rows = await recordRows(db)
    .where('base_key', '=', baseKey)
    .where((where) => where.or([where('confirmed_at', '>', since), isInDoubt]))
    .where(isOfConsequence)
    .orderBy('confirmed_at', 'desc')
    .limit(mostLookedAt)
    .execute()
  return rows.flatMap((row) =>
    row.confirmed_at === null ? [] : [{ record: recordOfRow(row), confirmedAt: row.confirmed_at }],
  )
}

const isInDoubt = sql<boolean>`(envelopes.outcome->>'effect' = 'unknown' and verdicts.verdict is null)`
/** Done, under way, stopped halfway, or in doubt. */
const isOfConsequence = sql<boolean>`(envelopes.status in ('confirmed', 'executed') or verdicts.verdict = 'happened'
  or (envelopes.outcome->>'effect' in ('some', 'unknown') and verdicts.verdict is distinct from 'not_happened'))`

/** Until the transaction ends nobody else confirms the same: of two who do so at the same moment, the second sees what the first did. */
export async function lockSame(
  db: Executor,
  wish: { readonly name: string; readonly target: string | null; readonly args: JsonObject },
): Promise<void> {
  const { name, target, args } = wish
  await sql`select pg_advisory_xact_lock(hashtextextended(${digestOf({ name, target, args })}, 0))`.execute(db)
}

/** Whether anybody has taken it back since. */
export async function wasUndone(db: Executor, { name, entity, targetId, args, since }: Undoing): Promise<boolean> {
  const row = await recordRows(db)
    .clearSelect()
    .select('envelopes.command_id')
    .where('envelopes.name', '=', name)
    // As the index of what changed things has it.
    .where('safety', '<>', 'read')
    .where('target_entity', '=', entity)
    .where(sql<boolean>`coalesce(target_id, '') = ${targetId ?? ''}`)
    .where(sql<boolean>`document->'args' @> ${JSON.stringify(args)}::jsonb`)
    .where('settled_at', '>', new Date(since))
    .where((where) =>
      where.or([where('status', 'in', ['executed', 'compensated']), where('verdicts.verdict', '=', 'happened')]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
