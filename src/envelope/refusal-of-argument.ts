import type { Entity, Parameter } from '../catalogue/catalogue.ts'
import { clockReadings, isClockType, oddityOf } from '../understanding/values/clock-values.ts'
import { normaliseArgument, type ArgumentProblem } from './normalise-argument.ts'
import { readStructured } from './structured-argument.ts'

/**
 * Why a parameter takes no such value, as far as that can be said without looking anything up; `null` where it takes it, or asks
 * which of several is meant.
 */
export function refusalOfArgument(
  entities: ReadonlyMap<string, Pick<Entity, 'byName'>>,
  parameter: Parameter,
  raw: string,
): { readonly kind: ArgumentProblem; readonly limit: string } | null {
  // It is taken as it is, and kept where nothing of it is told.
  if (parameter.kind === 'secret') return null
  // Of several that it may mean the person is asked for one.
  if (isClockType(parameter.type) && (clockReadings(raw).length > 1 || oddityOf(raw) !== null)) return null
  const found = parameter.kind === 'structured' ? readStructured(parameter, raw) : normaliseArgument(parameter, raw)
  if (found?.kind !== 'invalid') return null
  // What is not its id may be what people call it.
  const isName = parameter.entity !== null && entities.get(parameter.entity)?.byName != null
  return isName && found.problem === 'format' ? null : { kind: found.problem, limit: found.limit ?? '' }
}
