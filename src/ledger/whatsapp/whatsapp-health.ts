import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { whatsappAccount } from './whatsapp-lease.ts'

/** How the installation's WhatsApp number is, by what its owner notes and the clock of Postgres. */
export type WhatsAppHealth = {
  /** `none`: no number was ever linked. `down`: nobody serves it, whoever has it cannot, or it is linked no more. */
  readonly state: 'none' | 'up' | 'down'
  /** Since when it is down; `null` where nobody knows. */
  readonly since: Date | null
  /** Replies that wait to be sent over it. */
  readonly unsent: number
}

export async function whatsappHealth(db: Executor): Promise<WhatsAppHealth> {
  const { rows } = await sql<WhatsAppHealth>`
    select case when owned and phone is not null and trouble is null then 'up' else 'down' end as state,
      case when owned then trouble_since else until end as since,
      (select count(*) from outbox where account = linked.account and sent_at is null)::int as unsent
    from (select *, coalesce(until > now(), false) as owned from whatsapp_accounts
      where account = ${whatsappAccount}
        and (phone is not null or exists (select from chats where chats.account = ${whatsappAccount}))) linked`.execute(
    db,
  )
  return rows[0] ?? { state: 'none', since: null, unsent: 0 }
}
