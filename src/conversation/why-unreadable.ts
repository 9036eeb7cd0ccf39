import { ownerRole } from '../access/owner.ts'
import type { ConversationEvent } from './event.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'

/**
 * Why a message could not be read, and what to send instead. An owner is told in private what to run on the machine, where that helps:
 * nobody else can.
 */
export function whyUnreadable(
  { context }: Scene,
  { what, cure }: Extract<ConversationEvent, { kind: 'unreadable' }>,
): string {
  const { locale, person, chatKind } = context
  const why = say(locale, `unreadable_${what}`)
  const isTold = cure !== undefined && chatKind === 'private' && person.roles.includes(ownerRole)
  return isTold ? `${why} ${say(locale, 'unreadable_voice_cure', { command: cure })}` : why
}
