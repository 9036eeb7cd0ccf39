import type { Parameter } from '../../catalogue/catalogue.ts'

/** Whether a text does not take all that stands there, as a note does: what somebody is to be called, and what has a pattern. */
export function isShortText({ type, schema }: Parameter): boolean {
  return type === 'text' && (schema['personName'] === true || typeof schema['pattern'] === 'string')
}
