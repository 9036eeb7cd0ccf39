import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * What somebody said in words of their own can be struck out of a command when it names somebody who is forgotten, while the rest
 * of it stays. Below all code: only single values become the mark of struck words, only in the arguments, in what was heard and in
 * what came of it, and only when the command is over.
 */
export const struckTexts = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `alter table envelopes add column struck_at timestamptz`,
  `create function is_struck(before jsonb, after jsonb) returns boolean language plpgsql immutable as $$
  begin
    if before is not distinct from after then
      return true;
    end if;
    if jsonb_typeof(before) in ('string', 'number') then
      return after = '"••••"';
    end if;
    if jsonb_typeof(before) is distinct from jsonb_typeof(after) then
      return false;
    end if;
    if jsonb_typeof(before) = 'object' then
      return not exists (
        select from jsonb_each(before) b full join jsonb_each(after) a using (key)
        where b.value is null or a.value is null or not is_struck(b.value, a.value)
      );
    end if;
    if jsonb_typeof(before) = 'array' then
      return jsonb_array_length(before) = jsonb_array_length(after) and not exists (
        select from jsonb_array_elements(before) with ordinality b(value, at)
        join jsonb_array_elements(after) with ordinality a(value, at) using (at)
        where not is_struck(b.value, a.value)
      );
    end if;
    return false;
  end $$`,
  `create function guard_strike() returns trigger language plpgsql as $$
  declare expected envelopes%rowtype;
  begin
    expected := old;
    expected.struck_at := new.struck_at;
    expected.document := new.document;
    expected.outcome := new.outcome;
    if new.struck_at is null or old.status in ('accepted', 'confirmed') or new is distinct from expected
       or (new.document #- '{args}' #- '{trace,audio}') is distinct from (old.document #- '{args}' #- '{trace,audio}')
       or not is_struck(old.document->'args', new.document->'args')
       or not is_struck(old.document#>'{trace,audio}', new.document#>'{trace,audio}')
       or (new.outcome - '{outputs,explanation,said}'::text[]) is distinct from (old.outcome - '{outputs,explanation,said}'::text[])
       or not is_struck(old.outcome, new.outcome) then
      raise exception 'words are struck out of a command that is over, and nothing else of it changes' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `drop trigger envelopes_moved on envelopes`,
  `create trigger envelopes_moved before update on envelopes for each row
    when (old.erased_at is not distinct from new.erased_at and old.struck_at is not distinct from new.struck_at)
    execute function guard_envelope()`,
  `create trigger envelopes_struck before update on envelopes for each row
    when (old.erased_at is not distinct from new.erased_at and old.struck_at is distinct from new.struck_at)
    execute function guard_strike()`,
  `create or replace function guard_journal() returns trigger language plpgsql as $$
  declare expected journal%rowtype;
  begin
    if tg_op = 'UPDATE' then
      expected := old;
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
