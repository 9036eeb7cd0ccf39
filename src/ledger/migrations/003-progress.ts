import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/** What a worker tells of a run that takes its time waits in the person's lane, and is said by editing one reply. */
export const progress = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `alter table inbox drop constraint inbox_kind_check,
    add constraint inbox_kind_check check (kind in ('message', 'outcome', 'expiry', 'progress'))`,
  `alter table outbox add column edits text`,
]
