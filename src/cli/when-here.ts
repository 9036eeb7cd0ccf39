import { knownZone } from '../access/known-zone.ts'
import type { When } from '../understanding/values/when.ts'

/** Now, in the time zone of this machine. */
export function whenHere(): When {
  return { now: new Date(), timeZone: knownZone() }
}
