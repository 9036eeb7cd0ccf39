import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import type { Context } from '../scene.ts'
import type { Draft } from '../session.ts'
import { isNumberForName } from './number-for-name.ts'

/** What is added to a draft once its values are known, and it is forgotten how they were said. */
export function namedByNumber(
  context: Pick<Context, 'catalogue' | 'locale'>,
  { parameters }: Command,
  { raw, byNumber = [] }: Draft,
): Pick<Draft, 'byNumber'> {
  const named = parameters
    .filter((parameter) => parameter.entity !== null && isIdIn(context, parameter, raw[parameter.name] ?? ''))
    .map(({ name }) => name)
  return named.length === 0 ? {} : { byNumber: [...new Set([...byNumber, ...named])] }
}

function isIdIn(context: Pick<Context, 'catalogue' | 'locale'>, parameter: Parameter, said: string): boolean {
  return /^#?\d+$/u.test(said) && !isNumberForName(context, parameter, said)
}
