/**
 * The way of a message from its ciphertext to the inbox. Nothing here waits for the library's own events: the words are taken
 * as soon as they are decrypted and stored, and what a crash left between storing and the inbox is taken up again at the next
 * start. Tells how long it has been stuck, for a handler that is dead while its socket lives.
 */
import {
  decodeBinaryNode,
  decodeMessageNode,
  encodeBinaryNode,
  proto,
  unpadRandomMax16,
  type BinaryNode,
} from '@whiskeysockets/baileys'
import type { LedgerDb } from '../../ledger/database.ts'
import type { Secrets } from '../../ledger/secrets.ts'
import { knownNumber, rememberContact } from '../../ledger/whatsapp-contacts.ts'
import { findWhatsAppInbound, finishWhatsAppInbound, unfinishedWhatsAppInbound } from '../../ledger/whatsapp-keys.ts'
import { findSent } from '../../ledger/whatsapp-sent.ts'
import type { Message } from '../message.ts'
import type { Journal } from './durable-repository.ts'
import { lidOfJid, phoneOfJid, sameLine, unresolvedSender } from './identity.ts'
import { readMessage, speakerOf, type Arrival, type Self } from './read-message.ts'

/** How much is taken up again at a time. */
const replayBatch = 100
/** Addresses that are remembered as stored. */
const mostRemembered = 5000

/** What is kept of a message until it is in the inbox. */
type Kept = { readonly node: string; readonly plaintext: string }

/** Words that say nothing, padded as the library expects. */
const silence = Uint8Array.of(1)

export type Inbound = {
  readonly journal: Journal
  /** A node has come off the wire, and nobody has handled it yet. */
  readonly seen: (node: BinaryNode) => void
  /** Takes up what was stored and never reached the inbox. */
  readonly replay: () => Promise<void>
  /** For how long nothing was dealt with although something waits, in milliseconds. */
  readonly stuckForMs: () => number
}

export type InboundDeps = {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly account: string
  /** The bot's own addresses; `null` while there are none. */
  readonly self: () => Self | null
  /** The number of a LID, as an address; `null` when it is not known. */
  readonly numberOfLid: (lidJid: string) => Promise<string | null>
  /** Stores a message in the inbox; what comes again changes nothing. */
  readonly receive: (message: Message) => Promise<void>
  /** A message is in the inbox. */
  readonly onStored: (message: Message, arrival: Arrival) => void
  readonly onTrouble: (error: unknown) => void
  /** A message could not be stored: the connection is to end before anything is acknowledged. */
  readonly onNotStored: () => void
}

