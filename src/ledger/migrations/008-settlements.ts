import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * What people found out about commands of which it could not be told whether they happened. The command keeps its terminal state
 * (CCP VI.B); who was wrong says so in another row, and the newest one holds.
 */
export const settlements = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `create table settlements (
    id bigint generated always as identity primary key,
    command_id uuid not null references envelopes,
    verdict text not null check (verdict in ('happened', 'not_happened')),
    settled_by uuid not null references envelopes,
    at timestamptz not null
  )`,
  `create index settlements_command on settlements (command_id, id)`,
  `create trigger settlements_append_only before update or delete on settlements for each row execute function refuse_change()`,
  `create trigger settlements_never_emptied before truncate on settlements for each statement execute function refuse_change()`,
  `create view verdicts as select distinct on (command_id) command_id, verdict, at from settlements order by command_id, id desc`,
]
