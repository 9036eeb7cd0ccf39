import { assertNever } from '../../errors.ts'
import type { Reading } from '../../understanding/reading.ts'
import { renderQuestion } from '../questions/ask.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import { isFree, openPreview } from '../session.ts'
import { done, type Step } from '../step.ts'
import { offeredOrNot } from '../things/offered-or-not.ts'
import { showMenu } from '../waiting/menus.ts'
import { askWhetherYes } from './ask-whether-yes.ts'

type Courtesy = Extract<
  Reading,
  { kind: 'greeting' | 'thanks' | 'farewell' | 'introduction' | 'trust' | 'erasure' | 'renumbering' }
>

/** What asks for nothing that Sayso does and still wants an answer; what is open stays as it is. */
export function answerCourtesy(scene: Scene, reading: Courtesy): Step {
  const { session, context } = scene
  const tell = (text: string): Step => done(session, [{ about: 'info', text }])
  switch (reading.kind) {
    case 'greeting':
      return greet(scene)
    case 'thanks':
      return (reading.praise === true ? answerPraise(scene) : null) ?? tell(say(context.locale, 'thanks_answer'))
    case 'erasure':
      return tell(say(context.locale, 'erasure_answer', { data: offeredOrNot(context, 'MY_DATA') }))
    case 'renumbering': {
      const [name, may] = [showValue(context.person.name), offeredOrNot(context, 'CHANGE_NUMBER')]
      return tell(say(context.locale, 'renumbering_answer', { name, may }))
    }
    case 'farewell':
    case 'introduction':
    case 'trust':
      return tell(say(context.locale, `${reading.kind}_answer`))
    default:
      return assertNever(reading)
  }
}

/** Answers a greeting, and shows what there is to ask for; what is open is not put aside for it. */
function greet(scene: Scene): Step {
  const { session, context } = scene
  const text = say(context.locale, 'greeting_answer', { name: showValue(context.person.name) })
  return isFree(session) ? showMenu(scene, '', 0, text) : done(session, [{ about: 'info', text }])
}

/** "Perfect": perhaps a yes to what waits, and no answer to a question; `null` where nothing is open. */
function answerPraise(scene: Scene): Step | null {
  const { session, context } = scene
  if (session.question !== null) return done(session, [renderQuestion(context, session.question, [], true)])
  const preview = openPreview(session)
  return preview === null ? null : askWhetherYes(scene, preview)
}
