import { sql } from 'kysely'
import type { Person } from '../../access/person.ts'
import type { Executor } from '../database.ts'
import { ownerRows } from './owners.ts'
import { personOf } from './people.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** An owner, and where to tell them something that they did not ask for. */
export type OwnerChat = { readonly person: Person; readonly chatId: string; readonly identityId: string }

/** The private chats of all owners on an account; an owner who has never written there gets one. */
export async function ownerChats(
  db: Executor,
  secrets: Secrets,
  { account, channel }: { readonly account: string; readonly channel: string },
): Promise<readonly OwnerChat[]> {
  // In the same order everywhere, so that two callers at once do not deadlock.
  const phones = (await ownerRows(db, secrets)).map(({ phone }) => phone)
  const owners = sql`select phone from unnest(${phones}::text[]) as phone`
  await sql`insert into identities (kind, value) select 'phone', phone from (${owners}) as owner on conflict do nothing`.execute(
    db,
  )
  await sql`
    insert into chats (account, channel, kind, external)
    select ${account}, ${channel}, 'private', phone from (${owners}) as owner on conflict do nothing`.execute(db)
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
