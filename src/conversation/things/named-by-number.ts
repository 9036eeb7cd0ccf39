import type { Command } from '../../catalogue/catalogue.ts'
import type { Draft } from '../session.ts'

/** What is added to a draft once its values are known, and it is forgotten how they were said. */
export function namedByNumber({ parameters }: Command, { raw, byNumber = [] }: Draft): Pick<Draft, 'byNumber'> {
  const named = parameters
    .filter(({ name, entity }) => entity !== null && isNumber(raw[name] ?? ''))
    .map(({ name }) => name)
  return named.length === 0 ? {} : { byNumber: [...new Set([...byNumber, ...named])] }
}

export function isNumber(text: string): boolean {
  return /^\d+$/u.test(text)
}
