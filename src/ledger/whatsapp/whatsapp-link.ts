import { whatsappAccount } from './whatsapp-lease.ts'

/** How the installation's WhatsApp number is, by what its owner notes and the clock of Postgres. */
export type WhatsAppLink = {
  /**
   * `none`: no number was ever linked. `lost`: the one that was is linked no more, or was linked where a backup comes from. `unserved`: no
   * bot has it. `hindered`: the bot that has it cannot serve it.
   */
  readonly state: 'none' | 'lost' | 'unserved' | 'hindered' | 'served'
  readonly phone: string | null
  /** Why the bot cannot serve it, with what to do. */
  readonly trouble: string | null
  /** Since when nobody serves it; `null` where somebody does, or nobody knows. */
  readonly since: Date | null
}

/**
 * The query for it, also where an older Sayso made the tables; `table` qualifies the name of a table. A backup has the chats over a number,
 * and never the link.
 */
export function whatsappLinkOf(table: (name: string) => string): string {
  return `select phone, trouble, case when owned then trouble_since else until end as since,
      case when phone is null and not has_chats then 'none' when phone is null then 'lost' when not owned then 'unserved'
        when trouble is not null then 'hindered' else 'served' end as state
    from (select a->>'phone' as phone, a->>'trouble' as trouble, (a->>'trouble_since')::timestamptz as trouble_since,
        (a->>'until')::timestamptz as until, coalesce((a->>'until')::timestamptz > now(), false) as owned,
        exists (select from ${table('chats')} where account = '${whatsappAccount}') as has_chats
      from (select (select to_jsonb(w) - 'creds' from ${table('whatsapp_accounts')} w where account = '${whatsappAccount}') as a) found
    ) link`
}
