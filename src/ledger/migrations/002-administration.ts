import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * Administration by chat: what the chat changed of a person, settings, effects that happen once, the code of the first owner,
 * lockouts; and erasure. What is erased of an envelope, its outcome and its journal is decided here, below all code: the
 * guards let exactly that be taken away, once, and only when the command is over. The digest of the envelope stays, and with it
 * the chain of evidence, which holds digests and no documents.
 */
export const administration = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `alter table people add column chat_fields text[] not null default '{}', add column forgotten_at timestamptz`,
  `create table forgotten_phones (mac bytea primary key, at timestamptz not null)`,
  `create table settings (
    name text primary key,
    value jsonb not null,
    changed_by uuid references people,
    changed_at timestamptz not null
  )`,
  `create table admin_effects (effect_id text primary key, output jsonb not null, at timestamptz not null default now())`,
  `create table owner_codes (
    mac bytea primary key,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table lockouts (
    identity_id uuid primary key references identities,
    refused_at timestamptz[] not null default '{}',
    locked_until timestamptz
  )`,
  `create table unfinished_erasures (command_id uuid primary key references envelopes, since timestamptz not null)`,
  `alter table envelopes add column erased_at timestamptz`,
  // CCP's own names stay, and what they name by id; arguments, target and what was shown about the world go.
  `create function erased_document(document jsonb) returns jsonb language sql immutable return
    jsonb_set(jsonb_set(jsonb_set(document, '{args}', '{}'), '{intent,target}', 'null'), '{sayso,facts}', '{}')`,
  `create function erased_outcome(outcome jsonb) returns jsonb language sql immutable return
    case when outcome is null or jsonb_typeof(outcome) = 'null' then outcome
      else (outcome - 'explanation') || case when outcome->>'kind' = 'failed' then '{"outputs":{},"explanation":""}'::jsonb
        else '{"outputs":{}}'::jsonb end end`,
  `create function erased_entry(entry jsonb) returns jsonb language sql immutable return
    (entry - '{meta,prepared,output,explanation}'::text[]) || '{"erased":true}'::jsonb`,
  `create function guard_erasure() returns trigger language plpgsql as $$
  declare expected envelopes%rowtype;
  begin
    if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null then
      if old.status in ('accepted', 'confirmed') then
        raise exception 'an envelope is erased when its command is over, not while it is %', old.status using errcode = 'restrict_violation';
      end if;
      expected := old;
      expected.document := erased_document(old.document);
      expected.outcome := erased_outcome(old.outcome);
      expected.target_id := null;
      expected.token_mac := null;
      expected.erased_at := new.erased_at;
      if new is distinct from expected then
        raise exception 'an erasure takes away what is personal and nothing else' using errcode = 'restrict_violation';
      end if;
      return new;
    end if;
    raise exception 'an erasure is not taken back' using errcode = 'restrict_violation';
  end $$`,
  `drop trigger envelopes_lifecycle on envelopes`,
  `create trigger envelopes_lifecycle before insert or delete on envelopes for each row execute function guard_envelope()`,
  `create trigger envelopes_moved before update on envelopes for each row
    when (old.erased_at is not distinct from new.erased_at) execute function guard_envelope()`,
  `create trigger envelopes_erased before update on envelopes for each row
    when (old.erased_at is distinct from new.erased_at) execute function guard_erasure()`,
  `create function guard_journal() returns trigger language plpgsql as $$
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
    end if;
    raise exception 'journal is append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $$`,
  `drop trigger journal_append_only on journal`,
  `create trigger journal_append_only before update or delete on journal for each row execute function guard_journal()`,
]
