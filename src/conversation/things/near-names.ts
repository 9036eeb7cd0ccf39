/**
 * A misspelt name finds nothing, but whoever is called nearly so may be meant ("Pedor Alves"): that is asked, and never taken, even
 * where nobody else can be.
 */
import type { EntityRow } from '../../catalogue/catalogue.ts'
import { editDistance } from '../../catalogue/did-you-mean.ts'
import { plainWords } from './plain-words.ts'
import { maxCandidates } from '../scene.ts'

/** From so many letters on a word may have one slip, or two. */
const lettersForOne = 3
const lettersForTwo = 6
/** What is longer is no misspelt name, in characters: it would be compared with all there are, letter by letter. */
const maxSaidLength = 60

/** Those among rows whose `name` is nearly what was said, the nearest first, in the order in which they came. */
export function nearlyCalled(rows: readonly EntityRow[], said: string): readonly EntityRow[] {
  const words = wordsOf(said)
  const near = rows.flatMap((row) => {
    const slips = slipsBetween(words, wordsOf(typeof row['name'] === 'string' ? row['name'] : ''))
    return slips === null ? [] : [{ row, slips }]
  })
  return near
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, maxCandidates)
    .map(({ row }) => row)
}

/** Whether it may be a misspelt name at all: of a number, another one is no slip. */
export function mayBeMisspelt(said: string): boolean {
  return said.length <= maxSaidLength && !/\d/u.test(said) && wordsOf(said).some((word) => word.length >= lettersForOne)
}

/** How many letters tell what was said from the words of a name that are nearest; `null` when one of them is near none. */
function slipsBetween(said: readonly string[], name: readonly string[]): number | null {
  const slips = said.map((word) => {
    const nearest = Math.min(...name.map((each) => editDistance(word, each)))
    return nearest <= mostSlips(word) ? nearest : null
  })
  return slips.length === 0 || slips.includes(null) ? null : slips.reduce<number>((sum, each) => sum + (each ?? 0), 0)
}

/** How many letters of a word may be wrong. */
export function mostSlips({ length }: string): number {
  return Number(length >= lettersForOne) + Number(length >= lettersForTwo)
}

function wordsOf(text: string): readonly string[] {
  return plainWords(text)
    .split(' ')
    .filter((word) => word !== '')
}
