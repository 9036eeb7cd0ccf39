import { renderQuestion } from '../questions/ask.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { done, type Step } from '../step.ts'
import { onUnknown } from './on-unknown.ts'

/** "Both" said of a list, or of what is previewed one after the other. */
export function askForOne(scene: Scene): Step {
  const { session, context } = scene
  const { question, wishes } = session
  if (question?.kind === 'choice')
    return done(session, [renderQuestion(context, question, [say(context.locale, 'choose_one')])])
  if (question === null && wishes.length === 0) return onUnknown(scene, {})
  return done(session, [{ about: 'info', text: say(context.locale, 'one_by_one') }])
}
