import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { CommandStatus, ReasonCode, Safety, Finding, Verdict } from '../envelope/lifecycle.ts'
import type { Json, JsonObject } from '../json.ts'

/** The tables of the ledger as `migrations/` makes them. */
export type Database = {
  installation: { id: string; key_id: string; created_at: Generated<Date> }
  people: {
    id: Generated<string>
    phone: string
    name: string
    roles: string[]
    language: string
    time_zone: string
    active: Generated<boolean>
    source: string
    /** The columns that were last changed in the chat; the people file leaves them alone. */
    chat_fields: Generated<string[]>
    forgotten_at: Generated<Date | null>
    /** Vouches for their rights (`vouched-people.ts`). */
    code: Generated<Buffer | null>
    /** When they last lost all their rights. */
    removed_at: Generated<Date | null>
  }
  forgotten_phones: { mac: Buffer; at: Date }
  settings: { name: string; value: JsonColumn; changed_by: string | null; changed_at: Date }
  admin_effects: { effect_id: string; output: JsonColumn; at: Generated<Date> }
  owner_codes: { mac: Buffer; created_at: Date; expires_at: Date; used_at: Date | null }
  lockouts: { identity_id: string; refused_at: Date[]; locked_until: Date | null }
  unfinished_erasures: { command_id: string; since: Date }
  unfinished_strikes: { command_id: string; sealed: Buffer; since: Date }
  identities: { id: Generated<string>; kind: 'phone' | 'lid'; value: string }
  chats: { id: Generated<string>; account: string; channel: string; kind: 'private' | 'group'; external: string }
  inbox: {
    seq: Generated<string>
    kind: 'message' | 'outcome' | 'expiry' | 'progress' | 'settled' | 'asked' | 'recalled' | 'answered'
    account: string
    chat_id: string
    sender_id: string
    message_id: string
    body: JsonColumn
    sent_at: Date
    received_at: Date
    attempts: Generated<number>
    taken_at: Date | null
    done_at: Date | null
    /** Vouches for the row (`vouched-inbox.ts`). */
    code: Generated<Buffer | null>
    /** When it was closed without anything being done for it, because nothing vouched for it. */
    set_aside_at: Generated<Date | null>
  }
  sessions: {
    chat_id: string
    identity_id: string
    state: JsonColumn
    updated_at: Date
    /** Vouches for what is open (`sessions.ts`). */
    code: Generated<Buffer | null>
  }
  /** Values of secret arguments, kept for as long as something open refers to them. */
  kept_secrets: { chat_id: string; identity_id: string; id: string; sealed: Buffer; kept_at: Date }
  envelopes: {
    command_id: string
    ref: string
    name: string
    safety: Safety
    status: CommandStatus
    reason: ReasonCode | null
    document: JsonColumn
    digest: string
    idempotency_key: string | null
    base_key: string | null
    again: number
    target_entity: string
    target_id: string | null
    chat_id: string
    identity_id: string
    person_id: string
    token_mac: Buffer | null
    wrong_tries: Generated<number>
    created_at: Date
    expires_at: Date | null
    confirmed_at: Date | null
    confirmation_mac: Generated<Buffer | null>
    settled_at: Date | null
    outcome: NullableJsonColumn
    /** When its personal content was erased; the digest stays that of the complete document. */
    erased_at: Generated<Date | null>
    /** When words that named somebody who was forgotten were last struck out of it; the digest stays that of the complete document. */
    struck_at: Generated<Date | null>
  }
  claims: { key: string; command_id: string; claimed_at: Date; until: Date; held: Generated<boolean> }
  /** What somebody found out about a command that may have happened; a command's newest row counts. */
  settlements: {
    id: Generated<string>
    command_id: string
    verdict: Verdict
    settled_by: string
    at: Date
  }
  /** The newest settlement of each command: what somebody said, and what follows from it for the whole command. */
  verdicts: { command_id: string; verdict: Finding; at: Date; said: Verdict }
  runs: {
    command_id: string
    epoch: number
    owner: string
    started_at: Date
    finished_at: Date | null
    code: Buffer | null
  }
  journal: {
    seq: Generated<string>
    command_id: string
    epoch: number
    step: string
    kind: string
    entry: JsonColumn
    at: Generated<Date>
    code: Buffer | null
  }
  outbox: {
    seq: Generated<string>
    id: string
    account: string
    chat_id: string
    recipient_id: string
    reply_to: string | null
    /** The reply that this one replaces. */
    edits: string | null
    about: string
    body: Buffer
    command_id: string | null
    has_token: boolean
    created_at: Date
    attempts: Generated<number>
    /** When it left, or when it was clear that it never will: it was replaced, blanked or given up. */
    sent_at: Date | null
  }
  evidence: {
    id: Generated<string>
    at: Date
    kind: string
    command_id: string | null
    chat_id: string | null
    person_id: string | null
    facts: JsonColumn
    payload_digest: Buffer | null
  }
  evidence_payloads: { evidence_id: string; payload: Buffer | null; erased_at: Date | null }
  /** `key_id` names the key that made the seal; `null` means the first key that the ledger had. */
  evidence_seals: { seq: string; evidence_id: string; mac: Buffer; sealed_at: Date; key_id: Generated<string | null> }
  /** Keys of earlier root secrets with which codes are still checked, sealed with the current root. */
  carried_keys: { rotation: number; key_id: string; purpose: string; sealed: Buffer }
  whatsapp_accounts: {
    account: string
    /** Goes up with every new owner; a write under an older epoch is refused. */
    epoch: Generated<string>
    owner: string | null
    until: Date | null
    creds: Buffer | null
    phone: string | null
    /** Why its owner cannot serve it at the moment, in words for whoever can help; `null` while it is served. */
    trouble: string | null
    trouble_since: Date | null
  }
  whatsapp_keys: { account: string; type: string; id: Buffer; value: Buffer }
  whatsapp_inbound: {
    account: string
    /** Of the ciphertext, which is the same when a message is delivered again. */
    digest: Buffer
    seq: Generated<string>
    content: Buffer | null
    sender: string | null
    message_id: string | null
    received_at: Generated<Date>
    done_at: Date | null
  }
  whatsapp_sent: {
    account: string
    message_id: string
    reply_id: string
    part: number
    media: Buffer | null
    recipient: string
    created_at: Generated<Date>
    acked_at: Date | null
  }
  whatsapp_contacts: { account: string; sender: string; jid: string }
}

/** JSON goes in as text and comes out parsed. */
type JsonColumn = JSONColumnType<JsonObject>
type NullableJsonColumn = ColumnType<Json | null, string | null, string | null>

/** The ledger's pool of connections. */
export type LedgerDb = Kysely<Database>

/** What a query can run on: the pool, or the transaction that it belongs to. */
export type Executor = LedgerDb | Transaction<Database>
