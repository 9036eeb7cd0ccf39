import { sql } from 'kysely'
import type { Executor } from '../database.ts'

/**
 * The ids of the evidence of what somebody wrote while nobody knew them. It names no person, and is found by the messages under their
 * identities, whose rows stay. The id of a message is chosen by who sends it: in a group somebody else may have the same one. Which
 * identity wrote it is in the evidence, but for what is older; of that, what may be of two is taken for nobody's.
 */
export async function evidenceOfTurnedAway(db: Executor, identities: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id::text from inbox i join evidence e
      on e.kind = 'access.refused' and e.chat_id = i.chat_id and e.facts->>'message' = i.message_id
    where i.sender_id = any(${[...identities]}::uuid[]) and i.kind = 'message'
      and case when e.facts ? 'identity' then e.facts->>'identity' = i.sender_id::text
          else not exists (select from inbox other where other.account = i.account and other.chat_id = i.chat_id
                           and other.kind = 'message' and other.message_id = i.message_id
                           and other.sender_id <> i.sender_id) end`.execute(db)
  return rows.map(({ id }) => id)
}
