import { blank, isJoiner, skipBlanks } from './compare-units.ts'
import { isInRange, maxDigits, rangeValue } from './number-range.ts'
import type { MatchText } from './prepared-text.ts'
import type { CompiledList } from './program.ts'
import type { TrieNode } from './trie.ts'

type Range = Extract<CompiledList, { readonly kind: 'range' }>

/** A number of a range that stands at a place. */
export type RangeHit = {
  readonly value: number
  readonly end: number
  /** Characters of literal text that it counts as: words count, digits do not. */
  readonly worth: number
  readonly digits: boolean
}

const whole = /-?\d+/y
const decimal = /-?\d+(?:[.,]\d+)?/y

/** Digits may have blanks before them, words must stand exactly here; where digits stand, no words are looked for. */
export function rangeHits({ range, words, numbers }: Range, { folded }: MatchText, at: number): readonly RangeHit[] {
  const pattern = range.fractions === undefined ? whole : decimal
  pattern.lastIndex = skipBlanks(folded, at)
  const digits = pattern.exec(folded)?.[0]
  if (digits !== undefined) {
    const value = Number(digits.replace(',', '.'))
    const fits = range.digits !== false && digits.length <= maxDigits && isInRange(range, value)
    return fits ? [{ value: rangeValue(range, value), end: pattern.lastIndex, worth: 0, digits: true }] : []
  }
  const found: RangeHit[] = []
  let node: TrieNode | undefined = words.root
  for (let end = at; node !== undefined; end++) {
    for (const entry of node.entries) {
      found.push({ value: rangeValue(range, numbers[entry] ?? 0), end, worth: end - at, digits: false })
    }
    const code = folded.charCodeAt(end)
    node = node.children.get(isJoiner(code) ? blank : code)
  }
  return found
}

/** Whether a number goes on at `at` that began before it. */
export function splitsNumber(folded: string, at: number): boolean {
  return /\d$|\d[.,]$|-$/.test(folded.slice(Math.max(0, at - 2), at)) && /^-?\d/.test(folded.slice(at, at + 2))
}
