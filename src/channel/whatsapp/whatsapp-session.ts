/**
 * What one owner of a number does with it: opens the desk, keeps a connection, hands messages over and sends replies, until the
 * number is not its own any more.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { isJidGroup, jidEncode, jidNormalizedUser } from '@whiskeysockets/baileys'
import type { Logger } from 'pino'
import { errorCodeOf } from '../../errors.ts'
import type { LedgerDb } from '../../ledger/database.ts'
import type { Receiving } from '../../ledger/talk/inbox.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'
import { findWhatsAppInbound, whatsAppInboundOf } from '../../ledger/whatsapp/whatsapp-inbound.ts'
import { dropWhatsAppPairing } from '../../ledger/whatsapp/whatsapp-keys.ts'
import type { WhatsAppLease } from '../../ledger/whatsapp/whatsapp-lease.ts'
import { replySentAs, type SentReply } from '../../ledger/whatsapp/whatsapp-sent.ts'
import type { Channel } from '../channel.ts'
import type { Message } from '../message.ts'
import { askPhoneFor } from './wire/ask-phone.ts'
import { atMostEvery } from './connection/at-most-every.ts'
import type { AuthState } from './keys/auth-state.ts'
import { createCalls } from './inbound/calls.ts'
import { createCanary } from './connection/canary.ts'
import { createChatExpiry } from './inbound/chat-expiry.ts'
import { createConnectionGate } from './connection/connection-gate.ts'
import { fetchFile } from './media/fetch-file.ts'
import { sweepFetched } from './media/fetched-files.ts'
import type { FileCarrier } from './wire/file-handle.ts'
import { createGroupCache } from './inbound/group-cache.ts'
import { isAddressOf, jidOfGroup, lidOfJid } from './wire/identity.ts'
import { createInbound, type Inbound } from './inbound/inbound.ts'
import { type EndOfConnection, keepConnected } from './connection/keep-connected.ts'
import { keepRecent } from './wire/keep-recent.ts'
import { keptArrival } from './inbound/kept-arrival.ts'
import { createKnownSenders } from './inbound/known-senders.ts'
import { openLink, type Link } from './connection/open-link.ts'
import { createPresence } from './outbound/presence.ts'
import { startPruning } from './keys/prune-old.ts'
import type { Arrival, Self } from './inbound/read-message.ts'
import { said } from './outbound/said.ts'
import { createSendLimits } from './outbound/send-limits.ts'
import { createSender } from './outbound/sender.ts'
import { watchLimits } from './watch-limits.ts'
import { watchLink } from './connection/watch-link.ts'
import type { WhatsAppNews } from './whatsapp-news.ts'

const sendWaitsMs = 20_000
/** However many chats are refused, a person is told of it once in so long. */
const tellRestrictedEveryMs = 15 * 60_000
const replayMs = 5000
/** How long what is being answered may take when the process stops. */
const closeWithinMs = 1500
/** Of people, as they call themselves. */
const mostNames = 5000

export type WhatsAppDesk = {
  readonly receive: (message: Message) => Promise<void>
  /** The same, to be stored with something else; `null` where it cannot be. */
  readonly receiving: (message: Message) => Receiving | null
  readonly stop: () => Promise<void>
}

export type WhatsAppDeps = {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly account: string
  readonly log: Logger
  readonly clock: () => Date
  /** Opens the desk that takes what is said and gives what is answered; called once the number is ours. */
  readonly openDesk: (channel: Channel, nameOf: (phone: string) => string | null) => Promise<WhatsAppDesk>
  /** What a person should know of it. */
  readonly tell: (news: WhatsAppNews) => void
  /** Told who has the number's lease, whenever this process has asked for it. */
  readonly onLease?: (holder: 'this' | 'another') => void
  /** Told when the connection opens and when it ends. */
  readonly onConnection?: (isOpen: boolean) => void
}

