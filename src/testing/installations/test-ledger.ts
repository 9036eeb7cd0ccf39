import { randomUUID } from 'node:crypto'
import { claimKey } from '../../dispatch/postgres-claims.ts'
import { digestOf } from '../../envelope/digest.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import type { Safety } from '../../envelope/lifecycle.ts'
import type { Chain } from '../../execution/plan/chain.ts'
import { confirmEnvelope } from '../../ledger/commands/confirmations.ts'
import type { LedgerDb } from '../../ledger/database.ts'
import { insertEnvelope, loadEnvelope } from '../../ledger/commands/envelopes.ts'
import { openLedger, type Ledger } from '../../ledger/open-ledger.ts'
import { createSecrets, type Secrets } from '../../ledger/secrets/secrets.ts'
import { tokenMac } from '../../ledger/commands/tokens.ts'
import { changePeople } from './change-people.ts'
import { createLedgerDatabase, type TestDatabase } from './test-database.ts'

/** What a test says about a command; the rest is made up. */
export type TestCommand = {
  readonly safety?: Safety
  readonly chain?: Chain
  readonly action?: string
  /** The order that it is about. */
  readonly target?: string
  readonly args?: Envelope['args']
  /** What was looked up for it. */
  readonly facts?: Envelope['sayso']['facts']
  readonly baseKey?: string
  readonly again?: number
  /** How many others its issuance has. */
  readonly others?: number
  readonly messageIds?: readonly string[]
  readonly token?: string
}

/** A ledger of one's own, with a person in a chat who asks for commands. */
export type TestLedger = {
  readonly database: TestDatabase
  readonly ledger: Ledger
  readonly secrets: Secrets
  readonly lane: { readonly chatId: string; readonly identityId: string; readonly personId: string }
  /** Stores a command that waits for its confirmation; returns its id. */
  readonly accept: (command?: TestCommand) => Promise<string>
  /** Stores a command that is confirmed and holds its key, which is its id; returns its id. */
  readonly confirm: (command?: TestCommand) => Promise<string>
  readonly close: () => Promise<void>
}

export async function createTestLedger(): Promise<TestLedger> {
  const database = await createLedgerDatabase()
  const ledger = await openLedger({ url: database.url, schema: database.schema })
  const secrets = createSecrets('a secret of tests that is long enough to be taken')
  const [person] = await changePeople<{ id: string }>(
    { db: ledger.db, secrets },
    `insert into people (phone, name, roles, language, time_zone, source) values ('+1', 'Ana', '{owner}', 'en', 'UTC', 'test') returning id`,
  )
  const idOf = async (text: string) =>
    (await database.pool.query<{ id: string }>(`${text} returning id`)).rows[0]?.id ?? ''
  const lane = {
    chatId: await idOf(
      `insert into chats (account, channel, kind, external) values ('a', 'terminal', 'private', '+1')`,
    ),
    identityId: await idOf(`insert into identities (kind, value) values ('phone', '+1')`),
    personId: person?.id ?? '',
  }

  return {
    database,
    ledger,
    secrets,
    lane,
    accept: (command) => acceptIn({ db: ledger.db, secrets }, lane, command),
    confirm: (command) => confirmIn({ db: ledger.db, secrets }, lane, command),
    close: async () => {
      await ledger.close()
      await database.close()
    },
  }
}

type Store = { readonly db: LedgerDb; readonly secrets: Secrets }

async function acceptIn({ db, secrets }: Store, lane: TestLedger['lane'], command: TestCommand = {}): Promise<string> {
  const commandId = randomUUID()
  const envelope = envelopeOf(commandId, lane, command)
  const bound = { ...lane, commandId, digest: digestOf(envelope) }
  const mac = command.token === undefined ? null : tokenMac(secrets, bound, command.token)
  await insertEnvelope(db, envelope, { ...lane, status: 'accepted', tokenMac: mac, expiresAt: null })
  return commandId
}

/** Stores a command in this lane that is confirmed and holds its key, which is its id; returns its id. */
export async function confirmIn(store: Store, lane: TestLedger['lane'], command?: TestCommand): Promise<string> {
  const commandId = await acceptIn(store, lane, command)
  const now = new Date()
  await claimKey(store.db, { key: commandId, commandId, windowMs: 60_000, held: true, now })
  const stored = await loadEnvelope(store.db, commandId)
  if (stored === null) throw new Error('The command that was stored is not there')
  await confirmEnvelope(store.db, store.secrets, { ...stored, commandId }, now)
  return commandId
}

function envelopeOf(
  commandId: string,
  { chatId, identityId, personId }: TestLedger['lane'],
  {
    safety = 'mutation',
    chain = [],
    action = 'Archive',
    target,
    args = {},
    facts = {},
    baseKey = commandId,
    again = 0,
    others = 0,
    messageIds = ['m1'],
  }: TestCommand,
): Envelope {
  return {
    command_id: commandId,
    timestamp: new Date().toISOString(),
    actor: { user_id: personId, channel: 'terminal', auth_context_id: identityId },
    intent: { entity: 'Order', action, target: target === undefined ? null : { id: target } },
    args,
    confirmation: { required: safety !== 'read', method: safety === 'read' ? 'none' : 'yes' },
    idempotency_key: safety === 'read' ? null : commandId,
    trace: { conversation_id: chatId, message_ids: messageIds },
    sayso: {
      ref: commandId.slice(0, 13),
      name: action.toUpperCase(),
      safety,
      chain,
      facts,
      actor: { language: 'en', time_zone: 'UTC' },
      catalogue: 'test',
      base_key: safety === 'read' ? null : baseKey,
      issuance: { again, others },
      window_ms: 60_000,
      while_paused: false,
    },
  }
}
