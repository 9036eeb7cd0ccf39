/**
 * "never mind, show order 205", "no, cancel order 205", "don't cancel 204, cancel 207": what is no longer wanted is dropped,
 * and what is asked for in its place is taken up.
 */
import type { Reading } from '../../understanding/reading.ts'
import { changeWaiting } from '../waiting/change-waiting.ts'
import { dropPreview } from '../waiting/drop.ts'
import type { MessageFacts } from '../event.ts'
import { exceptDenied } from './except-denied.ts'
import { negateWishes } from './negate.ts'
import { quotesOpen } from '../things/quoted.ts'
import type { Scene } from '../scene.ts'
import { openPreview, withoutNumbers } from '../session.ts'
import { after, done, type Step } from '../step.ts'
import { startWishes } from '../waiting/wishes.ts'

type Asked = Extract<Reading, { kind: 'wishes' }>

/** What is asked for in place of something drops it, unless it has already taken its place. */
export function startInstead(scene: Scene, asked: Asked, message: MessageFacts): Step {
  const changed = asked.instead === true ? changeWaiting(scene, asked.wishes, message) : null
  if (changed !== null) return changed
  // Somebody who asks for something in words has left the menu.
  const besidesMenu = { ...scene, session: withoutNumbers(scene.session) }
  const step = startUndenied(besidesMenu, asked, message)
  if (asked.instead !== true || step.kind === 'needs') return step
  const dropped = dropRefused(scene, { ...scene, session: step.session }, message)
  return dropped.kind === 'needs' ? dropped : after(dropped, { ...step, session: dropped.session })
}

/** Drops what a "no" would have meant, if it was open before and still is: the quoted preview, or else the newest thing. */
function dropRefused({ session: { menu, question, pending } }: Scene, left: Scene, message: MessageFacts): Step {
  const { session } = left
  const preview = openPreview({ pending })
  const stays = preview !== null && session.pending?.commandId === preview.commandId
  if (message.quotedCommand !== null)
    return stays && quotesOpen(left, message) ? dropPreview(left, preview) : done(session)
  if (menu?.live === true) return done(session)
  if (question !== null) return done(session.question === question ? { ...session, question: null } : session)
  return stays ? dropPreview(left, preview) : done(session)
}

/** What is denied beside the request is called off first. */
function startUndenied(scene: Scene, { wishes, denied, keeps }: Asked, message: MessageFacts): Step {
  if (denied === undefined) return startWishes(scene, wishes, message)
  const negated = negateWishes(scene, denied, false, keeps)
  return negated.kind === 'needs'
    ? negated
    : after(
        negated,
        startWishes({ ...scene, session: negated.session }, exceptDenied(scene.context, wishes, denied), message),
      )
}
