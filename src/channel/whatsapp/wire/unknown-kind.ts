import { proto } from '@whiskeysockets/baileys'

/**
 * Whether a message is of a kind that the library does not know, and of which it leaves nothing: phones may be newer than it, and whoever
 * sent such a message sees it in the chat.
 * @param bytes that were decoded to the message
 */
export function isOfUnknownKind(message: proto.Message, bytes: Uint8Array): boolean {
  const isBare = Object.keys(message).every((name) => name === 'messageContextInfo')
  return isBare && proto.Message.encode(message).finish().length < bytes.length
}