export function createInbound(deps: InboundDeps): Inbound {
  const { db, secrets, account } = deps
  const nodes = new WeakMap<Uint8Array, BinaryNode>()
  const waiting = new Set<Uint8Array>()
  const addresses = new Map<string, string>()
  let progressAt = performance.now()
  let replaying: Promise<void> | null = null

  function seen(node: BinaryNode): void {
    if (waiting.size === 0) progressAt = performance.now()
    for (const ciphertext of ciphertextsOf(node)) {
      nodes.set(ciphertext, node)
      waiting.add(ciphertext)
    }
  }

  async function take(digest: Buffer, node: BinaryNode, plaintext: Uint8Array): Promise<void> {
    try {
      const finished = await admit(node, plaintext)
      await finishWhatsAppInbound(db, { account, digest, ...finished })
    } catch (error) {
      // It is stored: the next replay takes it up.
      deps.onTrouble(error)
    }
  }

  async function admit(
    node: BinaryNode,
    plaintext: Uint8Array,
  ): Promise<{ readonly sender: string | null; readonly keep: boolean }> {
    const self = deps.self()
    const arrival = self === null ? null : arrivalOf(node, plaintext, self)
    const speaker = arrival === null ? null : speakerOf(arrival)
    if (self === null || arrival === null || speaker === null) return { sender: null, keep: true }
    const from = await identify(speaker.jid, speaker.alt)
    const read = readMessage(arrival, { account, from, self })
    if (read === null) return { sender: from, keep: true }
    const message = await withOurIds(read)
    await remember(from, message.group === null ? (arrival.key.remoteJid ?? speaker.jid) : speaker.jid)
    await deps.receive(message)
    deps.onStored(message, arrival)
    const keep =
      message.content.kind === 'voice' ||
      message.content.kind === 'file' ||
      arrival.message.senderKeyDistributionMessage != null
    return { sender: from, keep }
  }

  /** The number decides who somebody is; without one they are nobody (invariant 6). */
  async function identify(jid: string, alt: string | null): Promise<string> {
    const phone = phoneOfJid(jid) ?? phoneOfJid(alt) ?? phoneOfJid(await deps.numberOfLid(jid))
    if (phone === null) return unresolvedSender(lidOfJid(jid) ?? jid)
    const numbers = sameLine(phone)
    return numbers.length === 1 ? phone : ((await knownNumber(db, numbers)) ?? numbers[0] ?? phone)
  }

  /** What a message quotes or reacts to is known by the id of the reply, not by that of the wire. */
  async function withOurIds(message: Message): Promise<Message> {
    const { quoted, content } = message
    return {
      ...message,
      quoted: quoted === null ? null : await ourId(quoted),
      content: content.kind === 'reaction' ? { ...content, to: await ourId(content.to) } : content,
    }
  }

  async function ourId(id: string): Promise<string> {
    return (await findSent(db, secrets, account, id))?.replyId ?? id
  }

  async function remember(sender: string, jid: string): Promise<void> {
    if (addresses.get(sender) === jid) return
    await rememberContact(db, { account, sender, jid })
    if (addresses.size >= mostRemembered) addresses.clear()
    addresses.set(sender, jid)
  }

  async function takeUp(): Promise<void> {
    const rows = await unfinishedWhatsAppInbound(db, secrets, account, replayBatch)
    for (const { digest, content } of rows) {
      // Written by `record` below alone.
      const kept = JSON.parse(content) as Kept
      const node = await decodeBinaryNode(Buffer.from(kept.node, 'base64'))
      await take(digest, node, Buffer.from(kept.plaintext, 'base64'))
    }
  }

  return {
    seen,
    replay: () => {
      replaying ??= takeUp().finally(() => {
        replaying = null
      })
      return replaying
    },
    stuckForMs: () => (waiting.size === 0 ? 0 : performance.now() - progressAt),
    journal: {
      nodeOf: (ciphertext) => nodes.get(ciphertext),
      record: (digest, node, plaintext) => {
        const kept: Kept = {
          node: encodeBinaryNode(node).toString('base64'),
          plaintext: Buffer.from(plaintext).toString('base64'),
        }
        return { digest, messageId: node.attrs['id'] ?? '', content: JSON.stringify(kept) }
      },
      recall: async (digest) => {
        const known = await findWhatsAppInbound(db, secrets, account, digest)
        if (known === null) return null
        return known.content === null ? silence : plaintextOf(known.content)
      },
      take,
      notStored: (error) => {
        deps.onNotStored()
        deps.onTrouble(error)
      },
      over: (ciphertext) => {
        waiting.delete(ciphertext)
        progressAt = performance.now()
      },
    },
  }
}

function plaintextOf(content: string): Uint8Array {
  // Written by `record` above alone.
  const { plaintext } = JSON.parse(content) as Kept
  return Buffer.from(plaintext, 'base64')
}

/** A message as it was kept. */
export async function keptArrival(content: string, self: Self): Promise<Arrival | null> {
  // Written by `record` above alone.
  const { node, plaintext } = JSON.parse(content) as Kept
  return arrivalOf(await decodeBinaryNode(Buffer.from(node, 'base64')), Buffer.from(plaintext, 'base64'), self)
}

/** A node and its words together; `null` when the words make no message. */
function arrivalOf(node: BinaryNode, plaintext: Uint8Array, self: Self): Arrival | null {
  const message = proto.Message.decode(unpadRandomMax16(plaintext))
  // What another device of ours has sent.
  if (message.deviceSentMessage != null) return null
  const { fullMessage } = decodeMessageNode(node, self.jid, self.lid ?? '')
  return {
    key: fullMessage.key,
    message,
    sentAtS: Number(node.attrs['t'] ?? 0),
    pushName: fullMessage.pushName ?? null,
  }
}

function ciphertextsOf({ content }: BinaryNode): readonly Uint8Array[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((child) => {
    const encrypted = child.tag === 'enc' && ['pkmsg', 'msg', 'skmsg'].includes(child.attrs['type'] ?? '')
    return encrypted && child.content instanceof Uint8Array ? [child.content] : []
  })
}
