import type { Prometheus } from '../telemetry/prometheus.ts'
import type { Readiness } from './readiness.ts'
import type { HttpAnswer, Routes } from './serve-http.ts'

/** What the metrics are read off. */
export type Sources = Parameters<Prometheus['render']>[0]

/**
 * - `/healthz`: 200 as long as the process can answer at all.
 * - `/readyz`: 200, or 503 with what is missing: `{ "status": "not ready", "missing": ["queue"] }`.
 * - `/metrics`: for Prometheus.
 */
export function createHealthRoutes({
  readiness,
  prometheus,
  sources,
}: {
  readonly readiness: Pick<Readiness, 'missing'>
  readonly prometheus: Prometheus
  /** `null`: not there yet. */
  readonly sources: () => Sources | null
}): Routes {
  let rendering: Promise<string> | null = null

  /** Those who ask at the same time get the same. */
  function render(): Promise<string> {
    rendering ??= prometheus.render(sources() ?? nowhere).finally(() => (rendering = null))
    return rendering
  }

  return {
    // That it is answered shows that the event loop turns.
    '/healthz': async () => json(200, { status: 'ok', uptimeSeconds: Math.floor(process.uptime()) }),
    '/readyz': async () => {
      const missing = await readiness.missing()
      return missing.length === 0 ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', missing })
    },
    '/metrics': async () => ({ status: 200, type: prometheus.contentType, body: await render() }),
  }
}

const nowhere: Sources = {
  ledger: () => Promise.reject(new Error('The ledger is not open')),
  queue: () => Promise.reject(new Error('The queue is not open')),
}

function json(status: number, body: object): HttpAnswer {
  return { status, type: 'application/json', body: `${JSON.stringify(body)}\n` }
}
