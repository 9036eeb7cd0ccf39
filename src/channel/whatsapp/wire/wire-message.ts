/** Messages of ours as they stand on the wire. */
import { proto } from '@whiskeysockets/baileys'

/** What a message answers, as the phone shows it above. */
export type Quote = { readonly id: string; readonly participant: string; readonly text: string }

/** What a message says beside its content. */
export type Beside = {
  readonly quote: Quote | null
  /** So many seconds after it was sent it disappears; 0 where messages stay. */
  readonly disappearsAfterS: number
}

export function textMessage(text: string, beside: Beside): proto.IMessage {
  return { extendedTextMessage: { text, ...contextOf(beside) } }
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

/** Adds to a file's message what it says beside the file. */
export function withBeside(message: proto.IMessage, beside: Beside): proto.IMessage {
  const context = contextOf(beside)
  const { audioMessage, documentMessage, imageMessage } = message
  if (audioMessage != null) return { ...message, audioMessage: { ...audioMessage, ...context } }
  if (documentMessage != null) return { ...message, documentMessage: { ...documentMessage, ...context } }
  if (imageMessage != null) return { ...message, imageMessage: { ...imageMessage, ...context } }
  return message
}

function contextOf({ quote, disappearsAfterS }: Beside): { readonly contextInfo?: proto.IContextInfo } {
  if (quote === null && disappearsAfterS === 0) return {}
  return {
    contextInfo: {
      ...(quote !== null && {
        stanzaId: quote.id,
        participant: quote.participant,
        quotedMessage: { conversation: quote.text },
      }),
      ...(disappearsAfterS > 0 && { expiration: disappearsAfterS }),
    },
  }
}
