/**
 * Whether an answer was given to the open preview or to something else, judging by what it quotes, what it follows, and when
 * it was sent.
 */
import type { Confirmation } from '../../understanding/reading.ts'
import type { MessageFacts } from '../event.ts'
import { plainWords } from '../things/plain-words.ts'
import { confirmableForMs, type Scene } from '../scene.ts'
import type { Pending } from '../session.ts'

/** How far a channel's clock may be behind ours; WhatsApp's counts whole seconds only. */
export const clockSlackMs = 3000

/** "ok" that quotes what was reported of something else is not a yes to what is open. */
export function quotesOther({ quoted = [] }: MessageFacts, { commandId }: Pending): boolean {
  return quoted.length > 0 && quoted.every((record) => record.commandId !== commandId)
}

/** A verb has at least so many letters in common with its other forms, and all but so many of the shorter one: "anotalo", "Anotar". */
const stemLength = 5
const endingLength = 2

/** Whether an answer to what waits may be no yes to it. */
export function isInDoubt(answer: Confirmation, pending: Pending, message: MessageFacts): boolean {
  if (answer.kind !== 'yes' || answer.doubt === undefined) return false
  if (answer.doubt === 'differs') return true
  return answer.doubt === 'notes' ? mayReplyToOther(pending, message) : isOtherAct(answer.doubt.act, pending)
}

/** "ok" after something else has been answered may be a reply to that. */
function mayReplyToOther({ asideSince }: Pending, { quotedCommand, quoted = [] }: MessageFacts): boolean {
  return quotedCommand === null && quoted.length === 0 && asideSince === true
}

/** "guardalo" to “Quitar la nota”: the name of another act than what waits begins with. */
function isOtherAct(said: string, { summary }: Pending): boolean {
  const [first = '', act = ''] = [plainWords(summary), said].map((words) => words.split(' ')[0])
  return first !== act && !isFormOf(first, act)
}

/** "Agredir" is no form of "agregar", nor "transportar" of "transferir". */
function isFormOf(one: string, other: string): boolean {
  const length = Math.max(stemLength, Math.min(one.length, other.length) - endingLength)
  return one.length >= length && one.slice(0, length) === other.slice(0, length)
}

/**
 * Whatever was sent before the preview existed answers something else, as when both waited while the bot was away. Somebody
 * who gives the preview's code, or quotes it, has seen it.
 */
export function isUnseen(scene: Scene, pending: Pending, answer: Confirmation, message: MessageFacts): boolean {
  if (answer.kind === 'token' || message.quotedCommand !== null) return false
  const shown = shownAt(scene, pending)
  const { sentAt, receivedAt } = message
  return Date.parse(sentAt) < shown - clockSlackMs || (receivedAt !== undefined && Date.parse(receivedAt) < shown)
}

/** An answer from a backlog was written before the preview that is open now. */
export function isStale({ context }: Scene, message: MessageFacts): boolean {
  return context.now.getTime() - Date.parse(message.sentAt) > context.limits.staleAfterMs
}

/** Whoever lost their rights has lost their open preview too, even when they have their rights back by now. */
export function isFromBeforeRemoval(scene: Scene, pending: Pending): boolean {
  const { removedAt } = scene.context.person
  return removedAt !== undefined && shownAt(scene, pending) <= Date.parse(removedAt)
}

/** In milliseconds since 1970. */
function shownAt({ context }: Scene, { expiresAt, draft }: Pending): number {
  return Date.parse(expiresAt) - confirmableForMs(context.limits, draft.origin)
}
