import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { whatsappAccount } from './whatsapp-lease.ts'
import { whatsappLinkOf, type WhatsAppLink } from './whatsapp-link.ts'

/** How the installation's WhatsApp number is, for people who only need to know whether it works. */
export type WhatsAppHealth = {
  /** `none`: no number was ever linked. `down`: nobody serves it, whoever has it cannot, or it is linked no more. */
  readonly state: 'none' | 'up' | 'down'
  /** Since when it is down; `null` where nobody knows. */
  readonly since: Date | null
  /** Replies that wait to be sent over it. */
  readonly unsent: number
}

export async function whatsappHealth(db: Executor): Promise<WhatsAppHealth> {
  const { rows } = await sql<Pick<WhatsAppLink, 'state' | 'since'> & Pick<WhatsAppHealth, 'unsent'>>`
    select state, since,
      (select count(*) from outbox where account = ${whatsappAccount} and sent_at is null)::int as unsent
    from (${sql.raw(whatsappLinkOf((name) => name))}) link`.execute(db)
  const [link] = rows
  if (link === undefined || link.state === 'none') return { state: 'none', since: null, unsent: 0 }
  return { ...link, state: link.state === 'served' ? 'up' : 'down' }
}
