/**
 * Makes a ledger old: everything that is over in it is there many times more, from long before, under ids of its own, in the same
 * chats and by the same people. The chain of evidence goes on over it; that it happened cannot be proved, as it did not.
 */
import type { Pool } from 'pg'

/** Between two copies of what happened. */
const apart = `interval '6 minutes'`

/**
 * @param options.schema of the ledger
 * @param options.times how many copies are made of each row
 */
export async function ageLedger(
  pool: Pool,
  { schema, times }: { readonly schema: string; readonly times: number },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local search_path to ${schema}`)
    // The guards of the ledger let nothing begin as over.
    await client.query('set local session_replication_role = replica')
    for (const statement of statementsOf(`generate_series(1, ${times}) n`)) await client.query(statement)
    await client.query('commit')
    await client.query(`set search_path to ${schema}`)
    await client.query('vacuum (analyze)')
  } finally {
    client.release(true)
  }
}

function statementsOf(copies: string): readonly string[] {
  return [
    `insert into inbox (kind, account, chat_id, sender_id, message_id, body, sent_at, received_at, attempts, taken_at, done_at)
      select kind, account, chat_id, sender_id, case kind when 'message' then message_id || '-' || n else ${id('message_id')}::text end,
        body, ${before('sent_at')}, ${before('received_at')}, attempts, ${before('taken_at')}, ${before('done_at')}
      from inbox, ${copies} where done_at is not null and kind in ('message', 'outcome') order by n desc, seq`,
    `insert into envelopes (command_id, ref, name, safety, status, reason, document, digest, idempotency_key, base_key, again,
        target_entity, target_id, chat_id, identity_id, person_id, created_at, expires_at, confirmed_at, settled_at, outcome)
      select ${id('command_id')}, ref || n, name, safety, status, reason, ${agedDocument}, digest, idempotency_key || n, base_key || n, again,
        target_entity, target_id || '-' || n, chat_id, identity_id, person_id, ${before('created_at')}, ${before('expires_at')},
        ${before('confirmed_at')}, ${before('settled_at')}, outcome
      from envelopes, ${copies} where settled_at is not null order by n desc, created_at`,
    `insert into claims (key, command_id, claimed_at, until, held)
      select key || n, ${id('command_id')}, ${before('claimed_at')}, ${before('until')}, false from claims, ${copies}`,
    `insert into runs select ${id('command_id')}, epoch, owner, ${before('started_at')}, ${before('finished_at')} from runs, ${copies}`,
    `insert into journal (command_id, epoch, step, kind, entry, at)
      select ${id('command_id')}, epoch, step, kind, entry, ${before('at')} from journal, ${copies}`,
    `insert into outbox (id, account, chat_id, recipient_id, reply_to, about, body, command_id, has_token, created_at, attempts, sent_at)
      select id || '-' || n, account, chat_id, recipient_id, reply_to || '-' || n, about, body, ${id('command_id')}, has_token,
        ${before('created_at')}, attempts, ${before('sent_at')}
      from outbox, ${copies} where sent_at is not null order by n desc, seq`,
    `insert into evidence (at, kind, command_id, chat_id, person_id, facts, payload_digest)
      select ${before('at')}, kind, ${id('command_id')}, chat_id, person_id, (case
          when facts ? 'messages' then jsonb_set(facts, '{messages}', (select jsonb_agg(m || '-' || n) from jsonb_array_elements_text(facts->'messages') m))
          when facts ? 'message' then jsonb_set(facts, '{message}', to_jsonb(facts->>'message' || '-' || n))
          else facts end) - 'digest' - 'settledAt'
          || case when facts ? 'ref' then jsonb_build_object('ref', facts->>'ref' || n) else '{}' end, null
      from evidence, ${copies} order by n desc, id`,
  ]
}

/** The id of the copy `n` of what has this one. */
function id(column: string): string {
  return `md5(${column}::text || n)::uuid`
}

/** It says what it is filed under, and when it was made; its digest, and what else tells the time, is left out of what is recorded of it. */
const agedDocument = Object.entries({
  '{timestamp}': `to_char((${before('created_at')}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  '{command_id}': id('command_id'),
  '{idempotency_key}': 'idempotency_key || n',
  '{sayso,ref}': 'ref || n',
  '{sayso,base_key}': 'base_key || n',
  '{intent,target,id}': `target_id || '-' || n`,
}).reduce(
  (document, [path, value]) => `jsonb_set(${document}, '${path}', coalesce(to_jsonb(${value}), 'null'))`,
  'document',
)

function before(column: string): string {
  return `${column} - n * ${apart} - interval '1 day'`
}
