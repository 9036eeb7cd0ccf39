import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/** Who else had the same done lately is found by what was asked for, about what, and when. */
export const sameWishes = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `create index envelopes_wish on envelopes (name, (coalesce(target_id, '')), confirmed_at) where confirmed_at is not null`,
  // Without knowing what is in it the planner does not trust an index on an expression.
  `analyze envelopes`,
]
