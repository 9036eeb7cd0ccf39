/**
 * The way of a message from its ciphertext to the inbox. Nothing here waits for the library's own events: the words get into
 * the inbox in the transaction that stores the keys with which they were decrypted. What cannot get there at once is stored
 * with the keys and taken there afterwards; what a crash left in between is taken up again at the next start. Tells how long it has been stuck, for a handler that is dead while its socket lives.
 */
import { createHash } from 'node:crypto'
import { isJidGroup, proto, type BinaryNode, type WAMessageKey } from '@whiskeysockets/baileys'
import { mayPass } from '../../../ledger/connection-trouble.ts'
import type { LedgerDb } from '../../../ledger/database.ts'
import type { Receiving } from '../../../ledger/talk/inbox.ts'
import type { Secrets } from '../../../ledger/secrets/secrets.ts'
import {
  findWhatsAppInbound,
  finishWhatsAppInbound,
  unfinishedWhatsAppInbound,
  wasWhatsAppInbound,
} from '../../../ledger/whatsapp/whatsapp-inbound.ts'
import { type InboxEntry, type WhatsAppInbound } from '../../../ledger/whatsapp/whatsapp-keys.ts'
import type { Message } from '../../message.ts'
import { phoneAnswerIn, type PhoneAnswer } from '../wire/ask-phone.ts'
import type { Journal, Recorded } from '../keys/durable-repository.ts'
import { isSameMessage } from './is-same-message.ts'
import { keepRecent } from '../wire/keep-recent.ts'
import { arrivalOf, headOf, keep, openKept } from './kept-arrival.ts'
import type { KnownSenders } from './known-senders.ts'
import { readArrival, type ReadArrival } from './read-arrival.ts'
import { speakerOf, unreadableMessage, type Arrival, type Self } from './read-message.ts'
import { ciphertextsOf, missingIn } from '../wire/stanza-content.ts'
import { createUnreadable } from './unreadable.ts'
import { watchLimits } from '../watch-limits.ts'
import { givenId } from '../wire/wire-id.ts'

/** How much is taken up again at a time. */
const replayBatch = 100
/** Senders who are remembered as told. */
const mostRemembered = 5000
/** Whoever sends what cannot be read is asked to send it again, so often at most. */
const askAgainEveryMs = 10 * 60_000

/** So often what cannot be taken is taken up again; for about a minute. */
const mostTries = 12

/** The shortest padding that the library expects behind the words; by itself it says nothing. */
const padding = Uint8Array.of(1)

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
  readonly senders: KnownSenders
  /** The bot's own addresses; `null` while there are none. */
  readonly self: () => Self | null
  /** Stores a message in the inbox; what comes again changes nothing. */
  readonly receive: (message: Message) => Promise<void>
  /** The same, to be stored with something else; `null` while nothing can be stored so. */
  readonly receiving: (message: Message) => Receiving | null
  /** Stores a message that did not come in a ciphertext of its own; the owner of the number alone can. */
  readonly store: (message: WhatsAppInbound) => Promise<void>
  /** A message is in the inbox. */
  readonly onStored: (message: Message, arrival: Arrival) => void
  /** The bot's own phone has answered the question with this id. */
  readonly onPhoneAnswer?: (questionId: string) => void
  readonly onTrouble: (error: unknown) => void
}

