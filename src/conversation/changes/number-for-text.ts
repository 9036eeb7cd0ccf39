/** "No, 54.90" of a repair that has no cost yet: a number alone is no new text, though a text takes anything. */
import type { Command } from '../../catalogue/catalogue.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import { isText } from '../things/is-text.ts'
import type { Option } from '../waiting/among-waiting.ts'
import type { Draft } from '../session.ts'

/**
 * What such a number is for where nothing that was said takes it but a text: that text where it is a number itself, or the one sum or
 * number that was not said; `null` where the person has to be asked.
 */
export function numberForText({ parameters }: Command, { args }: Pick<Draft, 'args'>, option: Option): Option | null {
  const { parameter, value } = option
  const isBare = value.as === undefined && isText(parameter)
  if (!isBare || isFigures(args[parameter.name])) return option
  const [unsaid, ...others] = parameters.filter(
    (each) =>
      isNumber(each.type) &&
      args[each.name] === undefined &&
      normaliseArgument(each, value.correction).kind === 'value',
  )
  return unsaid === undefined || others.length > 0 ? null : { parameter: unsaid, value }
}

function isFigures(text: unknown): boolean {
  return typeof text === 'string' && /^[\d.,\s]+$/u.test(text)
}
