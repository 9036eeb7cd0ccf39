import type { EntityRow } from '../../catalogue/catalogue.ts'
import { plainWords } from './plain-words.ts'

/** Whether all words of a name stand in what a thing shows of itself. */
export function isOf(row: EntityRow, name: string): boolean {
  const shown = Object.values(row).map((each) => (typeof each === 'string' ? plainWords(each) : ''))
  const words = new Set(shown.flatMap((each) => each.split(' ')))
  return plainWords(name)
    .split(' ')
    .every((word) => words.has(word))
}
