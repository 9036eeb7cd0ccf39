import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * What vouches for the rows of the inbox, so that they are known from those that somebody has written into the table; and when one was set
 * aside because nothing did.
 */
export const vouchedInbox = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `alter table inbox add column code bytea, add column set_aside_at timestamptz`,
  `create index inbox_set_aside on inbox (seq) where set_aside_at is not null`,
]
