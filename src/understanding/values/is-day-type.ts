import type { ParameterType } from '../../catalogue/catalogue.ts'

/** Whether a value of this kind is a day, or a time on one. */
export function isDayType(type: ParameterType): boolean {
  return type === 'date' || type === 'datetime'
}
