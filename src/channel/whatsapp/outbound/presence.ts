/**
 * Shows that somebody is there: "typing…" while an answer is in the making, and a ✅ on a message that is stored and whose
 * answer takes a while. An answer that comes at once needs neither, and what was said a while ago gets no ✅: after an outage
 * there are many, and their answers are on their way.
 */
import type { WASocket, proto } from '@whiskeysockets/baileys'
import type { OutboundReply } from '../../channel.ts'
import type { Message } from '../../message.ts'
import type { Arrival } from '../inbound/read-message.ts'

const typingAfterMs = 700
const markAfterMs = 2500
/** What is older when it comes in is of a backlog. */
const markYoungerThanMs = 30_000
const mark = '✅'

export type Presence = {
  readonly onStored: (message: Message, arrival: Arrival) => void
  readonly onSent: (outbound: Pick<OutboundReply, 'replyTo'>) => void
  readonly onTurnOver: (message: Pick<Message, 'id'>) => void
  readonly stop: () => void
}

export function createPresence({
  socket,
  react,
  clock,
}: {
  readonly socket: () => Pick<WASocket, 'sendPresenceUpdate'> | null
  readonly react: (key: proto.IMessageKey, emoji: string) => Promise<void>
  readonly clock: () => Date
}): Presence {
  const timers = new Map<string, readonly NodeJS.Timeout[]>()

  function answered(messageId: string): void {
    for (const timer of timers.get(messageId) ?? []) clearTimeout(timer)
    timers.delete(messageId)
  }

  function isOld({ sentAt }: Message): boolean {
    return clock().getTime() - Date.parse(sentAt) > markYoungerThanMs
  }

  return {
    onStored: (message, { key }) => {
      const jid = key.remoteJid
      // Whoever does not speak to the bot gets no sign of it.
      if (jid == null || message.content.kind === 'reaction' || (message.group !== null && !message.mentions)) return
      answered(message.id)
      const marked = !isOld(message)
      timers.set(message.id, [
        setTimeout(
          () =>
            void socket()
              ?.sendPresenceUpdate('composing', jid)
              .catch(() => undefined),
          typingAfterMs,
        ),
        setTimeout(() => {
          answered(message.id)
          if (marked) void react(key, mark).catch(() => undefined)
        }, markAfterMs),
      ])
    },
    onSent: ({ replyTo }) => {
      if (replyTo !== null) answered(replyTo)
    },
    onTurnOver: ({ id }) => answered(id),
    stop: () => {
      for (const id of timers.keys()) answered(id)
    },
  }
}
