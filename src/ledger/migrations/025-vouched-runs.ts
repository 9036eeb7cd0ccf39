import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/** What vouches for who runs a command and for what the run has done, so that it is known from what somebody has written into the tables. */
export const vouchedRuns = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

/** A code protects itself, and a change of the secret replaces it. */
const statements: readonly string[] = [
  `alter table runs add column code bytea`,
  `alter table journal add column code bytea`,
  `create or replace function guard_journal() returns trigger language plpgsql as $$
  declare expected journal%rowtype;
  begin
    if tg_op = 'UPDATE' then
      expected := old;
      expected.code := new.code;
      if new is not distinct from expected then
        return new;
      end if;
      expected.entry := erased_entry(old.entry);
      if new is not distinct from expected and exists (
        select from envelopes e where e.command_id = old.command_id and e.erased_at is not null
      ) then
        return new;
      end if;
      expected.entry := new.entry;
      if new is not distinct from expected and is_struck(old.entry, new.entry) and exists (
        select from envelopes e where e.command_id = old.command_id and e.struck_at is not null
      ) then
        return new;
      end if;
    end if;
    raise exception 'journal is append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $$`,
]
