import type { Inbound } from '../inbound/inbound.ts'
import type { Link } from './open-link.ts'
import { watchLimits } from '../watch-limits.ts'

/** Ends a connection that does not open, and one whose messages nobody handles: what was not handled comes again. */
export function watchLink(link: Link, inbound: Inbound): { readonly stop: () => void } {
  const opening = setTimeout(() => link.end(408), watchLimits.openWithinMs)
  void link.opened.then(() => clearTimeout(opening))
  const handling = setInterval(() => {
    if (inbound.stuckForMs() > watchLimits.stuckAfterMs) link.end(408)
  }, watchLimits.stuckAfterMs / 10)
  return {
    stop: () => {
      clearTimeout(opening)
      clearInterval(handling)
    },
  }
}
