import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/** Before a message is read it is looked for whether it was changed already; few are, and the index holds those alone. */
export const changedWords = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `create index inbox_changes on inbox (chat_id, (body #>> '{content,of}')) where body #>> '{content,of}' is not null`,
]
