/** How a process can be looked into. What nobody asked for is neither loaded nor counted. */
import type { Config } from '../config.ts'
import type { QueueTelemetry } from '../dispatch/queue-telemetry.ts'
import { silentMeter, type Meter } from './meter.ts'
import type { Prometheus } from './prometheus.ts'
import { silentTracer, type Tracer } from './tracer.ts'

export type Telemetry = {
  readonly tracer: Tracer
  readonly meter: Meter
  /** For BullMQ; `null` where nothing is traced. */
  readonly queue: QueueTelemetry | null
  /** Where the meter's numbers are; `null` where nobody may ask for them. */
  readonly prometheus: Prometheus | null
  readonly close: () => Promise<void>
}

/** Opens what the configuration asks for: traces with `OTEL_EXPORTER_OTLP_ENDPOINT`, metrics with `HTTP_PORT`. */
export async function openTelemetry({ http, tracing }: Pick<Config, 'http' | 'tracing'>): Promise<Telemetry> {
  const [traced, prometheus] = await Promise.all([
    tracing === null ? null : import('./open-tracing.ts').then(({ openTracing }) => openTracing(tracing)),
    http === null ? null : import('./prometheus.ts').then(({ createPrometheus }) => createPrometheus()),
  ])
  return {
    tracer: traced?.tracer ?? silentTracer,
    meter: prometheus?.meter ?? silentMeter,
    queue: traced?.queue ?? null,
    prometheus,
    close: async () => traced?.close(),
  }
}
