import type { Reply } from '../../channel/reply.ts'
import { say } from '../render/say.ts'
import type { Context } from '../scene.ts'
import { sayBelow, type Step } from '../step.ts'
import { wishNames } from '../previews/wish-names.ts'

/** Tells somebody who is asked by a reply of one of these kinds what waits for its turn, so that nobody takes it for settled or dropped. */
export function withWaiting(context: Context, step: Step, kinds: readonly Reply['about'][]): Step {
  const last = step.kind === 'done' ? step.replies.at(-1) : undefined
  if (step.kind === 'needs' || last === undefined || !kinds.includes(last.about)) return step
  const wishes = wishNames(context, step.session.wishes)
  return wishes === '' ? step : sayBelow(step, [say(context.locale, 'wishes_waiting', { wishes })], '\n\n')
}
