/** How WhatsApp addresses somebody: the address from which they last wrote, which may differ from their number. */
import { sql } from 'kysely'
import type { Executor } from '../database.ts'

/** Remembers where somebody writes from. */
export async function rememberContact(
  db: Executor,
  { account, sender, jid }: { readonly account: string; readonly sender: string; readonly jid: string },
): Promise<void> {
  await db
    .insertInto('whatsapp_contacts')
    .values({ account, sender, jid })
    .onConflict((conflict) => conflict.columns(['account', 'sender']).doUpdateSet({ jid }))
    .execute()
}

/** The address of somebody who has written; `null` when they never have. */
export async function addressOf(db: Executor, account: string, sender: string): Promise<string | null> {
  const row = await db
    .selectFrom('whatsapp_contacts')
    .select('jid')
    .where('account', '=', account)
    .where('sender', '=', sender)
    .executeTakeFirst()
  return row?.jid ?? null
}

/**
 * Drops what is kept about somebody here: where they write from, the files that they sent, and those that they were sent.
 */
export async function forgetContact(db: Executor, numbers: readonly string[]): Promise<void> {
  const line = sql`any(${[...numbers]}::text[])`
  await sql`delete from whatsapp_contacts where sender = ${line}`.execute(db)
  await sql`update whatsapp_inbound set content = null, sender = null where sender = ${line}`.execute(db)
  await sql`update whatsapp_sent set media = null, recipient = '' where recipient = ${line}`.execute(db)
}
