import type { Parameter } from '../catalogue/catalogue.ts'
import { foldSpace, normaliseArgument } from '../envelope/normalise-argument.ts'
import { type Json, jsonText } from '../json.ts'
import type { Wish } from '../understanding/reading.ts'
import { dropNewest } from './drop.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { done, type Step } from './step.ts'

/** "don't cancel order 204" runs nothing; and where just that is open or waits for its turn, it is dropped. */
export function negateWish(scene: Scene, negated: Wish): Step {
  const { session, context } = scene
  const parameters = context.catalogue.commands.get(negated.command)?.parameters ?? []
  const isNegated = (command: string, values: Readonly<Record<string, Json>>) =>
    command === negated.command &&
    parameters.every(({ name }) => negated.args[name] === undefined || values[name] !== undefined) &&
    parameters.every((parameter) => sameValue(parameter, negated.args[parameter.name], values[parameter.name]))
  const wishes = session.wishes.filter(({ wish }) => !isNegated(wish.command, wish.args))
  const left = { ...scene, session: { ...session, wishes } }
  const draft = session.question?.draft ?? (session.pending?.lapsed === false ? session.pending.draft : undefined)
  if (draft !== undefined && isNegated(draft.command, { ...draft.raw, ...draft.args })) return dropNewest(left)
  return done(left.session, [{ about: 'info', text: say(context.locale, 'negated') }])
}

/** What was not said again is not meant to differ. */
function sameValue(parameter: Parameter, said: string | undefined, value: Json | undefined): boolean {
  return said === undefined || value === undefined || canonical(parameter, said) === canonical(parameter, value)
}

function canonical(parameter: Parameter, value: Json): string {
  const normalised = normaliseArgument(parameter, jsonText(value))
  return normalised.kind === 'value' ? jsonText(normalised.value) : foldSpace(jsonText(value)).toLowerCase()
}
