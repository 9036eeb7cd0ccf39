import type { ParameterType } from '../../catalogue/catalogue.ts'

const numbers: ReadonlySet<ParameterType> = new Set(['money', 'decimal', 'integer', 'percent'])

/** Whether a bare number may be a value of this kind: a sum, a measure, a count, a percentage. */
export function isNumber(type: ParameterType): boolean {
  return numbers.has(type)
}
