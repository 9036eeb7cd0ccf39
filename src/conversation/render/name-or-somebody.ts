import type { Locale } from '../../catalogue/catalogue.ts'
import { say } from './say.ts'
import { showValue } from './show-value.ts'

/** What somebody is called, who may have been forgotten. */
export function nameOrSomebody(locale: Locale, name: string): string {
  return name === '' ? say(locale, 'settled_by_somebody') : showValue(name)
}
