/**
 * The library looks up who somebody new is before it queues their message, and what they send right after overtakes it. Here the
 * messages of a chat are handed to it one after the other, as they came off the wire.
 */
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'

const event = 'CB:message'

type Handler = (node: BinaryNode) => unknown

/** Puts itself before whatever handles messages by now. */
export function keepOrder(ws: Pick<WASocket['ws'], 'listeners' | 'removeAllListeners' | 'on'>): void {
  // Nobody but the library listens to a socket that was made a moment ago.
  const handlers = ws.listeners(event) as Handler[]
  const chats = new Map<string, Promise<unknown>>()
  ws.removeAllListeners(event)
  ws.on(event, (node: BinaryNode) => {
    const chat = node.attrs['from'] ?? ''
    const turn = (chats.get(chat) ?? Promise.resolve())
      .then(() => Promise.all(handlers.map((handle) => handle(node))))
      .catch(() => undefined)
      .finally(() => chats.get(chat) === turn && chats.delete(chat))
    chats.set(chat, turn)
  })
}
