/** What was asked about before: making a format takes long, and there are some hundred zones. */
const known = new Map<string, boolean>()
const maxKnown = 1000

/** The zone where Intl knows it, else UTC; by default that of this machine, which may have none or call it `Etc/Unknown`. */
export function knownZone(timeZone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return timeZone !== undefined && isKnown(timeZone) ? timeZone : 'UTC'
}

function isKnown(timeZone: string): boolean {
  if (known.size >= maxKnown) known.clear()
  const isTaken = known.get(timeZone) ?? isTakenByIntl(timeZone)
  known.set(timeZone, isTaken)
  return isTaken
}

function isTakenByIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
