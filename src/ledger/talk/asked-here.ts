import { sql } from 'kysely'
import type { Executor } from '../database.ts'

/** Whatever was asked longer ago than this is hardly what somebody is answering now; milliseconds. */
const recentMs = 10 * 60_000

/**
 * The name of whoever else has a preview or a question open in a chat (of several, the one who spoke last); `null` when
 * nobody does.
 */
export async function askedHere(
  db: Executor,
  { chatId, personId, now }: { readonly chatId: string; readonly personId: string; readonly now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('identities', 'identities.id', 'sessions.identity_id')
    .innerJoin('people', (join) =>
      join.onRef('people.phone', '=', 'identities.value').on('identities.kind', '=', 'phone'),
    )
    .select('people.name')
    .where('sessions.chat_id', '=', chatId)
    .where('people.id', '<>', personId)
    .where('people.active', '=', true)
    .where('sessions.updated_at', '>', new Date(now.getTime() - recentMs))
    .where(
      sql<boolean>`(sessions.state->'question'->>'kind' is not null
        or (sessions.state->'pending'->>'lapsed' = 'false'
          and (sessions.state->'pending'->>'expiresAt')::timestamptz > ${now}))`,
    )
    .orderBy('sessions.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name ?? null
}
