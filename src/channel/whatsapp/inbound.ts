/**
 * The way of a message from its ciphertext to the inbox. Nothing here waits for the library's own events: the words are taken
 * as soon as they are decrypted and stored, and what a crash left between storing and the inbox is taken up again at the next
 * start. Tells how long it has been stuck, for a handler that is dead while its socket lives.
 */
import {
  decodeBinaryNode,
  decodeMessageNode,
  encodeBinaryNode,
  isJidGroup,
  proto,
  unpadRandomMax16,
  type BinaryNode,
  type WAMessageKey,
} from '@whiskeysockets/baileys'
import type { LedgerDb } from '../../ledger/database.ts'
import type { Secrets } from '../../ledger/secrets.ts'
import {
  findWhatsAppInbound,
  finishWhatsAppInbound,
  unfinishedWhatsAppInbound,
  wasWhatsAppInbound,
} from '../../ledger/whatsapp-keys.ts'
import { findSent } from '../../ledger/whatsapp-sent.ts'
import type { Message } from '../message.ts'
import { phoneAnswerIn, type PhoneAnswer } from './ask-phone.ts'
import type { Journal } from './durable-repository.ts'
import { isSameMessage } from './is-same-message.ts'
import { keepRecent } from './keep-recent.ts'
import { createKnownSenders } from './known-senders.ts'
import { readMessage, speakerOf, unreadableMessage, type Arrival, type Self } from './read-message.ts'
import { ciphertextsOf, missingIn } from './stanza-content.ts'
import { isOfUnknownKind } from './unknown-kind.ts'
import { createUnreadable } from './unreadable.ts'
import { watchLimits } from './watch-limits.ts'

/** How much is taken up again at a time. */
const replayBatch = 100
/** Senders who are remembered as told. */
const mostRemembered = 5000
/** Whoever sends what cannot be read is asked to send it again, so often at most. */
const askAgainEveryMs = 10 * 60_000

/** What is kept of a message until it is in the inbox. */
type Kept = { readonly node: string; readonly plaintext: string }

/** To whom a message came, and the digest of the ciphertext that it came in. */
type Came = { readonly self: Self; readonly digest: Buffer }

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
  /** The last message that came all the way through: when, by `performance.now()`, and which. */
  readonly lastHeard: () => { readonly at: number; readonly key: WAMessageKey | null }
  /** The connection has ended: what was not dealt with comes again with the next one. */
  readonly onClosed: () => void
  readonly stop: () => void
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
  /** The bot's own phone has answered the question with this id. */
  readonly onPhoneAnswer?: (questionId: string) => void
  readonly onTrouble: (error: unknown) => void
  /** A message could not be stored: the connection is to end before anything is acknowledged. */
  readonly onNotStored: () => void
}

