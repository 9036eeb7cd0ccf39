/**
 * Sends replies. Each part of each has an id on the wire that follows from the reply's own, and it is over when WhatsApp has
 * acknowledged it: after a crash or a lost connection it is sent again under the same id, which the phone shows once. How much
 * leaves is limited, in a chat and altogether, and somebody whom WhatsApp does not let us write to is left alone for a while.
 */
import { generateWAMessageContent, proto, type WASocket } from '@whiskeysockets/baileys'
import { RetryableError } from '../../../errors.ts'
import type { LedgerDb } from '../../../ledger/database.ts'
import type { MessageBody } from '../../../ledger/talk/inbox.ts'
import { findMessage } from '../../../ledger/talk/message-contents.ts'
import type { Secrets } from '../../../ledger/secrets/secrets.ts'
import { findSent, noteAcked, noteSending } from '../../../ledger/whatsapp/whatsapp-sent.ts'
import type { OutboundReply } from '../../channel.ts'
import type { ChatExpiry } from '../inbound/chat-expiry.ts'
import { jidOfGroup, jidOfSender } from '../wire/identity.ts'
import { keepRecent } from '../wire/keep-recent.ts'
import type { KnownSenders } from '../inbound/known-senders.ts'
import { isQuoting, quoteFor } from './quote-for.ts'
import type { Self } from '../inbound/read-message.ts'
import { replyParts, type ReplyPart } from './reply-parts.ts'
import type { SendLimits } from './send-limits.ts'
import { editMessage, reactionMessage, textMessage, withBeside, type Beside } from '../wire/wire-message.ts'
import { wireIdOf } from '../wire/wire-id.ts'

/** How long WhatsApp may take to acknowledge a message. */
const ackWithinMs = 12_000
/** Less than the fifteen minutes in which a phone accepts an edit. */
const editableForMs = 14 * 60_000
/** How long a chat rests that WhatsApp refuses: longer every time. */
const firstRestMs = 1000
const longestRestMs = 30 * 60_000
const mostResting = 2000
/** The account may not write to this person now; trying again makes it worse. */
const restrictedCode = '463'

export type Sender = {
  readonly send: (outbound: OutboundReply) => Promise<void>
  /** Marks somebody's message, unless answers need the place; that it may not arrive is of no consequence. */
  readonly react: (key: proto.IMessageKey, emoji: string) => Promise<void>
  /** WhatsApp has taken a message, or says why not. */
  readonly onAck: (messageId: string, error: string | null) => void
  /** The connection has ended: what it did not acknowledge is sent again with the next one. */
  readonly onClosed: () => void
}

type FilePart = ReplyPart & { readonly kind: 'media' }
type Waiting = { readonly resolve: (error: string | null) => void; readonly reject: (why: Error) => void }

export type SenderDeps = {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly account: string
  readonly senders: Pick<KnownSenders, 'addressOf'>
  /** The open connection; waits for it, and rejects when it does not come. */
  readonly connected: () => Promise<WASocket>
  readonly limits: SendLimits
  readonly expiry: Pick<ChatExpiry, 'of'>
  /** The bot's own addresses; `null` while there are none. */
  readonly self: () => Self | null
  /** WhatsApp restricts whom this number may write to. */
  readonly onRestricted: () => void
  readonly clock: () => Date
}

