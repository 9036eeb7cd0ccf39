import type { Reading } from '../../understanding/reading.ts'
import { addBesides } from '../waiting/add-besides.ts'
import { confirmPending } from './confirm-pending.ts'
import type { MessageFacts } from '../event.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openPreview } from '../session.ts'
import { after, sayBelow, type Step } from '../step.ts'
import { startWishes } from '../waiting/wishes.ts'

/**
 * "yes and cancel order 205", "CONFIRM C9F2, then show 204": the preview is answered as it is by the answer alone. What else is wanted waits
 * behind it, or is told at once where it only looks. `null` where nothing was answered, or no preview waits.
 */
export function answerAndGoOn(
  scene: Scene,
  { answers, ...asked }: Extract<Reading, { kind: 'wishes' }>,
  message: MessageFacts,
): Step | null {
  if (answers === undefined || openPreview(scene.session) === null) return null
  const queued = addBesides(scene, asked, message)
  const answered = confirmPending(queued === null ? scene : { ...scene, session: queued.session }, answers.by, message)
  if (answered.kind === 'needs') return answered
  if (queued !== null) return after(answered, { ...queued, session: answered.session })
  const { locale, catalogue } = scene.context
  const isLook = asked.wishes.every(({ command }) => catalogue.commands.get(command)?.safety === 'read')
  // It must not take the place of what still waits.
  if (!isLook && openPreview(answered.session) !== null) return sayBelow(answered, [say(locale, 'change_unread')])
  return after(answered, startWishes({ ...scene, session: answered.session }, asked.wishes, message))
}
