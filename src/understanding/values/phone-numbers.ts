import { normalisePhone, phoneDigits } from '../../access/phone.ts'
import type { Folded } from '../text/fold-text.ts'
import type { Capture } from '../sentences/slot.ts'

/** "+55 (11) 9 9000 0001", and one more group for good measure. */
const maxGroups = 7

/**
 * The phone numbers that begin at a place, longest first: in E.164 when they say their country, else their digits, of which
 * there are as many as name somebody.
 */
export function phonesAt(folded: Folded, at: number): readonly Capture[] {
  const found: Capture[] = []
  const from = folded.starts[at] ?? 0
  for (let start = at, groups = 0; start < folded.text.length && groups < maxGroups; groups++) {
    const blank = folded.text.indexOf(' ', start)
    const end = blank < 0 ? folded.text.length : blank
    const group = folded.text.slice(start, end)
    if (!(groups === 0 ? /^\+?\d[\d./()-]*$|^\+$/u : /^\d[\d./()-]*$/u).test(group)) break
    const written = folded.original.slice(from, folded.ends[end - 1])
    const value = normalisePhone(written) ?? (written.startsWith('+') ? null : phoneDigits(written))
    if (value !== null) found.unshift({ end, value })
    start = end + 1
  }
  return found
}
