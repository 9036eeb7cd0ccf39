import type { Parameter } from '../catalogue/catalogue.ts'
import { normaliseArgument, type NormalisedArgument } from './normalise-argument.ts'
import { readStructured } from './structured-argument.ts'

/** An argument of any kind, of which no part is asked for: a structured one is whole, or it does not do. */
export function readArgument(parameter: Parameter, raw: string): NormalisedArgument {
  if (parameter.kind !== 'structured') return normaliseArgument(parameter, raw)
  const read = readStructured(parameter, raw)
  return read?.kind === 'value' ? read : { kind: 'invalid', problem: 'structure' }
}
