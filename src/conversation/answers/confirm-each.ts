import type { Confirmation } from '../../understanding/reading.ts'
import type { MessageFacts } from '../event.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { after, type Step } from '../step.ts'
import { confirmPending } from './confirm-pending.ts'

/** "Yes to all" is a yes to what is shown; what waits behind it is asked about by itself, and whoever said so is told. */
export function confirmEach(scene: Scene, answer: Extract<Confirmation, { kind: 'yes' }>, message: MessageFacts): Step {
  const step = confirmPending(scene, answer, message)
  const { session, context } = scene
  if (answer.toAll !== true || session.wishes.length === 0) return step
  return after({ replies: [{ about: 'info', text: say(context.locale, 'yes_each') }] }, step)
}
