import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import type { Json } from '../../json.ts'
import { isSameValue } from './is-same-value.ts'
import type { Because } from '../things/resolve-one.ts'
import type { Draft, Question } from '../session.ts'

/**
 * Whether a draft of the same command goes on with what was asked about: it comes from the same message, or it has all that was said for
 * that, and what it has for the value that was asked for may be the answer.
 * @param because why the draft has to ask for that value itself; `null` where it does not
 */
export function keepsSaid(
  { parameters }: Command,
  question: Question,
  draft: Draft,
  because: Because | null = null,
): boolean {
  const before = question.draft
  if (before.origin.messageIds.some((id) => draft.origin.messageIds.includes(id))) return true
  return parameters.every((parameter) => {
    const value = valueOf(draft, parameter)
    if (parameter.name === question.parameter) return mayAnswer(question, parameter, value, because)
    const known = valueOf(before, parameter)
    return known === undefined || (value !== undefined && isSameValue(parameter, value, known))
  })
}

/** Of several things that were listed, another one is no answer; a name that nothing has is one, if a wrong one. */
function mayAnswer(
  question: Question,
  { entity }: Parameter,
  value: Json | undefined,
  because: Because | null,
): boolean {
  if (question.kind === 'value' || entity === null) return true
  const isListed = (found: Json) => question.candidates.some(({ id }) => id === found)
  if (because?.kind === 'ambiguous') return because.rows.every(({ id }) => isListed(id))
  return value === undefined || because !== null || isListed(value)
}

function valueOf({ args, raw }: Draft, { name }: Parameter): Json | undefined {
  return args[name] ?? raw[name]
}