export function createInbound(deps: InboundDeps): Inbound {
  const { db, secrets, account, senders } = deps
  const nodes = new WeakMap<Uint8Array, BinaryNode>()
  const waiting = new Set<Uint8Array>()
  const reading = { db, secrets, account, senders }
  const askedAgain = new Map<string, number>()
  const tries = new Map<string, number>()
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

  /** It goes to the inbox with its keys where that can be; else it is taken there once they are stored. */
  async function record(digest: Buffer, node: BinaryNode, plaintext: Uint8Array): Promise<Recorded> {
    unreadable.read(node)
    let entered = false
    const entry = await entryOf(digest, node, plaintext, () => (entered = true)).catch(() => null)
    return {
      stored: { digest, messageId: givenId(node.attrs['id'] ?? ''), content: keep(node, plaintext), entry },
      take: async () => (entered ? undefined : take(digest, node, plaintext)),
    }
  }

  /** `null` for what `take` has to look at; so is whatever cannot be read now. */
  async function entryOf(
    digest: Buffer,
    node: BinaryNode,
    plaintext: Uint8Array,
    onEntered: () => void,
  ): Promise<InboxEntry | null> {
    const self = deps.self()
    const arrival = self === null ? null : arrivalOf(node, plaintext, self)
    if (self === null || arrival === null || arrival.key.fromMe === true) return null
    const read = await readArrival(reading, arrival, { self, digest })
    const receiving = read.message === null ? null : deps.receiving(read.message)
    if (read.from === null || receiving === null) return null
    return {
      statement: receiving.statement,
      sender: read.from,
      keep: read.keep,
      onStored: (rows) => {
        onEntered()
        receiving.onStored(rows)
        onReceived(read)
      },
    }
  }

  async function take(digest: Buffer, node: BinaryNode, plaintext: Uint8Array): Promise<void> {
    try {
      const finished = await admit(digest, node, plaintext)
      await finishWhatsAppInbound(db, { account, digest, ...finished })
      lastHeard = { ...lastHeard, at: performance.now() }
      tries.delete(digest.toString('hex'))
    } catch (error) {
      // It is stored: the next replay takes it up.
      deps.onTrouble(error)
      if (!mayPass(error)) await countTry(digest, node)
    }
  }

  /** What can never be taken is no reason to try for ever: whoever wrote it in private is asked to send it again. */
  async function countTry(digest: Buffer, node: BinaryNode): Promise<void> {
    const key = digest.toString('hex')
    const count = (tries.get(key) ?? 0) + 1
    tries.set(key, count)
    if (count < mostTries) return
    tries.delete(key)
    await finishWhatsAppInbound(db, { account, digest, sender: null, keep: true })
      .then(() => tellUnreadable(node))
      .catch(deps.onTrouble)
  }

  async function admit(
    digest: Buffer,
    node: BinaryNode,
    plaintext: Uint8Array,
  ): Promise<{ readonly sender: string | null; readonly keep: boolean }> {
    const self = deps.self()
    const arrival = self === null ? null : arrivalOf(node, plaintext, self)
    const answer = arrival?.key.fromMe === true ? phoneAnswerIn(arrival.message) : null
    if (self !== null && answer !== null) return hearPhone(answer, self)
    if (arrival === null || self === null) return { sender: null, keep: true }
    const read = await readArrival(reading, arrival, { self, digest })
    if (read.message !== null) {
      await deps.receive(read.message)
      onReceived(read)
    }
    return { sender: read.from, keep: read.keep }
  }

  function onReceived({ arrival, message }: ReadArrival): void {
    lastHeard = { at: performance.now(), key: arrival.key }
    if (message !== null) deps.onStored(message, arrival)
  }

  /** What the phone could read and this device could not is taken in its stead, from whomever the stanza named. */
  async function hearPhone({ to, messages }: PhoneAnswer, self: Self): ReturnType<typeof admit> {
    deps.onPhoneAnswer?.(to)
    for (const given of messages) {
      for (const node of unreadable.missing(given.key?.id ?? '')) {
        if (given.message == null || !(await isSameMessage(headOf(node, self).key, given, senders))) continue
        await takeGiven(node, given.message)
        unreadable.read(node)
      }
    }
    return { sender: null, keep: false }
  }

  /** Stored as if it had been decrypted here, under a digest of its own: by that the file is found that it may carry. */
  async function takeGiven(node: BinaryNode, message: proto.IMessage): Promise<void> {
    const plaintext = Buffer.concat([proto.Message.encode(message).finish(), padding])
    const content = keep(node, plaintext)
    const digest = createHash('sha256').update(content).digest()
    await deps.store({ digest, messageId: givenId(node.attrs['id'] ?? ''), content, entry: null })
    await take(digest, node, plaintext)
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
    return { arrival, from: await senders.identify(speaker.jid, speaker.alt), id: givenId(id), jid }
  }

  /** What cannot be opened never can be, and names nobody who could be told. */
  async function takeKept(digest: Buffer, content: string | Error): Promise<void> {
    const opened = content instanceof Error ? Promise.reject(content) : openKept(content)
    const kept = await opened.catch(async (error: unknown) => {
      deps.onTrouble(error)
      await finishWhatsAppInbound(db, { account, digest, sender: null, keep: true })
      return null
    })
    if (kept !== null) await take(digest, kept.node, kept.plaintext)
  }

  /** Page by page: what cannot be taken, whoever sent it, stands in nobody's way. */
  async function takeUp(after = '0'): Promise<void> {
    const rows = await unfinishedWhatsAppInbound(db, secrets, account, { after, limit: replayBatch })
    for (const { digest, content } of rows) await takeKept(digest, content)
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
      record,
      recall: async (digest) => {
        const known = await findWhatsAppInbound(db, secrets, account, digest)
        if (known === null) return null
        return known.content === null ? padding : (await openKept(known.content)).plaintext
      },
      take,
      failed: unreadable.failed,
      over: (ciphertext) => {
        waiting.delete(ciphertext)
        progressAt = performance.now()
      },
    },
  }
}
