/**
 * Decrypting once and for all. The keys that a message advances are stored together with its words, so that whatever is killed
 * after that finds the words again; the library sends its receipt only when decrypting is over, and here it is over when the
 * message is in the inbox. The same ciphertext once more gives the same words once more.
 *
 * Encrypting is stored before anything leaves: the library would keep the advanced keys in memory until its message is on the
 * wire, and a process killed in between would use a key twice.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type {
  BinaryNode,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
  SocketConfig,
} from '@whiskeysockets/baileys'
import { makeLibSignalRepository } from '@whiskeysockets/baileys/lib/Signal/libsignal.js'
import { RetryableError, TerminalError } from '../../errors.ts'
import type { WhatsAppInbound } from '../../ledger/whatsapp-keys.ts'
import { inboundKind } from './auth-state.ts'

/** What the channel does with decrypted messages. */
export type Journal = {
  /** The node that a ciphertext came in. */
  readonly nodeOf: (ciphertext: Uint8Array) => BinaryNode | undefined
  /** The message as it is to be stored. */
  readonly record: (digest: Buffer, node: BinaryNode, plaintext: Uint8Array) => WhatsAppInbound
  /** What a ciphertext said that was decrypted before; `null` when it never was. */
  readonly recall: (digest: Buffer) => Promise<Uint8Array | null>
  /** The words are stored: takes them to the inbox. Never rejects. */
  readonly take: (digest: Buffer, node: BinaryNode, plaintext: Uint8Array) => Promise<void>
  /**
   * The ledger does not take it, so nobody may hear that it was received: the connection is to end at once, and the message comes
   * again with the next one.
   */
  readonly notStored: (error: unknown) => void
  /** It cannot be decrypted, and never was: it is asked for again. */
  readonly failed: (node: BinaryNode) => void
  /** A ciphertext was dealt with, one way or the other. */
  readonly over: (ciphertext: Uint8Array) => void
}

/** The library's own repository, with both made durable. */
export function createDurableRepository(
  journal: Journal,
  ...[auth, logger, pnToLid]: Parameters<SocketConfig['makeSignalRepository']>
): SignalRepositoryWithLIDStore {
  const repository = makeLibSignalRepository(auth, logger, pnToLid)
  // The library always gives one that knows transactions.
  const keys = auth.keys as SignalKeyStoreWithTransaction
  const outside = AsyncLocalStorage.snapshot()
  const learn = repository.lidMapping.storeLIDPNMappings.bind(repository.lidMapping)
  repository.lidMapping.storeLIDPNMappings = (pairs) => outside(() => learn(pairs))

  /** Decrypts in a transaction of its own that also holds the words. */
  async function once(ciphertext: Uint8Array, lock: string, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const digest = createHash('sha256').update(ciphertext).digest()
    const node = journal.nodeOf(ciphertext)
    if (node === undefined) return decrypt()
    try {
      const plaintext = await decryptStoring(digest, node, lock, decrypt)
      await journal.take(digest, node, plaintext)
      return plaintext
    } finally {
      journal.over(ciphertext)
    }
  }

  async function decryptStoring(
    digest: Buffer,
    node: BinaryNode,
    lock: string,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    try {
      return await keys.transaction(async () => {
        const said = await decrypt()
        const record = { [inboundKind]: { [digest.toString('hex')]: journal.record(digest, node, said) } }
        // A kind of our own among the library's, which only stores it.
        await keys.set(record as unknown as Parameters<typeof keys.set>[0])
        return said
      }, lock)
    } catch (error) {
      if (error instanceof RetryableError || error instanceof TerminalError) {
        journal.notStored(error)
        throw error
      }
      const said = await journal.recall(digest)
      if (said !== null) return said
      journal.failed(node)
      throw error
    }
  }

  return {
    ...repository,
    decryptMessage: (message) =>
      outside(() => once(message.ciphertext, message.jid, () => repository.decryptMessage(message))),
    decryptGroupMessage: (message) =>
      outside(() => once(message.msg, message.group, () => repository.decryptGroupMessage(message))),
    encryptMessage: (message) => outside(() => repository.encryptMessage(message)),
    encryptGroupMessage: (message) => outside(() => repository.encryptGroupMessage(message)),
    injectE2ESession: (session) => outside(() => repository.injectE2ESession(session)),
    getSenderKeyDistributionMessage: (message) => outside(() => repository.getSenderKeyDistributionMessage(message)),
    hasSenderKey: (message) => outside(() => repository.hasSenderKey(message)),
    getSessionInfo: (jid) => outside(() => repository.getSessionInfo(jid)),
    validateSession: (jid) => outside(() => repository.validateSession(jid)),
    deleteSession: (jids) => outside(() => repository.deleteSession(jids)),
    migrateSession: (from, to) => outside(() => repository.migrateSession(from, to)),
  }
}
