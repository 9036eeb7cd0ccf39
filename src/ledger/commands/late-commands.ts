import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { isBegun } from './has-begun.ts'

/** How many are handled in one round; the next one continues. */
const batchSize = 100

/** A command that nobody confirmed or began with in time. */
export type LateCommand = {
  readonly commandId: string
  readonly chatId: string
  readonly identityId: string
  readonly personId: string
}

/** Their lane has not been told yet. */
const isNotKnown = sql<boolean>`not exists (
  select from inbox i join chats c on c.account = i.account and c.id = i.chat_id
  where c.id = envelopes.chat_id and i.sender_id = envelopes.identity_id
    and i.kind = 'expiry' and i.message_id = envelopes.command_id::text)`

/**
 * The next commands in this status whose time was over before a moment, the longest late first; of previews not those of which their
 * lane knows already, for nobody may be serving it.
 */
export async function lateCommands(
  db: Executor,
  status: 'accepted' | 'confirmed',
  before: Date,
): Promise<LateCommand[]> {
  const time = status === 'accepted' ? 'expires_at' : 'confirmed_at'
  const rows = await db
    .selectFrom('envelopes')
    .select(['envelopes.command_id', 'envelopes.chat_id', 'envelopes.identity_id', 'envelopes.person_id'])
    .where('status', '=', status)
    .where('safety', '<>', 'read')
    .where((eb) => eb.not(isBegun('envelopes')))
    .where(time, '<=', before)
    .$if(status === 'accepted', (query) => query.where(isNotKnown))
    .orderBy(time)
    .limit(batchSize)
    .execute()
  return rows.map((row) => ({
    commandId: row.command_id,
    chatId: row.chat_id,
    identityId: row.identity_id,
    personId: row.person_id,
  }))
}
