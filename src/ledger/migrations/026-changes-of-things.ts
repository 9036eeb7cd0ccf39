import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * What changed a thing since some moment is found without looking at what was only read, of which a busy shop has a hundred times more,
 * most of it about no one thing. And what somebody wrote or was told, and what was told of a command, is found by whom and by what.
 */
export const changesOfThings = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `drop index envelopes_target`,
  `create index envelopes_changes on envelopes ((coalesce(target_id, '')), target_entity, settled_at) where safety <> 'read'`,
  `create index envelopes_erased on envelopes (target_entity, settled_at) where erased_at is not null`,
  `create index inbox_sender on inbox (sender_id, seq)`,
  `create index inbox_message on inbox (chat_id, message_id)`,
  `create index outbox_recipient on outbox (recipient_id, seq)`,
  `create index outbox_command on outbox (command_id) where command_id is not null`,
  // Without knowing what is in it the planner does not trust an index on an expression.
  `analyze envelopes, inbox, outbox`,
]
