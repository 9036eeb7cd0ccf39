/**
 * What a person said, out of a message of the wire. Only what somebody else says to the bot is one: not what the phone itself
 * or another of its devices sent, not a status or a channel, not the library's own traffic, not old history.
 */
import { isJidGroup, isLidUser, isPnUser, jidDecode, type proto, type WAMessageKey } from '@whiskeysockets/baileys'
import type { Message, MessageContent, UnreadableThing } from '../../message.ts'
import { fileHandleOf } from '../wire/file-handle.ts'
import { phoneOfJid } from '../wire/identity.ts'
import { unwrapped } from '../wire/message-kinds.ts'
import { contentIn, editedIn } from './read-content.ts'
import { givenId } from '../wire/wire-id.ts'

/** A message of the wire, decrypted. */
export type Arrival = {
  readonly key: WAMessageKey
  readonly message: proto.IMessage
  /** It has something in it that the library does not know, and nothing else. */
  readonly isOfUnknownKind?: true
  /** When it was sent, in seconds since 1970. */
  readonly sentAtS: number
  /** What the sender calls themselves. */
  readonly pushName: string | null
}

/** The bot's own addresses. */
export type Self = { readonly jid: string; readonly lid: string | null }

/** The address of whoever speaks; `null` when nobody does: it is our own, or none of a person's. */
export function speakerOf({ key }: Pick<Arrival, 'key'>): { readonly jid: string; readonly alt: string | null } | null {
  const { remoteJid, participant } = key
  if (key.fromMe === true || remoteJid == null || key.id == null) return null
  if (isJidGroup(remoteJid) === true)
    return participant == null ? null : { jid: participant, alt: key.participantAlt ?? null }
  if (isPnUser(remoteJid) === true || isLidUser(remoteJid) === true)
    return { jid: remoteJid, alt: key.remoteJidAlt ?? null }
  return null
}

/**
 * The message as the rest of the house knows it; ids of ours in it are still those of the wire. `null` when it says nothing.
 * @param options.from who speaks, as the identity found them
 * @param options.digest of the ciphertext that it came in
 */
export function readMessage(
  arrival: Arrival,
  options: { readonly account: string; readonly from: string; readonly self: Self; readonly digest: Buffer },
): Message | null {
  const { account, from, self, digest } = options
  const { key } = arrival
  const body = unwrapped(arrival.message)
  if (body === null || key.id == null) return null
  const id = givenId(key.id)
  // Who edits what they said to the bot still says it to the bot.
  const context = contextOf(body) ?? contextOf(editedIn(body) ?? {})
  const read =
    arrival.isOfUnknownKind === true ? unknown : contentIn(body, { messageId: id, path: fileHandleOf(digest) })
  if (read === null) return null
  const group = isJidGroup(key.remoteJid ?? '') === true ? (jidDecode(key.remoteJid ?? '')?.user ?? null) : null
  const mentions = (context?.mentionedJid ?? []).some((jid) => isSelf(jid, self))
  const quotesUs = context?.participant == null || isSelf(context.participant, self)
  const isAside = group !== null && !quotesUs
  return {
    account,
    channel: 'whatsapp',
    id,
    from,
    group,
    mentions,
    content: mentions ? spokenTo(read, self) : read,
    quoted: isAside || context?.stanzaId == null ? null : givenId(context.stanzaId),
    ...(isAside && { aside: true }),
    forwarded: context?.isForwarded === true || (context?.forwardingScore ?? 0) > 0,
    sentAt: new Date(arrival.sentAtS * 1000).toISOString(),
    ...disappearing(context),
  }
}

const unknown: MessageContent = { kind: 'unreadable', what: 'other' }

/** Shorter than any time that WhatsApp offers: whoever says so would take the bot's words from everybody else in a group. */
const shortestS = 60 * 60

function disappearing(context: proto.IContextInfo | null): Pick<Message, 'disappearsAfterS'> {
  const disappearsAfterS = context?.expiration ?? 0
  return disappearsAfterS < shortestS ? {} : { disappearsAfterS }
}

/**
 * That something came which nobody can read, as a message of its own.
 * @param options.what it is, where that is known; else it was damaged on its way
 */
export function unreadableMessage(
  { sentAtS }: Pick<Arrival, 'sentAtS'>,
  { account, from, id, what }: Pick<Message, 'account' | 'from' | 'id'> & { readonly what?: UnreadableThing },
): Message {
  return {
    account,
    channel: 'whatsapp',
    id,
    from,
    group: null,
    mentions: false,
    content: { kind: 'unreadable', ...(what !== undefined && { what }) },
    quoted: null,
    forwarded: false,
    sentAt: new Date(sentAtS * 1000).toISOString(),
  }
}

/** What a message says beside its content, whatever its kind. */
function contextOf(body: proto.IMessage): proto.IContextInfo | null {
  // Every part that has one calls it so.
  const parts = Object.values(body) as readonly ({ readonly contextInfo?: proto.IContextInfo | null } | null)[]
  return parts.find((part) => part?.contextInfo != null)?.contextInfo ?? null
}

function isSelf(jid: string, self: Self): boolean {
  const user = jidDecode(jid)?.user
  return user !== undefined && (user === jidDecode(self.lid ?? '')?.user || phoneOfJid(jid) === phoneOfJid(self.jid))
}

function spokenTo(content: MessageContent, self: Self): MessageContent {
  if (content.kind !== 'text' && content.kind !== 'file' && content.kind !== 'edit') return content
  return content.text === undefined ? content : { ...content, text: withoutMention(content.text, self) }
}

/** `@5511… status of order 204` is `status of order 204`. */
function withoutMention(text: string, self: Self): string {
  const users = [jidDecode(self.jid)?.user, jidDecode(self.lid ?? '')?.user].filter((user) => user !== undefined)
  return users.reduce((rest, user) => rest.replaceAll(`@${user}`, ' '), text).trim()
}
