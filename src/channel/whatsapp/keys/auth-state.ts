/**
 * The state of the pairing as the library wants it, kept in the ledger. Reads are cached, which is safe while this process owns
 * the number and no longer: a new owner starts with an empty cache. Writes of the same moment share one statement.
 */
import { BufferJSON, initAuthCreds, proto } from '@whiskeysockets/baileys'
import type { AuthenticationCreds, SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'
import { RetryableError, TerminalError } from '../../../errors.ts'
import type { LedgerDb } from '../../../ledger/database.ts'
import type { Secrets } from '../../../ledger/secrets/secrets.ts'
import {
  loadWhatsAppCreds,
  loadWhatsAppKeys,
  saveWhatsAppCreds,
  storeWhatsAppKeys,
  type WhatsAppInbound,
  type WhatsAppKey,
} from '../../../ledger/whatsapp/whatsapp-keys.ts'
import type { WhatsAppLease } from '../../../ledger/whatsapp/whatsapp-lease.ts'
import { phoneOfJid } from '../wire/identity.ts'
import { keepRecent } from '../wire/keep-recent.ts'

/** Sessions of some thousand contacts; what falls out is read again. */
const mostCached = 20_000

/** Beside the library's own kinds of keys: a message whose decryption advanced them, stored in the same breath. */
export const inboundKind = 'sayso-inbound'

export type AuthState = {
  readonly creds: AuthenticationCreds
  readonly keys: SignalKeyStore
  /** Stores the credentials as they are now. */
  readonly save: () => Promise<void>
  /** Stores a message whose decryption has advanced no keys. */
  readonly storeMessage: (message: WhatsAppInbound) => Promise<void>
  /** Resolves when everything that was to be stored is. */
  readonly settled: () => Promise<void>
}

/** Opens the state of a number under a lease; without a pairing it is that of a new device. */
export async function openAuthState(
  { db, secrets }: { readonly db: LedgerDb; readonly secrets: Secrets },
  lease: WhatsAppLease,
): Promise<AuthState> {
  const stored = await loadWhatsAppCreds(db, secrets, lease.account)
  const creds = stored === null ? initAuthCreds() : (parse(stored) as AuthenticationCreds)
  const write = createBatcher((batch) => storeWhatsAppKeys(db, secrets, lease, batch))
  let saving: Promise<void> = Promise.resolve()

  return {
    creds,
    keys: createKeyStore({
      load: (type, ids) => loadWhatsAppKeys(db, secrets, { account: lease.account, type, ids }),
      write: write.add,
    }),
    save: () => {
      // One after the other, each with what is true by then.
      saving = saving
        .catch(() => undefined)
        .then(() => saveWhatsAppCreds(db, secrets, lease, { creds: stringify(creds), phone: phoneIn(creds) }))
      return saving
    },
    storeMessage: (message) => write.add({ keys: [], inbound: [message] }),
    settled: async () => {
      await Promise.allSettled([saving, write.settled()])
    },
  }
}

/** The number of a finished pairing. */
function phoneIn({ me, account }: AuthenticationCreds): string | null {
  return account === undefined ? null : phoneOfJid(me?.id)
}

type Batch = { readonly keys: readonly WhatsAppKey[]; readonly inbound: readonly WhatsAppInbound[] }

function createKeyStore({
  load,
  write,
}: {
  readonly load: (type: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly write: (batch: Batch) => Promise<void>
}): SignalKeyStore {
  const cache = new Map<string, unknown>()

  const remember = (name: string, value: unknown) => keepRecent(cache, mostCached, name, value)

  async function get<Type extends keyof SignalDataTypeMap>(
    type: Type,
    ids: string[],
  ): Promise<{ [id: string]: SignalDataTypeMap[Type] }> {
    const missing = ids.filter((id) => !cache.has(`${type}/${id}`))
    const loaded = missing.length === 0 ? null : await load(type, missing).catch(notStored)
    for (const id of missing) {
      const value = loaded?.get(id)
      // Meanwhile it may have been written: what was written is newer.
      if (!cache.has(`${type}/${id}`)) remember(`${type}/${id}`, value === undefined ? null : revive(type, value))
    }
    const found = ids.map((id) => [id, cache.get(`${type}/${id}`) ?? null] as const)
    // Only values of this type are kept under its name.
    return Object.fromEntries(found.filter(([, value]) => value !== null)) as { [id: string]: SignalDataTypeMap[Type] }
  }

  async function set(data: SignalDataSet): Promise<void> {
    const keys: WhatsAppKey[] = []
    const inbound: WhatsAppInbound[] = []
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values)) {
        if (type === inboundKind) {
          // Put there by the repository of this folder alone.
          inbound.push(value)
          continue
        }
        remember(`${type}/${id}`, value ?? null)
        keys.push({ type, id, value: value == null ? null : stringify(value) })
      }
    }
    try {
      await write({ keys, inbound })
    } catch (error) {
      // What is stored is not known now.
      for (const { type, id } of keys) cache.delete(`${type}/${id}`)
      return notStored(error)
    }
  }

  return { get, set }
}

/** What the ledger could not do is told from what cannot be decrypted: it passes, and the message comes again. */
function notStored(cause: unknown): never {
  if (cause instanceof TerminalError) throw cause
  throw new RetryableError('whatsapp_unusable', 'Keys of WhatsApp could not be stored', { cause, retryAfterMs: 1000 })
}

function revive(type: string, value: string): unknown {
  const parsed = parse(value)
  return type === 'app-state-sync-key'
    ? proto.Message.AppStateSyncKeyData.fromObject(
        parsed as Parameters<typeof proto.Message.AppStateSyncKeyData.fromObject>[0],
      )
    : parsed
}

/** Values that came out of `stringify`. */
function parse(text: string): unknown {
  return JSON.parse(text, BufferJSON.reviver)
}

function stringify(value: unknown): string {
  return JSON.stringify(value, BufferJSON.replacer)
}

/** Writes what comes while a write is under way together, in the next one. */
function createBatcher(write: (batch: Batch) => Promise<void>): {
  readonly add: (batch: Batch) => Promise<void>
  readonly settled: () => Promise<void>
} {
  let current: Promise<void> = Promise.resolve()
  let next: { keys: Map<string, WhatsAppKey>; inbound: WhatsAppInbound[]; done: Promise<void> } | null = null

  function add({ keys, inbound }: Batch): Promise<void> {
    next ??= open()
    for (const key of keys) next.keys.set(`${key.type}/${key.id}`, key)
    next.inbound.push(...inbound)
    return next.done
  }

  function open(): NonNullable<typeof next> {
    const batch = { keys: new Map<string, WhatsAppKey>(), inbound: [] as WhatsAppInbound[] }
    const done = current
      .catch(() => undefined)
      .then(() => {
        next = null
        return write({ keys: [...batch.keys.values()], inbound: batch.inbound })
      })
    current = done
    return { ...batch, done }
  }

  return { add, settled: () => current }
}
