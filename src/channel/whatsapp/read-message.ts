/**
 * What a person said, out of a message of the wire. Only what somebody else says to the bot is one: not what the phone itself
 * or another of its devices sent, not a status or a channel, not the library's own traffic, not old history.
 */
import {
  isJidGroup,
  isLidUser,
  isPnUser,
  jidDecode,
  normalizeMessageContent,
  proto,
  type WAMessageKey,
} from '@whiskeysockets/baileys'
import type { Message, MessageContent } from '../message.ts'
import { fileHandleOf } from './file-handle.ts'
import { phoneOfJid } from './identity.ts'

/** A message of the wire, decrypted. */
export type Arrival = {
  readonly key: WAMessageKey
  readonly message: proto.IMessage
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
  const body = normalizeMessageContent(arrival.message)
  if (body === undefined || key.id == null) return null
  // Who edits what they said to the bot still says it to the bot.
  const context = contextOf(body) ?? contextOf(editedIn(body) ?? {})
  const read = contentOf(body, key.id, fileHandleOf(digest))
  if (read === null) return null
  const group = isJidGroup(key.remoteJid ?? '') === true ? (jidDecode(key.remoteJid ?? '')?.user ?? null) : null
  const mentions = (context?.mentionedJid ?? []).some((jid) => isSelf(jid, self))
  const quotesUs = context?.participant == null || isSelf(context.participant, self)
  const isAside = group !== null && !quotesUs
  return {
    account,
    channel: 'whatsapp',
    id: key.id,
    from,
    group,
    mentions,
    content: mentions ? spokenTo(read, self) : read,
    quoted: isAside ? null : (context?.stanzaId ?? null),
    ...(isAside && { aside: true }),
    forwarded: context?.isForwarded === true || (context?.forwardingScore ?? 0) > 0,
    sentAt: new Date(arrival.sentAtS * 1000).toISOString(),
  }
}

/** That a message came which nobody can read, as a message of its own. */
export function unreadableMessage(
  { sentAtS }: Pick<Arrival, 'sentAtS'>,
  { account, from, id }: Pick<Message, 'account' | 'from' | 'id'>,
): Message {
  return {
    account,
    channel: 'whatsapp',
    id,
    from,
    group: null,
    mentions: false,
    content: { kind: 'unreadable' },
    quoted: null,
    forwarded: false,
    sentAt: new Date(sentAtS * 1000).toISOString(),
  }
}

/** @param path what names the file that the message carries: `fetchFile` gets it */
function contentOf(body: proto.IMessage, messageId: string, path: string): MessageContent | null {
  const text = textOf(body)
  if (text !== null) return { kind: 'text', text }
  const { protocolMessage, reactionMessage, audioMessage } = body
  if (protocolMessage != null) return changeOf(protocolMessage)
  if (reactionMessage != null) {
    const to = reactionMessage.key?.id
    // An empty one takes back an earlier one.
    return to == null || !reactionMessage.text ? null : { kind: 'reaction', to, emoji: reactionMessage.text }
  }
  if (audioMessage != null) return { kind: 'voice', path }
  const number = numberOnCard(body)
  if (number !== null) return { kind: 'text', text: number }
  const file = body.documentMessage ?? body.imageMessage ?? body.videoMessage ?? body.stickerMessage
  if (file != null) {
    const caption = captionOf(body)
    const named = { path, mimetype: file.mimetype ?? unknownType, filename: nameOf(body) ?? messageId }
    return { kind: 'file', ...named, ...(caption === null ? {} : { text: caption }) }
  }
  // It is answered that this cannot be read, rather than not at all.
  return unreadable.some((kind) => body[kind] != null)
    ? { kind: 'file', path, mimetype: unknownType, filename: messageId }
    : null
}

const unknownType = 'application/octet-stream'

const unreadable = [
  'contactMessage',
  'contactsArrayMessage',
  'locationMessage',
  'liveLocationMessage',
  'pollCreationMessage',
  'pollCreationMessageV2',
  'pollCreationMessageV3',
  'eventMessage',
  'ptvMessage',
  'groupInviteMessage',
  'productMessage',
  'orderMessage',
  'lottieStickerMessage',
] as const satisfies readonly (keyof proto.IMessage)[]

/** What was typed, or what stood on a button that was pressed. */
function textOf(body: proto.IMessage): string | null {
  const text =
    body.conversation ??
    body.extendedTextMessage?.text ??
    body.buttonsResponseMessage?.selectedDisplayText ??
    body.templateButtonReplyMessage?.selectedDisplayText ??
    body.listResponseMessage?.title ??
    body.interactiveResponseMessage?.body?.text
  return text == null || text === '' ? null : text
}

/** The phone number on a contact card, which is shared where a number is asked for; `null` when there is none, or more than one. */
function numberOnCard({ contactMessage }: proto.IMessage): string | null {
  const lines = contactMessage?.vcard?.match(/^(?:\w+\.)?TEL\b.*$/gimu) ?? []
  // WhatsApp's own id is the whole number; what the phone has beside it may lack the country.
  const numbers = lines.map((line) => {
    const id = /waid=(\d+)/iu.exec(line)?.[1]
    return id === undefined ? line.slice(line.lastIndexOf(':') + 1).trim() : `+${id}`
  })
  const [only = '', ...others] = new Set(numbers)
  return only === '' || others.length > 0 ? null : only
}

/** An edit or a deletion of an earlier message; everything else of this kind is between the phone and its devices. */
function changeOf({ type, key, editedMessage }: proto.Message.IProtocolMessage): MessageContent | null {
  if (key?.id == null) return null
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type
  if (type === REVOKE) return { kind: 'revoke', of: key.id }
  if (type !== MESSAGE_EDIT) return null
  const edited = normalizeMessageContent(editedMessage ?? undefined)
  const text = edited === undefined ? null : (textOf(edited) ?? captionOf(edited))
  return { kind: 'edit', of: key.id, text: text ?? '' }
}

/** What an edited message says now. */
function editedIn({ protocolMessage }: proto.IMessage): proto.IMessage | undefined {
  return normalizeMessageContent(protocolMessage?.editedMessage ?? undefined)
}

function contextOf(body: proto.IMessage): proto.IContextInfo | null {
  const parts = [
    body.extendedTextMessage,
    body.audioMessage,
    body.documentMessage,
    body.imageMessage,
    body.videoMessage,
    body.stickerMessage,
    body.buttonsResponseMessage,
    body.templateButtonReplyMessage,
    body.listResponseMessage,
    body.interactiveResponseMessage,
  ]
  return parts.find((part) => part?.contextInfo != null)?.contextInfo ?? null
}

/** What is written below a file. */
function captionOf({ documentMessage, imageMessage, videoMessage }: proto.IMessage): string | null {
  const caption = documentMessage?.caption ?? imageMessage?.caption ?? videoMessage?.caption
  // Some phones put the name of a document there.
  return caption == null || caption.trim() === '' || caption === documentMessage?.fileName ? null : caption
}

function nameOf({ documentMessage }: proto.IMessage): string | null {
  return documentMessage?.fileName ?? documentMessage?.title ?? null
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