export function createSender(deps: SenderDeps): Sender {
  const { db, secrets, account, senders, connected, limits, clock } = deps
  const acks = new Map<string, Waiting>()
  const resting = new Map<string, { readonly until: number; readonly refusals: number }>()

  async function send(outbound: OutboundReply): Promise<void> {
    if (await sendEdit(outbound)) return
    for (const [part, content] of replyParts(outbound.reply).entries()) {
      await (content.kind === 'text' ? sendText(outbound, part, content.text) : sendFile(outbound, part, content))
    }
  }

  /** @returns whether it was an edit of an earlier message that the phone still takes; else it is to be a message of its own */
  async function sendEdit(outbound: OutboundReply): Promise<boolean> {
    const { edits, reply } = outbound
    if (edits === undefined || reply.media !== undefined || replyParts(reply).length > 1) return false
    const edited = wireIdOf(edits, 0)
    const first = await findSent(db, secrets, account, edited)
    if (first === null || clock().getTime() - first.sentAt.getTime() > editableForMs) return false
    const id = wireIdOf(outbound.id, 0)
    const noting = note(outbound, { id, part: 0, media: null })
    const { jid } = await addressee(outbound)
    await relay(jid, id, editMessage(reply.text, { jid, id: edited, now: clock() }), noting)
    return true
  }

  /** What is read and written before it leaves does not wait for each other: an answer is waited for. */
  async function sendText(outbound: OutboundReply, part: number, text: string): Promise<void> {
    const id = wireIdOf(outbound.id, part)
    const noting = note(outbound, { id, part, media: null })
    const [{ jid, beside }, known] = await Promise.all([place(outbound, part), outbound.isNew === true ? null : noting])
    if (known?.acked !== true) await relay(jid, id, textMessage(text, beside), noting)
  }

  async function sendFile(outbound: OutboundReply, part: number, file: FilePart): Promise<void> {
    const id = wireIdOf(outbound.id, part)
    const [{ jid, beside }, earlier] = await Promise.all([place(outbound, part), findSent(db, secrets, account, id)])
    if (earlier?.acked === true) return
    const media = earlier?.media == null ? await upload(file) : decodeMedia(earlier.media)
    const message = withBeside(media, beside)
    await relay(jid, id, message, note(outbound, { id, part, media: encodeMedia(message) }))
  }

  /** The chat, and what a part of a reply says there beside its content. */
  async function place(
    outbound: OutboundReply,
    part: number,
  ): Promise<{ readonly jid: string; readonly beside: Beside }> {
    const quotes = part === 0 && isQuoting(outbound)
    const [{ jid, person }, answered] = await Promise.all([addressee(outbound), quotes ? findAnswered(outbound) : null])
    const [quote, disappearsAfterS] = await Promise.all([
      answered === null || outbound.replyTo === null
        ? null
        : quoteFor(deps, { answered, id: outbound.replyTo, person, self: deps.self() }),
      deps.expiry.of(jid, async () => answered ?? findAnswered(outbound)),
    ])
    return { jid, beside: { quote, disappearsAfterS } }
  }

  async function findAnswered({ group, replyTo, to }: OutboundReply): Promise<MessageBody | null> {
    return replyTo === null ? null : findMessage(db, { account, group, messageId: replyTo, sender: to })
  }

  /** The chat, and whom it is for there. */
  async function addressee({ to, group }: OutboundReply): Promise<{ readonly jid: string; readonly person: string }> {
    const person = (await senders.addressOf(to)) ?? jidOfSender(to)
    const jid = group === null ? person : jidOfGroup(group)
    const restMs = (resting.get(jid)?.until ?? 0) - performance.now()
    if (restMs <= 0) return { jid, person }
    throw new RetryableError('whatsapp_unusable', 'WhatsApp refuses this chat', { retryAfterMs: restMs })
  }

  /** Whoever does not come to wait for it hears of its failure elsewhere. */
  function note(
    { id: replyId, to }: OutboundReply,
    { id, ...left }: { readonly id: string; readonly part: number; readonly media: string | null },
  ): Promise<{ readonly acked: boolean }> {
    const noting = noteSending(db, secrets, { account, messageId: id, replyId, recipient: to, ...left })
    noting.catch(() => undefined)
    return noting
  }

  async function upload({ media, caption }: FilePart): Promise<proto.IMessage> {
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

  /** @param noted what leaves is noted by then, for whoever gets it may react to it at once */
  async function relay(jid: string, id: string, message: proto.IMessage, noted: Promise<unknown>): Promise<void> {
    await limits.pass(jid)
    const [socket] = await Promise.all([connected(), noted])
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
    keepRecent(resting, mostResting, jid, { until: performance.now() + retryAfterMs, refusals })
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

  return {
    send,
    react: async (key, emoji) => {
      const jid = key.remoteJid
      if (jid == null || !limits.passIfQuiet(jid)) return
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

/** What a resend needs of a file. */
function encodeMedia(message: proto.IMessage): string {
  return Buffer.from(proto.Message.encode(message).finish()).toString('base64')
}

function decodeMedia(base64: string): proto.IMessage {
  return proto.Message.decode(Buffer.from(base64, 'base64'))
}
