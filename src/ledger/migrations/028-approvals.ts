import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/** What somebody else asks for, and what came of asking somebody else, wait in the lanes of those who are told; and are found again. */
export const approvals = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `alter table inbox drop constraint inbox_kind_check,
    add constraint inbox_kind_check check
      (kind in ('message', 'outcome', 'expiry', 'progress', 'settled', 'asked', 'recalled', 'answered'))`,
  `create index envelopes_asked_by on envelopes ((document #>> '{sayso,asked_by}'))
    where document #>> '{sayso,asked_by}' is not null`,
]
