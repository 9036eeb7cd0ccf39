import { sql } from 'kysely'
import type { Person } from '../../access/person.ts'
import type { Executor } from '../database.ts'
import { personOf } from './people.ts'

/** Somebody, and where to tell them something that they did not ask for. */
export type PrivateChat = { readonly person: Person; readonly chatId: string; readonly identityId: string }

/** The private chats of people on an account, by their numbers; whoever has never written there gets one. */
export async function privateChats(
  db: Executor,
  { account, channel }: { readonly account: string; readonly channel: string },
  people: readonly { readonly phone: string }[],
): Promise<readonly PrivateChat[]> {
  // In the same order everywhere, so that two callers at once do not deadlock.
  const phones = people.map(({ phone }) => phone).toSorted()
  const wanted = sql`select phone from unnest(${phones}::text[]) as phone`
  await sql`insert into identities (kind, value) select 'phone', phone from (${wanted}) as wanted on conflict do nothing`.execute(
    db,
  )
  await sql`
    insert into chats (account, channel, kind, external)
    select ${account}, ${channel}, 'private', phone from (${wanted}) as wanted on conflict do nothing`.execute(db)
  const rows = await db
    .selectFrom('people')
    .innerJoin('identities', (join) =>
      join.onRef('identities.value', '=', 'people.phone').on('identities.kind', '=', 'phone'),
    )
    .innerJoin('chats', (join) =>
      join
        .onRef('chats.external', '=', 'people.phone')
        .on('chats.kind', '=', 'private')
        .on('chats.account', '=', account),
    )
    .selectAll('people')
    .select(['identities.id as identity_id', 'chats.id as chat_id'])
    .where('people.phone', '=', sql<string>`any(${phones}::text[])`)
    .orderBy('people.phone')
    .execute()
  return rows.map((row) => ({ person: personOf(row), chatId: row.chat_id, identityId: row.identity_id }))
}
