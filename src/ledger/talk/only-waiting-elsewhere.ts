import type { WaitsElsewhere } from '../../conversation/lookup.ts'
import type { Executor } from '../database.ts'

/**
 * The one preview that waits for this person in other chats; `null` when none does, or when it is unclear which one is
 * meant.
 */
export async function onlyWaitingElsewhere(
  db: Executor,
  { chatId, personId, now }: { readonly chatId: string; readonly personId: string; readonly now: Date },
): Promise<WaitsElsewhere | null> {
  const [only, ...others] = await db
    .selectFrom('envelopes')
    .innerJoin('chats', 'chats.id', 'envelopes.chat_id')
    .select(['ref', 'chats.kind'])
    .where('person_id', '=', personId)
    .where('chat_id', '<>', chatId)
    .where('status', '=', 'accepted')
    // Reads wait for nobody.
    .where('expires_at', '>', now)
    .limit(2)
    .execute()
  return only === undefined || others.length > 0 ? null : { ref: only.ref, chatKind: only.kind }
}
