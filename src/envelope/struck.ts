import type { Json } from '../json.ts'

/** What stands in place of words that were taken away. */
export const struck = '••••'

/** Whether something was struck out of a value: nobody knows any more what was there. */
export function isStruck(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return value === struck
  return Object.values(value).some((part: Json) => isStruck(part))
}

/** A value in which every text and number that `isPersonal` finds is struck out; the rest is as it was. */
export function strike(value: Json, isPersonal: (part: string | number) => boolean): Json {
  if (typeof value === 'string' || typeof value === 'number') return isPersonal(value) ? struck : value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((part: Json) => strike(part, isPersonal))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, strike(part, isPersonal)]))
}
