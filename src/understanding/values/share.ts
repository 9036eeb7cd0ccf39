/** "All", "the rest", "half" and "10%": how much that is, only the thing tells that it is of. Until then it is `100%`, `50%`, `10%`. */
import { foldText } from '../text/fold-text.ts'
import { isWordEnd } from '../text/match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { matchAt } from './read-numbers.ts'
import type { ValueLanguage } from './value-language.ts'

/** List of `words` → the share. */
const shares = { whole_sum: '100%', half_sum: '50%' } as const

/** Whole hundredths, one of them at least and all at most. */
export function isShare(text: string): boolean {
  return /^(?:[1-9]\d?|100)%$/u.test(text)
}

/** How many hundredths a share is. */
export function hundredthsOf(share: string): bigint {
  return BigInt(share.slice(0, -1))
}

/** Shares in the words of the language, and as percentages. */
export function sharesAt(text: string, at: number, language: Pick<ValueLanguage, 'choice'>): readonly Capture[] {
  const named = Object.entries(shares).flatMap(([words, value]) =>
    language
      .choice(words)
      .endsAt(text, at)
      .map((end) => ({ end, value })),
  )
  return [...named, ...percentagesAt(text, at)]
}

/** Whether the whole text is a share. */
export function namesShare(said: string, language: Pick<ValueLanguage, 'choice'>): boolean {
  const { text } = foldText(said)
  return sharesAt(text, 0, language).some(({ end }) => end === text.length)
}

function percentagesAt(text: string, at: number): readonly Capture[] {
  const article = matchAt(/(?:el|un|o|um|the|a) (?=\d)/y, text, at) ?? ''
  const found = matchAt(/\d{1,3} ?(?:%|percent|per cent|por cento|por ciento|porciento)/y, text, at + article.length)
  const end = at + article.length + (found?.length ?? 0)
  if (found === null || !isWordEnd(text, end)) return []
  const value = `${Number.parseInt(found, 10)}%`
  return isShare(value) ? [{ end, value }] : []
}
