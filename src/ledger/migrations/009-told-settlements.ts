import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/** What somebody else found out about a command waits in the lane of the person who asked for it. */
export const toldSettlements = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `alter table inbox drop constraint inbox_kind_check,
    add constraint inbox_kind_check check (kind in ('message', 'outcome', 'expiry', 'progress', 'settled'))`,
]
