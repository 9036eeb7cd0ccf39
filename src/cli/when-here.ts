import type { When } from '../understanding/values/when.ts'

/** Now, in the time zone of this machine. */
export function whenHere(): When {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  // Some machines name none.
  return { now: new Date(), timeZone: timeZone || 'UTC' }
}
