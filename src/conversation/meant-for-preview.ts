/** Whether an answer was given to the preview that is open, or to something else: what it quotes, what it stands below, and when it was sent. */
import type { Answer } from './confirm-pending.ts'
import type { MessageFacts } from './event.ts'
import type { Scene } from './scene.ts'
import type { Pending } from './session.ts'

/** How far the clock of a channel may be behind ours, which on WhatsApp counts seconds alone. */
const clockSlackMs = 3000

/** "ok" to what was told of something else is no yes to what is open. */
export function quotesOther({ quoted = [] }: MessageFacts, { commandId }: Pending): boolean {
  return quoted.length > 0 && quoted.every((record) => record.commandId !== commandId)
}

/** "ok" below something else that was answered since may be said to that. */
export function isMereNote(answer: Answer, pending: Pending, { quotedCommand, quoted = [] }: MessageFacts): boolean {
  const isBare = quotedCommand === null && quoted.length === 0
  return isBare && answer.kind === 'yes' && answer.noted === true && pending.asideSince === true
}

/**
 * What was sent before the preview was there answers something else, as when both waited while the bot was away. Who gives its
 * code, or quotes it, has seen it.
 */
export function isUnseen({ context }: Scene, pending: Pending, answer: Answer, message: MessageFacts): boolean {
  if (answer.kind === 'token' || message.quotedCommand !== null) return false
  const shownAt = Date.parse(pending.expiresAt) - context.limits.confirmWithinMs
  const { sentAt, receivedAt } = message
  return Date.parse(sentAt) < shownAt - clockSlackMs || (receivedAt !== undefined && Date.parse(receivedAt) < shownAt)
}

/** An answer from a backlog was written before the preview that is open now. */
export function isStale({ context }: Scene, message: MessageFacts): boolean {
  return context.now.getTime() - Date.parse(message.sentAt) > context.limits.staleAfterMs
}
