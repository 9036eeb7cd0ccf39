import { recall } from '../recall.ts'

/** The zone where Intl knows it, else UTC; by default that of this machine, which may have none or call it `Etc/Unknown`. */
export function knownZone(timeZone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return timeZone !== undefined && isKnown(timeZone) ? timeZone : 'UTC'
}

/** Whether `TZ` may be so: the system takes a colon before a name, and no other capitals than the zone has, which Intl does not mind. */
export function isZoneOfSystem(text: string): boolean {
  const name = text.replace(/^:/u, '')
  const zone = resolved(name)
  return zone !== null && (zone === name || zone.toLowerCase() !== name.toLowerCase())
}

function isKnown(timeZone: string): boolean {
  return resolved(timeZone) !== null
}

/** What Intl calls it, `null` where it does not know it. Making a format takes long, and there are some hundred zones. */
const resolved = recall((timeZone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
})
