import { foldText } from '../fold-text.ts'
import { amountsAt } from './read-amounts.ts'
import type { ValueLanguage } from './value-language.ts'
import { isReadBack, type WantedValue } from './wanted-value.ts'

/**
 * Whether people must see the words beside what they were taken for: always for what may be meant in two ways, and for a
 * plain number where a currency was said, which is no part of it: "10 dollars" of an order in reais is 10.
 */
export function mustReadBack({ type }: Pick<WantedValue, 'type'>, said: string, language: ValueLanguage): boolean {
  return isReadBack(type) || (type === 'decimal' && namesCurrency(said, language))
}

function namesCurrency(said: string, language: ValueLanguage): boolean {
  const { text } = foldText(said)
  return amountsAt(text, 0, language).some(({ end, currency }) => end === text.length && currency !== '')
}
