/**
 * Sends replies. Each part of each has an id on the wire that follows from the reply's own, and it is over when WhatsApp has
 * acknowledged it: after a crash or a lost connection it is sent again under the same id, which the phone shows once. How much
 * leaves is limited, in a chat and altogether, and somebody whom WhatsApp does not let us write to is left alone for a while.
 */
import { generateWAMessageContent, proto, type WASocket } from '@whiskeysockets/baileys'
import { RetryableError } from '../../errors.ts'
import type { LedgerDb } from '../../ledger/database.ts'
import { findMessageText } from '../../ledger/inbox.ts'
import type { Secrets } from '../../ledger/secrets.ts'
import { addressOf } from '../../ledger/whatsapp-contacts.ts'
import { findSent, noteAcked, noteSending } from '../../ledger/whatsapp-sent.ts'
import type { OutboundReply } from '../channel.ts'
import { jidOfGroup, jidOfSender } from './identity.ts'
import { replyParts, type ReplyPart } from './reply-parts.ts'
import type { SendLimits } from './send-limits.ts'
import { editMessage, quoting, reactionMessage, textMessage, type Quote } from './wire-message.ts'
import { wireIdOf } from './wire-id.ts'

/** How long WhatsApp may take to acknowledge a message. */
const ackWithinMs = 12_000
/** Less than the fifteen minutes in which a phone accepts an edit. */
const editableForMs = 14 * 60_000
/** How long a chat rests that WhatsApp refuses: longer every time. */
const firstRestMs = 1000
const longestRestMs = 30 * 60_000
/** The account may not write to this person now; trying again makes it worse. */
const restrictedCode = '463'

export type Sender = {
  readonly send: (outbound: OutboundReply) => Promise<void>
  /** Marks somebody's message; that it may not arrive is of no consequence. */
  readonly react: (key: proto.IMessageKey, emoji: string) => Promise<void>
  /** WhatsApp has taken a message, or says why not. */
  readonly onAck: (messageId: string, error: string | null) => void
  /** The connection has ended: what it did not acknowledge is sent again with the next one. */
  readonly onClosed: () => void
}

type Waiting = { readonly resolve: (error: string | null) => void; readonly reject: (why: Error) => void }

export type SenderDeps = {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly account: string
  /** The open connection; waits for it, and rejects when it does not come. */
  readonly connected: () => Promise<WASocket>
  readonly limits: SendLimits
  /** WhatsApp restricts whom this number may write to. */
  readonly onRestricted: () => void
  readonly clock: () => Date
}

