import type { Parameter } from '../../catalogue/catalogue.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { memberParameter } from '../../envelope/structured-argument.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import type { Context } from '../scene.ts'
import type { Question } from '../session.ts'

type Asked = Pick<Question, 'draft' | 'parameter'> & { readonly member?: string }

/** What a question is for, or the member of it that is asked for; `null` when the command or its parameter is gone. */
export function askedParameter(
  { catalogue }: Pick<Context, 'catalogue'>,
  { draft, parameter: name, member }: Asked,
): Parameter | null {
  const whole = catalogue.commands.get(draft.command)?.parameters.find((each) => each.name === name)
  return whole === undefined || member === undefined ? (whole ?? null) : memberParameter(whole, member)
}

/** Whether it is a number that may be none at all. */
export function mayBeZero(parameter: Parameter): boolean {
  return isNumber(parameter.type) && normaliseArgument(parameter, '0').kind === 'value'
}
