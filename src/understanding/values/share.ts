/** "All", "the rest" and "half": how much that is, only the thing tells that it is of. Until then it is `100%` or `50%`. */
import { foldText } from '../fold-text.ts'
import type { Capture } from '../sentences/slot.ts'
import type { ValueLanguage } from './value-language.ts'

/** List of `words` → the share. */
const shares = { whole_sum: '100%', half_sum: '50%' } as const

export type Share = (typeof shares)[keyof typeof shares]

export function isShare(text: string): text is Share {
  return Object.values<string>(shares).includes(text)
}

/** Shares in the words of the language. */
export function sharesAt(text: string, at: number, language: Pick<ValueLanguage, 'choice'>): readonly Capture[] {
  return Object.entries(shares).flatMap(([words, value]) =>
    language
      .choice(words)
      .endsAt(text, at)
      .map((end) => ({ end, value })),
  )
}

/** Whether the whole text is a share. */
export function namesShare(said: string, language: Pick<ValueLanguage, 'choice'>): boolean {
  const { text } = foldText(said)
  return sharesAt(text, 0, language).some(({ end }) => end === text.length)
}
