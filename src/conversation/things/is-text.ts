import type { Parameter } from '../../catalogue/catalogue.ts'

/** Whether a value is words of the person's own, and not what something is called. */
export function isText({ type, entity }: Pick<Parameter, 'type' | 'entity'>): boolean {
  return type === 'text' && entity === null
}
