import { setTimeout as delay } from 'node:timers/promises'
import type { Foundation } from '../open-foundation.ts'

const timeoutMs = 10_000
/** How long to wait before each further try, in milliseconds: what receives alerts is down just when much is. */
const waitsMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000]

/**
 * Tells whoever does not look at a terminal, where `ALERT_WEBHOOK` names a place. Where that does not answer, or not well, it is told
 * again for half an hour and some minutes; each failure is logged.
 * @param options.why what is wrong with the number, in one word, for the log
 */
export async function sendAlert(
  { config, log }: Pick<Foundation, 'config' | 'log'>,
  alert: { readonly kind: string; readonly text: string },
  { why, waits = waitsMs }: { readonly why: string; readonly waits?: readonly number[] },
): Promise<void> {
  log.error({ event: 'alert', kind: alert.kind, why }, 'a WhatsApp number needs a person')
  if (config.alertWebhook === null) return
  const body = JSON.stringify({ source: 'sayso', at: new Date().toISOString(), ...alert })
  for (const wait of [...waits, null]) {
    if (await isTaken(config.alertWebhook, body, log)) return
    if (wait !== null) await delay(wait, undefined, { ref: false })
  }
}

/** Whether it is over with it: whoever says that the request is wrong will say so again. */
async function isTaken(url: string, body: string, log: Pick<Foundation['log'], 'warn'>): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return true
    const { status } = response
    log.warn({ event: 'alert.failed', status }, 'the alert was refused')
    return status >= 400 && status < 500 && status !== 408 && status !== 429
  } catch (error) {
    log.warn({ event: 'alert.failed', err: error }, 'the alert could not be sent')
    return false
  }
}
