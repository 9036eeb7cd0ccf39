import type { Phrases } from '../text/phrases.ts'
import type { MatchText } from './prepared-text.ts'
import type { FilledSlot } from './sentence-reading.ts'

/**
 * How many names and texts begin in the middle of what is passed over: "mim a Ana" behind the "pra" of "marca pra mim a Ana". Nothing is
 * called so, though the sentence says more of the text then.
 */
export function cutSkips(slots: readonly FilledSlot[], { source }: MatchText, skipped: Phrases): number {
  if (source === null) return 0
  const { text } = source
  return slots.filter(({ wildcard, from }) => {
    if (!wildcard) return false
    let at = from
    for (let words = 1; words < skipped.mostWords && at > 0; words++) {
      at = text.lastIndexOf(' ', at - 2) + 1
      if (skipped.endsAt(text, at).some((end) => end > from)) return true
    }
    return false
  }).length
}
