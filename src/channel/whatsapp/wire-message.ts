/** Messages of ours as they stand on the wire. */
import { proto } from '@whiskeysockets/baileys'

/** What a message answers, as the phone shows it above. */
export type Quote = { readonly id: string; readonly participant: string; readonly text: string }

export function textMessage(text: string, quote: Quote | null): proto.IMessage {
  return { extendedTextMessage: { text, ...(quote === null ? {} : { contextInfo: contextOf(quote) }) } }
}

/** Takes the place of an earlier message of ours. */
export function editMessage(text: string, { jid, id, now }: { jid: string; id: string; now: Date }): proto.IMessage {
  return {
    protocolMessage: {
      key: { remoteJid: jid, fromMe: true, id },
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: { extendedTextMessage: { text } },
      timestampMs: now.getTime(),
    },
  }
}

/** A mark on somebody's message. */
export function reactionMessage(key: proto.IMessageKey, emoji: string, now: Date): proto.IMessage {
  return { reactionMessage: { key, text: emoji, senderTimestampMs: now.getTime() } }
}

/** Adds what a file's message answers. */
export function quoting(message: proto.IMessage, quote: Quote | null): proto.IMessage {
  if (quote === null) return message
  const { audioMessage, documentMessage, imageMessage } = message
  const contextInfo = contextOf(quote)
  if (audioMessage != null) return { ...message, audioMessage: { ...audioMessage, contextInfo } }
  if (documentMessage != null) return { ...message, documentMessage: { ...documentMessage, contextInfo } }
  if (imageMessage != null) return { ...message, imageMessage: { ...imageMessage, contextInfo } }
  return message
}

function contextOf({ id, participant, text }: Quote): proto.IContextInfo {
  return { stanzaId: id, participant, quotedMessage: { conversation: text } }
}
