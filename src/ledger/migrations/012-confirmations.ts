import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/** What a confirmation leaves, so that a worker knows it from one that somebody has written into the table. */
export const confirmations = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [`alter table envelopes add column confirmation_mac bytea`]
