/** What people send, as the payload of a message: the forms that WhatsApp's own clients send. */
import { proto } from '@whiskeysockets/baileys'

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type

export function textMessage(text: string, contextInfo: proto.IContextInfo | null): proto.IMessage {
  return contextInfo === null ? { conversation: text } : { extendedTextMessage: { text, contextInfo } }
}

export function reactionMessage(key: proto.IMessageKey, emoji: string, now: number): proto.IMessage {
  return { reactionMessage: { key, text: emoji, senderTimestampMs: now } }
}

export function editMessage(key: proto.IMessageKey, text: string, now: number): proto.IMessage {
  const protocolMessage = { key, type: MESSAGE_EDIT, editedMessage: { conversation: text }, timestampMs: now }
  return { editedMessage: { message: { protocolMessage } } }
}

export function revokeMessage(key: proto.IMessageKey): proto.IMessage {
  return { protocolMessage: { key, type: REVOKE } }
}

/** What a message says beside its content; `null` when it says nothing of the kind. */
export function contextOf({
  quoted,
  mentions,
  forwarded,
}: {
  readonly quoted: { readonly id: string; readonly author: string; readonly message: proto.IMessage } | null
  /** JIDs. */
  readonly mentions: readonly string[]
  readonly forwarded: boolean
}): proto.IContextInfo | null {
  if (quoted === null && mentions.length === 0 && !forwarded) return null
  return {
    ...(quoted === null
      ? {}
      : { stanzaId: quoted.id, participant: quoted.author, quotedMessage: withoutContext(quoted.message) }),
    ...(mentions.length === 0 ? {} : { mentionedJid: [...mentions] }),
    ...(forwarded ? { isForwarded: true, forwardingScore: 1 } : {}),
  }
}

/** A quoted message does not carry what it itself quoted. */
function withoutContext(message: proto.IMessage): proto.IMessage {
  const text = message.extendedTextMessage?.text
  return text ? { conversation: text } : message
}
