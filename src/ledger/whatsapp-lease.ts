/**
 * Who owns a WhatsApp number: one process at a time, or the phone sees two of them and throws them out in turns. A lease in
 * the ledger, told by the clock of Postgres; every new owner has a higher epoch, and what an earlier one still writes is refused.
 */
import { sql } from 'kysely'
import type { Executor } from './database.ts'

/** The account of the installation's number: another phone that is paired later goes on with the same chats. */
export const whatsappAccount = 'whatsapp'

export type WhatsAppLease = { readonly account: string; readonly epoch: string }

/** Takes a number that nobody owns, or whose owner was not heard of for as long as its lease ran; `null` when it is taken. */
export async function takeWhatsAppLease(
  db: Executor,
  { account, owner, ttlMs }: { readonly account: string; readonly owner: string; readonly ttlMs: number },
): Promise<WhatsAppLease | null> {
  const until = sql<Date>`now() + ${ttlMs} * interval '1 millisecond'`
  const { rows } = await sql<{ epoch: string }>`
    insert into whatsapp_accounts as a (account, epoch, owner, until) values (${account}, 1, ${owner}, ${until})
    on conflict (account) do update set epoch = a.epoch + 1, owner = excluded.owner, until = excluded.until
      where a.until is null or a.until < now()
    returning epoch`.execute(db)
  const row = rows[0]
  return row === undefined ? null : { account, epoch: row.epoch }
}

/** Keeps it for as long again; `false` when another has taken over. */
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

/** Gives it back, so that whoever waits need not wait for its end. */
export async function releaseWhatsAppLease(db: Executor, { account, epoch }: WhatsAppLease): Promise<void> {
  await sql`
    update whatsapp_accounts set until = null, owner = null where account = ${account} and epoch = ${epoch}`.execute(db)
}
