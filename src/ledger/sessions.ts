import type { Executor } from './database.ts'
import { emptySession, type Session } from '../conversation/session.ts'

type Lane = { readonly chatId: string; readonly identityId: string }

/** What a person has open in a chat; nothing, when they never spoke there. */
export async function loadSession(db: Executor, { chatId, identityId }: Lane): Promise<Session> {
  const row = await db
    .selectFrom('sessions')
    .select('state')
    .where('chat_id', '=', chatId)
    .where('identity_id', '=', identityId)
    .executeTakeFirst()
  // Written by `saveSession` alone; fields that a newer version adds begin empty.
  return { ...emptySession, ...(row?.state as Partial<Session> | undefined) }
}

export async function saveSession(
  db: Executor,
  { chatId, identityId }: Lane,
  session: Session,
  now: Date,
): Promise<void> {
  const state = JSON.stringify(session)
  await db
    .insertInto('sessions')
    .values({ chat_id: chatId, identity_id: identityId, state, updated_at: now })
    .onConflict((conflict) => conflict.columns(['chat_id', 'identity_id']).doUpdateSet({ state, updated_at: now }))
    .execute()
}