export function createInbound(deps: InboundDeps): Inbound {
  const { db, secrets, account } = deps
  const nodes = new WeakMap<Uint8Array, BinaryNode>()
  const waiting = new Set<Uint8Array>()
  const senders = createKnownSenders(deps)
  const askedAgain = new Map<string, number>()
  const unreadable = createUnreadable({
    giveUp: (node) => void tellUnreadable(node).catch(deps.onTrouble),
    afterMs: () => watchLimits.unreadableAfterMs,
  })
  let progressAt = performance.now()
  let lastHeard: ReturnType<Inbound['lastHeard']> = { at: Number.NEGATIVE_INFINITY, key: null }
  let replaying: Promise<void> | null = null

  function seen(node: BinaryNode): void {
    if (waiting.size === 0) progressAt = performance.now()
    for (const ciphertext of ciphertextsOf(node)) {
      nodes.set(ciphertext, node)
      waiting.add(ciphertext)
    }
    const missing = missingIn(node)
    if (missing === 'words') unreadable.failed(node)
    if (missing === 'view_once') tellKeptBack(node).catch(deps.onTrouble)
  }

  async function take(digest: Buffer, node: BinaryNode, plaintext: Uint8Array): Promise<void> {
    try {
      const finished = await admit(digest, node, plaintext)
      await finishWhatsAppInbound(db, { account, digest, ...finished })
      lastHeard = { ...lastHeard, at: performance.now() }
    } catch (error) {
      // It is stored: the next replay takes it up.
      deps.onTrouble(error)
    }
  }

  async function admit(
    digest: Buffer,
    node: BinaryNode,
    plaintext: Uint8Array,
  ): Promise<{ readonly sender: string | null; readonly keep: boolean }> {
    const self = deps.self()
    const arrival = self === null ? null : arrivalOf(node, plaintext, self)
    const answer = arrival?.key.fromMe === true ? phoneAnswerIn(arrival.message) : null
    if (self !== null && answer !== null) return hearPhone(answer, { self, digest })
    return arrival === null || self === null ? { sender: null, keep: true } : admitArrival(arrival, { self, digest })
  }

  async function admitArrival(arrival: Arrival, { self, digest }: Came): ReturnType<typeof admit> {
    const speaker = speakerOf(arrival)
    if (speaker === null) return { sender: null, keep: true }
    const from = await senders.identify(speaker.jid, speaker.alt)
    const read = readMessage(arrival, { account, from, self, digest })
    if (read === null) return { sender: from, keep: true }
    const message = await withOurIds(read)
    await senders.remember(from, message.group === null ? (arrival.key.remoteJid ?? speaker.jid) : speaker.jid)
    await deps.receive(message)
    lastHeard = { ...lastHeard, key: arrival.key }
    deps.onStored(message, arrival)
    const keep =
      message.content.kind === 'voice' ||
      message.content.kind === 'file' ||
      arrival.message.senderKeyDistributionMessage != null
    return { sender: from, keep }
  }

  /** What the phone could read and this device could not is taken in its stead, from whomever the stanza named. */
  async function hearPhone({ to, messages }: PhoneAnswer, came: Came): ReturnType<typeof admit> {
    deps.onPhoneAnswer?.(to)
    for (const given of messages) {
      for (const node of unreadable.missing(given.key?.id ?? '')) {
        const head = headOf(node, came.self)
        if (given.message == null || !(await isSameMessage(head.key, given, senders))) continue
        await admitArrival({ ...head, message: given.message }, came)
        unreadable.read(node)
      }
    }
    return { sender: null, keep: false }
  }

  /** Asks whoever wrote in private to send it again: in a group nobody knows whether it was for the bot. */
  async function tellUnreadable(node: BinaryNode): Promise<void> {
    const sent = await sentInPrivate(node)
    if (sent === null) return
    const { arrival, from, id } = sent
    if (await wasWhatsAppInbound(db, account, { messageId: id, sender: from })) return
    if (performance.now() - (askedAgain.get(from) ?? Number.NEGATIVE_INFINITY) < askAgainEveryMs) return
    keepRecent(askedAgain, mostRemembered, from, performance.now())
    await senders.remember(from, sent.jid)
    // Under an id of its own: should the message be read after all, it is still new.
    await deps.receive(unreadableMessage(arrival, { account, from, id: `${id}/unreadable` }))
  }

  /** No device but the phone will ever have it: asking for it again is of no use. */
  async function tellKeptBack(node: BinaryNode): Promise<void> {
    const sent = await sentInPrivate(node)
    if (sent === null) return
    const { arrival, from, id, jid } = sent
    await senders.remember(from, jid)
    await deps.receive(unreadableMessage(arrival, { account, from, id, what: 'view_once' }))
  }

  /** Who sent a message in private, without its words; `null` when nobody did. */
  async function sentInPrivate(node: BinaryNode) {
    const self = deps.self()
    if (self === null) return null
    const arrival = headOf(node, self)
    const speaker = speakerOf(arrival)
    const { id, remoteJid: jid } = arrival.key
    if (speaker === null || id == null || jid == null || isJidGroup(jid) === true) return null
    return { arrival, from: await senders.identify(speaker.jid, speaker.alt), id, jid }
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

  /** Page by page: what cannot be taken, whoever sent it, stands in nobody's way. */
  async function takeUp(after = '0'): Promise<void> {
    const rows = await unfinishedWhatsAppInbound(db, secrets, account, { after, limit: replayBatch })
    for (const { digest, content } of rows) {
      // Written by `record` below alone.
      const kept = JSON.parse(content) as Kept
      const node = await decodeBinaryNode(Buffer.from(kept.node, 'base64'))
      await take(digest, node, Buffer.from(kept.plaintext, 'base64'))
    }
    const last = rows.at(-1)
    if (last !== undefined) await takeUp(last.seq)
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
    lastHeard: () => lastHeard,
    onClosed: () => waiting.clear(),
    stop: unreadable.stop,
    journal: {
      nodeOf: (ciphertext) => nodes.get(ciphertext),
      record: (digest, node, plaintext) => {
        unreadable.read(node)
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
      failed: unreadable.failed,
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
  const bytes = unpadRandomMax16(plaintext)
  const message = proto.Message.decode(bytes)
  // What another device of ours has sent.
  if (message.deviceSentMessage != null) return null
  return { ...headOf(node, self), message, ...(isOfUnknownKind(message, bytes) && { isOfUnknownKind: true }) }
}

/** What a stanza says of its message in the clear. */
function headOf(node: BinaryNode, self: Self): Omit<Arrival, 'message'> {
  const { fullMessage } = decodeMessageNode(node, self.jid, self.lid ?? '')
  return { key: fullMessage.key, sentAtS: Number(node.attrs['t'] ?? 0), pushName: fullMessage.pushName ?? null }
}
