import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * The record. What must never happen is refused here, below all code: an illegal status, a changed envelope, a
 * mutation without a stored confirmation, a changed or deleted evidence row.
 */
export const ledger = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `create table installation (
    only_one boolean primary key default true check (only_one),
    id text not null,
    key_id text not null,
    created_at timestamptz not null default now()
  )`,
  `create table people (
    id uuid primary key default gen_random_uuid(),
    phone text not null unique,
    name text not null,
    roles text[] not null,
    language text not null,
    time_zone text not null,
    active boolean not null default true,
    source text not null
  )`,
  `create table identities (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('phone', 'lid')),
    value text not null,
    unique (kind, value)
  )`,
  `create table chats (
    id uuid primary key default gen_random_uuid(),
    account text not null,
    channel text not null,
    kind text not null check (kind in ('private', 'group')),
    external text not null,
    unique (account, kind, external)
  )`,
  `create table inbox (
    seq bigint generated always as identity primary key,
    kind text not null check (kind in ('message', 'outcome', 'expiry')),
    account text not null,
    chat_id uuid not null references chats,
    sender_id uuid not null references identities,
    message_id text not null,
    body jsonb not null,
    sent_at timestamptz not null,
    received_at timestamptz not null,
    attempts integer not null default 0,
    taken_at timestamptz,
    done_at timestamptz,
    unique (account, chat_id, sender_id, kind, message_id)
  )`,
  `create index inbox_unfinished on inbox (account, chat_id, seq) where done_at is null`,
  `create table sessions (
    chat_id uuid not null references chats,
    identity_id uuid not null references identities,
    state jsonb not null,
    updated_at timestamptz not null,
    primary key (chat_id, identity_id)
  )`,
  `create table envelopes (
    command_id uuid primary key,
    ref text not null unique,
    name text not null,
    safety text not null check (safety in ('read', 'mutation', 'destructive')),
    status text not null check (status in ('accepted', 'confirmed', 'executed', 'rejected', 'failed', 'compensated')),
    reason text,
    document jsonb not null,
    digest text not null,
    idempotency_key text,
    base_key text,
    again integer not null default 0,
    target_entity text not null,
    target_id text,
    chat_id uuid not null references chats,
    identity_id uuid not null references identities,
    person_id uuid not null references people,
    token_mac bytea,
    wrong_tries integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz,
    confirmed_at timestamptz,
    settled_at timestamptz,
    outcome jsonb,
    constraint mutations_are_keyed check (safety = 'read' or status = 'rejected' or idempotency_key is not null),
    constraint nothing_mutates_unconfirmed check (safety = 'read' or status in ('accepted', 'rejected') or confirmed_at is not null)
  )`,
  `create index envelopes_open on envelopes (status, confirmed_at) where status in ('accepted', 'confirmed')`,
  `create index envelopes_base on envelopes (base_key, again) where base_key is not null`,
  `create index envelopes_target on envelopes (target_entity, target_id, settled_at)`,
  `create table claims (
    key text primary key,
    command_id uuid not null references envelopes,
    claimed_at timestamptz not null,
    until timestamptz not null,
    held boolean not null default true
  )`,
  `create table runs (
    command_id uuid primary key references envelopes,
    epoch integer not null,
    owner text not null,
    started_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create table journal (
    seq bigint generated always as identity primary key,
    command_id uuid not null references runs,
    epoch integer not null,
    step text not null,
    kind text not null,
    entry jsonb not null,
    at timestamptz not null default now()
  )`,
  `create index journal_command on journal (command_id, seq)`,
  `create table outbox (
    seq bigint generated always as identity primary key,
    id text not null unique,
    account text not null,
    chat_id uuid not null references chats,
    recipient_id uuid not null references identities,
    reply_to text,
    about text not null,
    body bytea not null,
    command_id uuid,
    has_token boolean not null default false,
    created_at timestamptz not null,
    attempts integer not null default 0,
    sent_at timestamptz
  )`,
  `create index outbox_unsent on outbox (account, seq) where sent_at is null`,
  `create index outbox_tokens on outbox (command_id) where has_token`,
  `create table evidence (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    kind text not null,
    command_id uuid,
    chat_id uuid,
    person_id uuid,
    facts jsonb not null,
    payload_digest bytea
  )`,
  `create index evidence_command on evidence (command_id) where command_id is not null`,
  `create table evidence_payloads (
    evidence_id bigint primary key references evidence,
    payload bytea,
    erased_at timestamptz
  )`,
  `create table evidence_seals (
    seq bigint primary key,
    evidence_id bigint not null unique references evidence,
    mac bytea not null,
    sealed_at timestamptz not null
  )`,
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
  end $$`,
  ...['evidence', 'evidence_seals', 'journal'].flatMap((table) => [
    `create trigger ${table}_append_only before update or delete on ${table} for each row execute function refuse_change()`,
    `create trigger ${table}_never_emptied before truncate on ${table} for each statement execute function refuse_change()`,
  ]),
  `create function guard_payload() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and new.evidence_id = old.evidence_id and new.payload is null and new.erased_at is not null and old.erased_at is null then
      return new;
    end if;
    raise exception 'evidence_payloads: a payload may be erased, nothing else (% refused)', tg_op using errcode = 'restrict_violation';
  end $$`,
  `create trigger evidence_payloads_erased_only before update or delete on evidence_payloads for each row execute function guard_payload()`,
  `create trigger evidence_payloads_never_emptied before truncate on evidence_payloads for each statement execute function refuse_change()`,
  `create function guard_envelope() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      raise exception 'envelopes are never deleted' using errcode = 'restrict_violation';
    end if;
    if tg_op = 'INSERT' then
      if new.status not in ('accepted', 'rejected') then
        raise exception 'an envelope begins as accepted or rejected, not %', new.status using errcode = 'restrict_violation';
      end if;
      return new;
    end if;
    if (new.command_id, new.ref, new.name, new.safety, new.document, new.digest, new.idempotency_key, new.base_key, new.again,
        new.target_entity, new.target_id, new.chat_id, new.identity_id, new.person_id, new.created_at, new.expires_at)
       is distinct from
       (old.command_id, old.ref, old.name, old.safety, old.document, old.digest, old.idempotency_key, old.base_key, old.again,
        old.target_entity, old.target_id, old.chat_id, old.identity_id, old.person_id, old.created_at, old.expires_at) then
      raise exception 'a stored envelope does not change' using errcode = 'restrict_violation';
    end if;
    if old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at then
      raise exception 'a confirmation does not change' using errcode = 'restrict_violation';
    end if;
    if old.outcome is not null and new.outcome is distinct from old.outcome then
      raise exception 'a recorded outcome does not change' using errcode = 'restrict_violation';
    end if;
    if new.status <> old.status and not (
      (old.status = 'accepted' and new.status = 'rejected')
      or (old.status = 'accepted' and new.status = 'confirmed' and old.safety <> 'read')
      or (old.status = 'accepted' and new.status in ('executed', 'failed') and old.safety = 'read')
      or (old.status = 'confirmed' and new.status in ('executed', 'failed', 'rejected'))
      or (old.status in ('executed', 'failed') and new.status = 'compensated')
    ) then
      raise exception 'a command does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger envelopes_lifecycle before insert or update or delete on envelopes for each row execute function guard_envelope()`,
  `create trigger envelopes_never_emptied before truncate on envelopes for each statement execute function refuse_change()`,
]
