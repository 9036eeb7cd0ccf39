/**
 * Who owns a WhatsApp number: one process at a time, or the phone sees two of them and throws them out in turn. A lease in
 * the ledger, timed by the clock of Postgres; every new owner gets a higher epoch, and whatever an earlier one still writes
 * is refused.
 */
import { sql } from 'kysely'
import type { Executor } from '../database.ts'

/** The account of the installation's number: another phone that is paired later continues the same chats. */
export const whatsappAccount = 'whatsapp'

export type WhatsAppLease = { readonly account: string; readonly epoch: string }

/** Takes a number that nobody owns, or whose owner let the lease run out; `null` when it is taken. */
export async function takeWhatsAppLease(
  db: Executor,
  { account, owner, ttlMs }: { readonly account: string; readonly owner: string; readonly ttlMs: number },
): Promise<WhatsAppLease | null> {
  const until = sql<Date>`now() + ${ttlMs} * interval '1 millisecond'`
  const { rows } = await sql<{ epoch: string }>`
    insert into whatsapp_accounts as a (account, epoch, owner, until) values (${account}, 1, ${owner}, ${until})
    on conflict (account) do update
      set epoch = a.epoch + 1, owner = excluded.owner, until = excluded.until, trouble = null, trouble_since = null
      where a.until is null or a.until < now()
    returning epoch`.execute(db)
  const row = rows[0]
  return row === undefined ? null : { account, epoch: row.epoch }
}

/** Extends the lease for as long again; `false` when somebody else has taken over. */
export async function renewWhatsAppLease(
  db: Executor,
  { account, epoch }: WhatsAppLease,
  ttlMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update whatsapp_accounts set until = now() + ${ttlMs} * interval '1 millisecond'
    where account = ${account} and epoch = ${epoch}`.execute(db)
  return numAffectedRows === 1n
}

/** Gives the lease back, so that whoever waits need not wait for it to run out. */
export async function releaseWhatsAppLease(db: Executor, { account, epoch }: WhatsAppLease): Promise<void> {
  await sql`
    update whatsapp_accounts set until = null, owner = null where account = ${account} and epoch = ${epoch}`.execute(db)
}

/** Notes why the owner cannot serve the number, with the time at which that began; `null` when it is served again. */
export async function noteWhatsAppTrouble(
  db: Executor,
  { account, epoch }: WhatsAppLease,
  trouble: string | null,
): Promise<void> {
  await sql`
    update whatsapp_accounts set trouble = ${trouble}::text,
      trouble_since = case when ${trouble}::text is not null then coalesce(trouble_since, now()) end
    where account = ${account} and epoch = ${epoch}`.execute(db)
}
