import { isFreeText } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { sayBelow, type Step } from '../step.ts'

/** Whether what is asked for is a text of the person's own, and nobody's name. */
export function asksForText({ session: { question }, context }: Scene): boolean {
  if (question?.kind !== 'value' || question.member !== undefined) return false
  const { parameters = [] } = context.catalogue.commands.get(question.draft.command) ?? {}
  return parameters.some(
    (parameter) =>
      parameter.name === question.parameter && isFreeText(parameter) && parameter.schema['personName'] !== true,
  )
}

/** Tells below, where a text is asked for and still wanted, how what was no answer is written as that text. */
export function withTextOfThat(scene: Scene, step: Step): Step {
  const isStillAsked = step.kind === 'done' && step.session.question !== null
  return isStillAsked && asksForText(scene) ? sayBelow(step, [say(scene.context.locale, 'text_of_that')]) : step
}
