import type { MessageFacts } from './event.ts'
import type { Origin } from './session.ts'

/** The origin of a draft after this message: it keeps what was spoken for the draft, and what in that is in doubt. */
export function originOf(message: MessageFacts, before: Origin | null = null): Origin {
  const { spoken } = message
  const note = spoken === undefined ? [] : [{ messageId: message.id, transcript: spoken.transcript, ...spoken.by }]
  const heard = [...(before?.heard ?? []), ...note]
  // What is typed needs no repair; whether the rest was heard correctly still has to be asked.
  const left = before?.doubt === 'unsure' ? before.doubt : undefined
  const doubt = spoken === undefined ? left : (spoken.doubt ?? before?.doubt)
  return {
    messageIds: [...(before?.messageIds ?? []), message.id],
    sentAt: message.sentAt,
    ...(heard.length === 0 ? {} : { heard }),
    ...(doubt === undefined || doubt === null ? {} : { doubt }),
    ...((message.forwarded || before?.forwarded === true) && { forwarded: true }),
  }
}
