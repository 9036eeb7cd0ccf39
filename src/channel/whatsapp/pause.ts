import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after so long, or at once when the signal comes. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
