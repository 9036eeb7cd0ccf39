/**
 * The claims of record: one row per idempotency key. Each function is one statement in the caller's transaction, so
 * that a claim is stored together with the confirmation that it belongs to, or not at all. Two transactions that claim
 * one key wait for each other on its row.
 */
import { sql } from 'kysely'
import type { Executor } from '../ledger/database.ts'
import type { Claim } from './idempotency-keys.ts'

type Holder = { readonly key: string; readonly commandId: string }

/**
 * Takes the key until `now + windowMs`; and while `held` is set (waiting, running, or effect unknown), for longer than
 * that. A key whose time is over and that is not held changes hands; one's own is kept, with the later end.
 */
export async function claimKey(
  executor: Executor,
  {
    key,
    commandId,
    windowMs,
    held,
    now,
  }: Holder & { readonly windowMs: number; readonly held: boolean; readonly now: Date },
): Promise<Claim> {
  const until = new Date(now.getTime() + windowMs)
  // A refused claim rewrites the row unchanged: only so does one statement see the holder of a row it has locked.
  const { rows } = await sql<{ command_id: string }>`
    insert into claims (key, command_id, claimed_at, until, held)
    values (${key}, ${commandId}, ${now}, ${until}, ${held})
    on conflict (key) do update set (command_id, claimed_at, until, held) = (
      select
        case when own or free then excluded.command_id else claims.command_id end,
        case when free and not own then excluded.claimed_at else claims.claimed_at end,
        case when own then greatest(claims.until, excluded.until) when free then excluded.until else claims.until end,
        case when own then claims.held or excluded.held when free then excluded.held else claims.held end
      from (
        select claims.command_id = excluded.command_id as own,
               not claims.held and claims.until <= excluded.claimed_at as free
      ) as verdict
    )
    returning command_id`.execute(executor)
  const holder = rows[0]?.command_id ?? commandId
  return holder === commandId ? { kind: 'claimed' } : { kind: 'held', commandId: holder }
}

/** Lets the window that began with the claim decide again: its command has its outcome. False: it is not this command's. */
export async function settleKey(executor: Executor, claim: Holder): Promise<boolean> {
  return setHeld(executor, claim, false)
}

/** Gives the key back at once, held or not: the command was rejected, or failed with no effect. Another's stays. */
export async function releaseKey(executor: Executor, { key, commandId }: Holder): Promise<void> {
  await executor.deleteFrom('claims').where('key', '=', key).where('command_id', '=', commandId).execute()
}

async function setHeld(executor: Executor, { key, commandId }: Holder, held: boolean): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('claims')
    .set({ held })
    .where('key', '=', key)
    .where('command_id', '=', commandId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
