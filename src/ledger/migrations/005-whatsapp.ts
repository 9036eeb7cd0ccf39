import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * What a WhatsApp number needs: who owns it (a lease whose epoch fences every write), its keys (sealed, under names that tell
 * nothing), what came in and is not in the inbox yet, under which wire ids replies left, and how a person is addressed.
 */
export const whatsapp = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `create table whatsapp_accounts (
    account text primary key,
    epoch bigint not null default 0,
    owner text,
    until timestamptz,
    creds bytea,
    phone text
  )`,
  `create table whatsapp_keys (
    account text not null references whatsapp_accounts,
    type text not null,
    id bytea not null,
    value bytea not null,
    primary key (account, type, id)
  )`,
  `create table whatsapp_inbound (
    account text not null references whatsapp_accounts,
    digest bytea not null,
    seq bigint generated always as identity,
    content bytea,
    sender text,
    message_id text,
    received_at timestamptz not null default now(),
    done_at timestamptz,
    primary key (account, digest)
  )`,
  `create index whatsapp_inbound_unfinished on whatsapp_inbound (account, seq) where done_at is null`,
  `create index whatsapp_inbound_message on whatsapp_inbound (account, message_id) where content is not null`,
  `create index whatsapp_inbound_age on whatsapp_inbound (received_at)`,
  `create table whatsapp_sent (
    account text not null,
    message_id text not null,
    reply_id text not null,
    part integer not null,
    media bytea,
    recipient text not null,
    created_at timestamptz not null default now(),
    acked_at timestamptz,
    primary key (account, message_id)
  )`,
  `create index whatsapp_sent_age on whatsapp_sent (created_at)`,
  `create table whatsapp_contacts (
    account text not null,
    sender text not null,
    jid text not null,
    primary key (account, sender)
  )`,
]
