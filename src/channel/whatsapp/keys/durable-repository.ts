/**
 * Decrypting once and for all. The keys that a message advances are stored together with its words, so that whatever is killed
 * after that finds the words again; the library sends its receipt only when decrypting is over, and here it is over when the
 * message is in the inbox. The same ciphertext once more gives the same words once more.
 *
 * Encrypting is stored before anything leaves: the library would keep the advanced keys in memory until its message is on the
 * wire, and a process killed in between would use a key twice.
 *
 * Whatever changes the session with one person waits for what does so already. The library locks by the name that it was given,
 * a number here and a LID there, though both have one session: what was decrypted and encrypted in the same moment would leave keys
 * with which nobody can read what is said next.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import {
  type BinaryNode,
  isLidUser,
  jidNormalizedUser,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
} from '@whiskeysockets/baileys'
import { makeLibSignalRepository } from '@whiskeysockets/baileys/lib/Signal/libsignal.js'
import { RetryableError, TerminalError } from '../../../errors.ts'
import type { WhatsAppInbound } from '../../../ledger/whatsapp/whatsapp-keys.ts'
import { inboundKind } from './auth-state.ts'
import { leaveNoTrace } from './leave-no-trace.ts'
import { createOneAtATime } from './one-at-a-time.ts'

/** What the channel does with decrypted messages. */
export type Journal = {
  /** The node that a ciphertext came in. */
  readonly nodeOf: (ciphertext: Uint8Array) => BinaryNode | undefined
  /** The message as it is to be stored, and what remains to be done once it is. */
  readonly record: (digest: Buffer, node: BinaryNode, plaintext: Uint8Array) => Promise<Recorded>
  /** What a ciphertext said that was decrypted before; `null` when it never was. */
  readonly recall: (digest: Buffer) => Promise<Uint8Array | null>
  /** The words are stored: takes them to the inbox. Never rejects. */
  readonly take: (digest: Buffer, node: BinaryNode, plaintext: Uint8Array) => Promise<void>
  /** It cannot be decrypted, and never was: it is asked for again. */
  readonly failed: (node: BinaryNode) => void
  /** A ciphertext was dealt with, one way or the other. */
  readonly over: (ciphertext: Uint8Array) => void
}

/** A message that was decrypted, and what takes it on its way once it is stored; that never rejects. */
export type Recorded = { readonly stored: WhatsAppInbound; readonly take: () => Promise<void> }

type Decrypt = () => Promise<Uint8Array>
type Decrypted = { readonly plaintext: Uint8Array; readonly take: () => Promise<void> }
/** Keeps what is decrypted together with the keys that it advances. */
type Transaction = <Result>(work: () => Promise<Result>) => Promise<Result>

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

  const oneAtATime = createOneAtATime()

  /** @param jid a number's or a LID, of any device; whoever is not known by a LID has no other name */
  async function alone<T>(jid: string, work: () => Promise<T>): Promise<T> {
    return oneAtATime(jidNormalizedUser(await sessionName(jid)), work)
  }

  async function sessionName(jid: string): Promise<string> {
    return isLidUser(jid) === true ? jid : ((await repository.lidMapping.getLIDForPN(jid)) ?? jid)
  }

  /** Leaves what did not open the message as it was. One that opens a session is tried with that one alone, and closes the one before it. */
  async function open(message: Parameters<typeof repository.decryptMessage>[0]): Promise<Uint8Array> {
    if (message.type === 'pkmsg') return repository.decryptMessage(message)
    const id = repository.jidToSignalProtocolAddress(await sessionName(message.jid))
    const sessions = async () => (await keys.get('session', [id]))[id]
    const before = await sessions()
    const said = await repository.decryptMessage(message)
    const after = await sessions()
    // As the library stores them, which its types call bytes.
    type Kept = Parameters<typeof leaveNoTrace>[0]
    if (before != null && after != null) {
      const kept = leaveNoTrace(before as unknown as Kept, after as unknown as Kept)
      await keys.set({ session: { [id]: kept as unknown as Uint8Array } })
    }
    return said
  }

  /** Decrypts in a transaction of its own that also holds the words. */
  async function once(ciphertext: Uint8Array, within: Transaction, decrypt: Decrypt): Promise<Uint8Array> {
    const digest = createHash('sha256').update(ciphertext).digest()
    const node = journal.nodeOf(ciphertext)
    if (node === undefined) return within(decrypt)
    try {
      const { plaintext, take } = await decryptStoring(digest, node, within, decrypt)
      await take()
      return plaintext
    } finally {
      journal.over(ciphertext)
    }
  }

  async function decryptStoring(
    digest: Buffer,
    node: BinaryNode,
    within: Transaction,
    decrypt: Decrypt,
  ): Promise<Decrypted> {
    try {
      return await within(async () => {
        const plaintext = await decrypt()
        const { stored, take } = await journal.record(digest, node, plaintext)
        const record = { [inboundKind]: { [digest.toString('hex')]: stored } }
        // A kind of our own among the library's, which only stores it.
        await keys.set(record as unknown as Parameters<typeof keys.set>[0])
        return { plaintext, take }
      })
    } catch (error) {
      // The ledger does not give or take the keys, which has ended the connection: the message comes again with the next one.
      if (error instanceof RetryableError || error instanceof TerminalError) throw error
      const said = await journal.recall(digest)
      if (said !== null) return { plaintext: said, take: () => journal.take(digest, node, said) }
      journal.failed(node)
      throw error
    }
  }

  return {
    ...repository,
    decryptMessage: (message) =>
      outside(() =>
        once(
          message.ciphertext,
          async (work) => alone(message.jid, () => keys.transaction(work, message.jid)),
          () => open(message),
        ),
      ),
    decryptGroupMessage: (message) =>
      outside(() =>
        once(
          message.msg,
          (work) => keys.transaction(work, message.group),
          () => repository.decryptGroupMessage(message),
        ),
      ),
    encryptMessage: (message) => outside(() => alone(message.jid, () => repository.encryptMessage(message))),
    encryptGroupMessage: (message) => outside(() => repository.encryptGroupMessage(message)),
    injectE2ESession: (session) => outside(() => alone(session.jid, () => repository.injectE2ESession(session))),
    getSenderKeyDistributionMessage: (message) => outside(() => repository.getSenderKeyDistributionMessage(message)),
    hasSenderKey: (message) => outside(() => repository.hasSenderKey(message)),
    getSessionInfo: (jid) => outside(() => repository.getSessionInfo(jid)),
    validateSession: (jid) => outside(() => repository.validateSession(jid)),
    deleteSession: async (jids) =>
      void (await outside(() => Promise.all(jids.map((jid) => alone(jid, () => repository.deleteSession([jid])))))),
    migrateSession: (from, to) => outside(() => alone(to, () => repository.migrateSession(from, to))),
  }
}
