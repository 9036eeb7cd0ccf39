import { recall } from '../recall.ts'

/** The zone where Intl knows it, else UTC; by default that of this machine, which may have none or call it `Etc/Unknown`. */
export function knownZone(timeZone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return timeZone !== undefined && isKnown(timeZone) ? timeZone : 'UTC'
}

/** Making a format takes long, and there are some hundred zones. */
const isKnown = recall((timeZone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
})
