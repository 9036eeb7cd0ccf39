import type { Foundation } from '../open-foundation.ts'

const timeoutMs = 10_000

/** Tells whoever does not look at a terminal, where `ALERT_WEBHOOK` names a place; that it fails is logged. */
export async function sendAlert(
  { config, log }: Pick<Foundation, 'config' | 'log'>,
  alert: { readonly kind: string; readonly text: string },
): Promise<void> {
  log.error({ event: 'alert', kind: alert.kind }, 'a WhatsApp number needs a person')
  if (config.alertWebhook === null) return
  try {
    const response = await fetch(config.alertWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'sayso', ...alert }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) log.warn({ event: 'alert.failed', status: response.status }, 'the alert was refused')
  } catch (error) {
    log.warn({ event: 'alert.failed', err: error }, 'the alert could not be sent')
  }
}
