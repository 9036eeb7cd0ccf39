import { isOfNumbers } from '../number-table.ts'
import type { ValueLanguage } from '../value-language.ts'

/**
 * Where the word begins that makes a number at a place the day of a month, though a sentence may have taken that word: "el 15" of
 * "[el] {when}" is a day and no hour. `null` where none does.
 */
export function leadOfDay(text: string, at: number, { code, dates }: ValueLanguage): number | null {
  const from = text.lastIndexOf(' ', at - 2) + 1
  if (at === 0 || !dates.dayLeads.has(text.slice(from, at - 1))) return null
  const [word = ''] = text.slice(at).split(' ', 1)
  return isOfNumbers(word, code) ? from : null
}
