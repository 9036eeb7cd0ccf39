/** What a colon says about a sentence: where a name before it ends, and that what stands behind it is said. */
import type { Folded } from '../text/fold-text.ts'
import type { MatchText } from './prepared-text.ts'
import type { FilledSlot, SentenceReading } from './sentence-reading.ts'

/** Whether a name ends where nothing but a blank parts it from a text that goes on to a colon: the colon is where it ends. */
export function isCutBeforeColon({ source }: MatchText, to: number, next: FilledSlot | undefined): boolean {
  if (source === null || next?.wildcard !== true || !/:\s/u.test(next.value)) return false
  return source.original.slice(source.ends[to - 1], source.starts[next.from]).trim() === ''
}

/** Where the text begins that a colon introduces ("note on order 204: thanks"); `null` when none does. */
export function afterLastColon({ text, original, starts, ends }: Folded): number | null {
  for (let at = text.lastIndexOf(' '); at > 0; at = text.lastIndexOf(' ', at - 1)) {
    if (original.slice(ends[at - 1], starts[at + 1]).includes(':')) return at + 1
  }
  return null
}

/** Whether all behind the colon was passed over as politeness. */
export function leavesText({ slots }: SentenceReading, colon: number | null): boolean {
  return colon !== null && slots.every(({ to }) => to <= colon)
}

/** What stands behind a colon is said, and no politeness, where the same command can take it as a text. */
export function saysMore(other: SentenceReading, { command }: SentenceReading, colon: number | null): boolean {
  return other.command === command && other.slots.some(({ from }) => from === colon)
}
