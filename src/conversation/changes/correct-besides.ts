/**
 * "No, $20", where two orders are listed, or an order is asked for: no order, but the sum that was said with it. It is changed, and the
 * question stays open.
 */
import type { Parameter } from '../../catalogue/catalogue.ts'
import type { CorrectedValue, ValueCorrection } from '../../understanding/correction-reading.ts'
import { askAgain, renderQuestion } from '../questions/ask.ts'
import { continueWithValue } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import { possibleOptions } from '../answers/possible-options.ts'
import { parameterName } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { showTyped } from '../render/show-typed.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import { type Question, withoutNumbers } from '../session.ts'
import { done, type Step } from '../step.ts'

/** Continues with the question, and with what was said besides it corrected; `null` where the value may answer it. */
export function correctBesides(
  scene: Scene,
  question: Question,
  { or = [], ...first }: ValueCorrection,
  message: MessageFacts,
): Step | null {
  const { session, context } = scene
  const { draft, parameter: asked } = question
  const command = context.catalogue.commands.get(draft.command)
  const values = [first, ...or]
  const mayAnswer = ({ name, type }: Parameter) =>
    name === asked && values.some(({ as }) => as === type || (as === 'time' && type === 'datetime'))
  if (command === undefined || command.parameters.some(mayAnswer) || !values.some(tellsItsKind)) return null
  const known = { ...draft.raw, ...draft.args }
  const options = command.parameters
    .filter(({ name }) => name !== asked && known[name] !== undefined)
    .flatMap((parameter) =>
      values
        .filter(({ as, for: only = parameter.name }) => as === parameter.type && only === parameter.name)
        .map((value) => ({ parameter, value })),
    )
  if (options.length === 0) return null
  // What stands in place of a day may be neither before the days begin nor behind their end.
  const possible = possibleOptions(scene, { command, draft: { ...draft, args: known } }, options)
  if ('kind' in possible) return possible
  const [option, ...others] = options.filter(({ parameter }) => possible.some((each) => each.parameter === parameter))
  if (option === undefined || others.length > 0) return askAgain(scene, question)
  const { correction: raw, said: words } = option.value
  const changed = continueWithValue(draft, message, { parameter: option.parameter.name, raw, words })
  const open: Question = { ...question, draft: { ...changed, again: false }, tries: 0 }
  const label = parameterName(context.locale, command, option.parameter.name)
  const told = say(context.locale, 'value_changed', {
    label,
    said: showValue(words ?? showTyped(context.locale, option.parameter.type, raw) ?? raw),
  })
  return done({ ...withoutNumbers(session), question: open }, [renderQuestion(context, open, [told])])
}

/** Figures alone may be a thing as well; a sum with its currency, or a day, is none. */
function tellsItsKind({ correction, said = correction }: CorrectedValue): boolean {
  return !/^[\d.,]+$/u.test(said)
}
