import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * What a turn, HISTORY and QUEUE look for is found as quickly among the commands of years as among those of a day. What may be
 * missing is looked for as '', because Postgres finds nothing in an index by "is not distinct from".
 */
export const oldLedgers = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `drop index inbox_changes`,
  `create index inbox_changes on inbox (chat_id, (body #>> '{content,of}'), seq) where body #>> '{content,of}' is not null`,
  `drop index envelopes_target`,
  `create index envelopes_target on envelopes ((coalesce(target_id, '')), target_entity)`,
  `create index envelopes_person on envelopes (person_id, created_at)`,
  `create index envelopes_failed on envelopes (settled_at) where status = 'failed'`,
  `create index claims_command on claims (command_id)`,
  `create index evidence_asked on evidence using gin ((facts->'messages')) where kind in ('command.accepted', 'command.rejected')`,
  `create index evidence_confirmed on evidence ((facts->>'message')) where kind = 'command.confirmed'`,
  `create index evidence_person on evidence (person_id, at, id) where person_id is not null`,
  `create index evidence_at on evidence (at, id)`,
  // Without knowing what is in them the planner does not trust indexes on expressions.
  `analyze inbox, envelopes, evidence`,
]
