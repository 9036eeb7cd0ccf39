import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * The values of secret arguments, sealed, for as long as something open needs them: an envelope that waits or runs, or a
 * question or wish on its way to one. When nothing does any more they go, at the end of the very transaction that ends it,
 * whoever ran it. Deferred, because within a transaction a secret may come before what needs it.
 */
export const keptSecrets = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const watched = [
  ['kept_secrets', 'insert or update', ''],
  ['sessions', 'update or delete', ''],
  ['envelopes', 'insert or update', `when (new.status not in ('accepted', 'confirmed'))`],
] as const

const statements = [
  `create table kept_secrets (
    chat_id uuid not null references chats,
    identity_id uuid not null references identities,
    id text not null,
    sealed bytea not null,
    kept_at timestamptz not null,
    primary key (chat_id, identity_id, id)
  )`,
  // Who keeps a secret and who drops unused ones of the same lane wait for each other's end.
  `create function lock_secrets(chat uuid, identity uuid) returns void language sql as $$
    select pg_advisory_xact_lock(hashtextextended('kept_secrets ' || chat || ' ' || identity, 0))
  $$`,
  `create function before_secret_is_kept() returns trigger language plpgsql as $$
  begin
    perform lock_secrets(new.chat_id, new.identity_id);
    return new;
  end $$`,
  `create trigger kept_secrets_one_at_a_time before insert on kept_secrets for each row execute function before_secret_is_kept()`,
  // The delete is a statement of its own after the lock, so that it sees what whoever held it has committed.
  `create function drop_unused_secrets(chat uuid, identity uuid) returns void language plpgsql as $$
  begin
    if not exists (select from kept_secrets k where k.chat_id = chat and k.identity_id = identity) then
      return;
    end if;
    perform lock_secrets(chat, identity);
    delete from kept_secrets k where k.chat_id = chat and k.identity_id = identity
      and not exists (select from envelopes e where e.chat_id = chat and e.identity_id = identity
        and e.status in ('accepted', 'confirmed') and position(k.id in e.document::text) > 0)
      and not exists (select from sessions s where s.chat_id = chat and s.identity_id = identity
        and position(k.id in concat(s.state->'question', s.state->'wishes')) > 0);
  end $$`,
  `create function after_secrets_may_be_unused() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      perform drop_unused_secrets(old.chat_id, old.identity_id);
    else
      perform drop_unused_secrets(new.chat_id, new.identity_id);
    end if;
    return null;
  end $$`,
  ...watched.map(
    ([table, events, condition]) =>
      `create constraint trigger ${table}_keep_no_unused_secret after ${events} on ${table} deferrable initially deferred
        for each row ${condition} execute function after_secrets_may_be_unused()`,
  ),
]
