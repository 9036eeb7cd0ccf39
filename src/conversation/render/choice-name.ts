import type { Locale, Parameter } from '../../catalogue/catalogue.ts'
import { controlWords } from '../../catalogue/control-words.ts'

/** What a value of a choice is called in the language: the first of its words, or else the value itself. */
export function choiceName(locale: Locale, value: string): string {
  if (controlWords.some((word) => word === value) || !Object.hasOwn(locale.words, value)) return value
  return locale.words[value]?.[0] ?? value
}

/** What a parameter can be chosen from, comma between. */
export function choicesOf(locale: Locale, { schema }: Pick<Parameter, 'schema'>): string {
  const values = schema['enum']
  return Array.isArray(values) ? values.map((value) => choiceName(locale, String(value))).join(', ') : ''
}
