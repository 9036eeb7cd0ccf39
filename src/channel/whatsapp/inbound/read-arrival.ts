/** What a message on the wire is for the inbox, by everything that is known of its sender and of what it quotes. */
import type { LedgerDb } from '../../../ledger/database.ts'
import type { Secrets } from '../../../ledger/secrets/secrets.ts'
import { findSent } from '../../../ledger/whatsapp/whatsapp-sent.ts'
import type { Message } from '../../message.ts'
import type { KnownSenders } from './known-senders.ts'
import { readMessage, speakerOf, type Arrival, type Self } from './read-message.ts'

/** To whom a message came, and the digest of the ciphertext that it came in. */
type Came = { readonly self: Self; readonly digest: Buffer }

export type ReadArrival = {
  readonly arrival: Arrival
  /** `null` when nobody sent it who could be answered. */
  readonly from: string | null
  /** `null` when it is nothing for the inbox. */
  readonly message: Message | null
  /** Whether what it came in is still needed once it is in the inbox: it holds the key to a file. */
  readonly keep: boolean
}

/** Reads a message, and remembers where its sender is answered. */
export async function readArrival(
  {
    db,
    secrets,
    account,
    senders,
  }: {
    readonly db: LedgerDb
    readonly secrets: Secrets
    readonly account: string
    readonly senders: KnownSenders
  },
  arrival: Arrival,
  { self, digest }: Came,
): Promise<ReadArrival> {
  const speaker = speakerOf(arrival)
  if (speaker === null) return { arrival, from: null, message: null, keep: true }
  const from = await senders.identify(speaker.jid, speaker.alt)
  const read = readMessage(arrival, { account, from, self, digest })
  if (read === null) return { arrival, from, message: null, keep: true }
  const ourId = async (id: string) => (await findSent(db, secrets, account, id))?.replyId ?? id
  const message = await withIds(read, ourId)
  await senders.remember(from, message.group === null ? (arrival.key.remoteJid ?? speaker.jid) : speaker.jid)
  const keep =
    message.content.kind === 'voice' ||
    message.content.kind === 'file' ||
    arrival.message.senderKeyDistributionMessage != null
  return { arrival, from, message, keep }
}

/** What a message quotes or reacts to is known by the id of the reply, not by that of the wire. */
async function withIds(message: Message, ourId: (id: string) => Promise<string>): Promise<Message> {
  const { quoted, content } = message
  return {
    ...message,
    quoted: quoted === null ? null : await ourId(quoted),
    content: content.kind === 'reaction' ? { ...content, to: await ourId(content.to) } : content,
  }
}