export function createSender(deps: SenderDeps): Sender {
  const { db, secrets, account, connected, limits, clock } = deps
  const acks = new Map<string, Waiting>()
  const resting = new Map<string, { readonly until: number; readonly refusals: number }>()

  async function send(outbound: OutboundReply): Promise<void> {
    const jid = await targetOf(outbound)
    const restMs = (resting.get(jid)?.until ?? 0) - performance.now()
    if (restMs > 0)
      throw new RetryableError('whatsapp_unusable', 'WhatsApp refuses this chat', { retryAfterMs: restMs })
    const edited = await editOf(outbound, jid)
    if (edited !== null) return relay({ jid, id: wireIdOf(outbound.id, 0), message: edited, outbound, part: 0 })
    const parts = replyParts(outbound.reply)
    for (const [n, part] of parts.entries()) await sendPart(outbound, jid, n, part)
  }

  async function targetOf({ to, group }: OutboundReply): Promise<string> {
    return group === null ? ((await addressOf(db, account, to)) ?? jidOfSender(to)) : jidOfGroup(group)
  }

  /** The edit of an earlier message that the phone still takes; `null` when it is to be a message of its own. */
  async function editOf({ edits, reply }: OutboundReply, jid: string): Promise<proto.IMessage | null> {
    if (edits === undefined || reply.media !== undefined || replyParts(reply).length > 1) return null
    const id = wireIdOf(edits, 0)
    const first = await findSent(db, secrets, account, id)
    if (first === null || clock().getTime() - first.sentAt.getTime() > editableForMs) return null
    return editMessage(reply.text, { jid, id, now: clock() })
  }

  async function sendPart(outbound: OutboundReply, jid: string, part: number, content: ReplyPart): Promise<void> {
    const id = wireIdOf(outbound.id, part)
    const earlier = await findSent(db, secrets, account, id)
    if (earlier?.acked === true) return
    const quote = part === 0 ? await quoteFor(outbound) : null
    const message =
      content.kind === 'text'
        ? textMessage(content.text, quote)
        : quoting(earlier?.media == null ? await upload(content) : decodeMedia(earlier.media), quote)
    await relay({ jid, id, message, outbound, part })
  }

  async function upload({ media, caption }: ReplyPart & { readonly kind: 'media' }): Promise<proto.IMessage> {
    const socket = await connected()
    const file = { url: media.path }
    const content =
      media.kind === 'image'
        ? { image: file, caption, mimetype: media.mimetype }
        : media.kind === 'voice'
          ? { audio: file, ptt: true, mimetype: media.mimetype }
          : { document: file, caption, mimetype: media.mimetype, fileName: media.filename }
    return generateWAMessageContent(content, { upload: socket.waUploadToServer, jid: '' })
  }

  async function relay({
    jid,
    id,
    message,
    outbound,
    part,
  }: {
    readonly jid: string
    readonly id: string
    readonly message: proto.IMessage
    readonly outbound: OutboundReply
    readonly part: number
  }): Promise<void> {
    const isFile = message.documentMessage != null || message.imageMessage != null
    const media = isFile ? Buffer.from(proto.Message.encode(message).finish()).toString('base64') : null
    await noteSending(db, secrets, {
      account,
      messageId: id,
      replyId: outbound.id,
      part,
      media,
      recipient: outbound.to,
    })
    await limits.pass(jid)
    const socket = await connected()
    const acked = whenAcked(id)
    try {
      const additionalAttributes = message.protocolMessage == null ? {} : { edit: '1' }
      await socket.relayMessage(jid, message, { messageId: id, additionalAttributes })
      const error = await acked.promise
      if (error !== null) refuse(jid, error)
      resting.delete(jid)
    } finally {
      acked.forget()
    }
    await noteAcked(db, account, id)
  }

  /** What is refused is not tried every second: that is what gets a number banned. */
  function refuse(jid: string, error: string): never {
    const refusals = (resting.get(jid)?.refusals ?? 0) + 1
    const retryAfterMs = error === restrictedCode ? longestRestMs : Math.min(longestRestMs, firstRestMs * 2 ** refusals)
    resting.set(jid, { until: performance.now() + retryAfterMs, refusals })
    if (error === restrictedCode) deps.onRestricted()
    throw new RetryableError('whatsapp_unusable', `WhatsApp refused a message (${error})`, { retryAfterMs })
  }

  function whenAcked(id: string): { readonly promise: Promise<string | null>; readonly forget: () => void } {
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    promise.catch(() => undefined)
    acks.set(id, { resolve, reject })
    const timer = setTimeout(() => reject(notAcked()), ackWithinMs)
    return {
      promise,
      forget: () => {
        acks.delete(id)
        clearTimeout(timer)
      },
    }
  }

  /** In a group it must be seen who is answered; alone, what came of something that was asked a while ago. */
  async function quoteFor({ group, replyTo, to, reply }: OutboundReply): Promise<Quote | null> {
    if (replyTo === null || !(group !== null || reply.about === 'outcome')) return null
    const text = await findMessageText(db, { account, messageId: replyTo, sender: to })
    if (text === null) return null
    return { id: replyTo, participant: (await addressOf(db, account, to)) ?? jidOfSender(to), text }
  }

  return {
    send,
    react: async (key, emoji) => {
      const jid = key.remoteJid
      if (jid == null) return
      await limits.pass(jid)
      const socket = await connected()
      await socket.relayMessage(jid, reactionMessage(key, emoji, clock()), {})
    },
    onAck: (messageId, error) => acks.get(messageId)?.resolve(error),
    onClosed: () => {
      for (const { reject } of acks.values()) reject(notAcked())
    },
  }
}

function notAcked(): RetryableError {
  return new RetryableError('whatsapp_unusable', 'WhatsApp did not acknowledge a message', { retryAfterMs: 1000 })
}

function decodeMedia(base64: string): proto.IMessage {
  return proto.Message.decode(Buffer.from(base64, 'base64'))
}