type Owned = {
  readonly lease: WhatsAppLease
  readonly auth: AuthState
  readonly phone: string
  /** Somebody else owns the number. */
  readonly lose: () => void
}

type Session = {
  /** Opens the desk, and leaves it stopped where the session is closed meanwhile. */
  readonly open: () => Promise<void>
  /** Resolves when it is over for this owner. */
  readonly stayConnected: (over: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

export function createSession(deps: WhatsAppDeps, { lease, auth, phone, lose }: Owned): Session {
  const { db, secrets, account, log, clock, tell } = deps
  const connection = createConnectionGate()
  const names = new Map<string, string>()
  const groups = createGroupCache()
  const expiry = createChatExpiry()
  const presence = createPresence({
    socket: connection.current,
    react: (key, emoji) => sender.react(key, emoji),
    clock,
  })
  const trouble = (event: string) => (error: unknown) => {
    if (errorCodeOf(error) === 'fenced') lose()
    log.warn({ event, err: error }, event)
  }
  const senders = createKnownSenders({ db, account, numberOfLid: async (jid) => numberOfLid(auth, jid) })
  const sender = createSender({
    db,
    secrets,
    account,
    senders,
    connected: () => connection.whenOpen(sendWaitsMs),
    limits: createSendLimits(),
    expiry,
    self: () => self(),
    onRestricted: atMostEvery(tellRestrictedEveryMs, () => tell({ kind: 'trouble', trouble: 'restricted', phone })),
    clock,
  })
  const { promise: desk, resolve: setDesk } = Promise.withResolvers<WhatsAppDesk>()
  const self = (): Self | null =>
    auth.creds.me?.id === undefined ? null : { jid: auth.creds.me.id, lid: auth.creds.me.lid ?? null }
  const inbound: Inbound = createInbound({
    db,
    secrets,
    account,
    senders,
    self,
    receive: async (message) => (await desk).receive(message),
    receiving: (message) => opened?.receiving(message) ?? null,
    store: auth.storeMessage,
    onStored: (message, arrival) => {
      if (arrival.pushName !== null) keepRecent(names, mostNames, message.from, arrival.pushName)
      expiry.onSaid(arrival.key.remoteJid ?? '', message)
      presence.onStored(message, arrival)
    },
    onPhoneAnswer: (questionId) => canary.onAnswer(questionId),
    onTrouble: trouble('whatsapp.inbound'),
  })
  const calls = createCalls({
    account,
    senders,
    receive: async (message) => (await desk).receive(message),
    onTrouble: trouble('whatsapp.call'),
  })
  const canary = createCanary({
    heardAt: () => inbound.lastHeard().at,
    onDeaf: () => tell({ kind: 'trouble', trouble: 'deaf', phone }),
    limits: watchLimits,
  })
  let opened: WhatsAppDesk | null = null
  let closing: Promise<void> | null = null
  let replay: NodeJS.Timeout | undefined
  let pruning: ReturnType<typeof startPruning> | undefined

  async function open(): Promise<void> {
    const channel: Channel = {
      send: async (outbound) => {
        await sender.send(outbound)
        presence.onSent(outbound)
      },
      turnOver: presence.onTurnOver,
      fetchFile: (handle, how) =>
        fetchFile(handle, { arrivalOf, connected: () => connection.whenOpen(sendWaitsMs) }, how),
    }
    const ready = await deps.openDesk(channel, (number) => names.get(number) ?? null)
    // Closed meanwhile: there was no desk yet that could be stopped.
    if (closing !== null) return stopDesk(ready)
    opened = ready
    setDesk(ready)
    takeUp()
    replay = setInterval(takeUp, replayMs)
    void sweepFetched().catch(trouble('whatsapp.sweep'))
    pruning = startPruning({ db, onTrouble: trouble('whatsapp.prune') })
  }

  function takeUp(): void {
    inbound.replay().catch(trouble('whatsapp.replay'))
  }

  async function arrivalOf(carrier: FileCarrier): Promise<Arrival | null> {
    const content =
      carrier.kind === 'ciphertext'
        ? (await findWhatsAppInbound(db, secrets, account, carrier.digest))?.content
        : await whatsAppInboundOf(db, secrets, account, carrier.messageId)
    const me = self()
    return content == null || me === null ? null : keptArrival(content, me)
  }

  async function stayConnected(over: AbortSignal): Promise<void> {
    await keepConnected({ phone, connect, onUnpaired: async () => dropWhatsAppPairing(db, lease), tell, log }, over)
  }

  async function connect(over: AbortSignal, onOpen: () => void): Promise<EndOfConnection> {
    const link = openLink({
      auth,
      journal: inbound.journal,
      onMessageNode: inbound.seen,
      onCallNode: calls.seen,
      onAck: (messageId, error) => {
        canary.onAck(messageId)
        sender.onAck(messageId, error)
      },
      onReceipt: canary.onReceipt,
      saidIn: async (messageId, jid) => {
        const sent = await replySentAs(db, secrets, account, messageId)
        if (sent === null || !(await wasSaidTo(jid, sent))) return undefined
        return said(sent, { jid, now: clock(), disappearsAfterS: await expiry.of(jid, async () => null) })
      },
      groupOf: groups.get,
      onTrouble: trouble('whatsapp.keys'),
    })
    groups.watch(link.socket)
    const end = () => link.end()
    over.addEventListener('abort', end)
    const watches = [watchLink(link, inbound), canary.watch({ ...link, ask: (id) => askForSign(link, id) })]
    let openedAt = Number.POSITIVE_INFINITY
    await Promise.race([link.opened, link.closed])
    if (link.isOpen()) {
      openedAt = performance.now()
      connection.set(link.socket)
      deps.onConnection?.(true)
      onOpen()
    }
    const code = await link.closed
    connection.set(null)
    deps.onConnection?.(false)
    sender.onClosed()
    inbound.onClosed()
    for (const watch of watches) watch.stop()
    over.removeEventListener('abort', end)
    return { code, livedMs: Math.max(0, performance.now() - openedAt) }
  }

  /** Whoever knows the id of somebody else's message does not get it, nor does a group what was said in private. */
  async function wasSaidTo(jid: string, { group, part }: SentReply): Promise<boolean> {
    if (isJidGroup(jid) === true) return group !== null && jid === jidOfGroup(group)
    return group === null && isAddressOf(part.recipient, { jid, number: await numberOfLid(auth, jid) })
  }

  /** Of the phone, which has what people said last; before anybody said anything, a message that there is not. */
  async function askForSign({ socket }: Link, id: string): Promise<void> {
    const me = auth.creds.me?.id ?? ''
    const wanted = inbound.lastHeard().key ?? { remoteJid: jidNormalizedUser(me), fromMe: true, id }
    await askPhoneFor(socket, { id, self: me, wanted })
  }

  return {
    open,
    stayConnected,
    close: () => {
      closing ??= close()
      return closing
    },
  }

  async function close(): Promise<void> {
    clearInterval(replay)
    pruning?.stop()
    inbound.stop()
    presence.stop()
    connection.waitNoMore()
    if (opened !== null) await stopDesk(opened)
  }
}

async function stopDesk(desk: WhatsAppDesk): Promise<void> {
  await Promise.race([desk.stop(), delay(closeWithinMs, undefined, { ref: false })])
}

/** From what the library has learnt: a number stands under its LID. */
async function numberOfLid({ keys }: AuthState, jid: string): Promise<string | null> {
  const lid = lidOfJid(jid)
  if (lid === null) return null
  const name = `${lid}_reverse`
  const user = (await keys.get('lid-mapping', [name]))[name]
  return user === undefined ? null : jidEncode(user, 's.whatsapp.net')
}
