/**
 * Spans on their way to a collector (OTLP over HTTP). Loaded only where an endpoint is named. Nobody waits for the collector: spans
 * are handed over in batches in the background, and what it does not take in time is dropped.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { createQueueTelemetry, type QueueTelemetry } from '../dispatch/queue-telemetry.ts'
import { createOtelTracer } from './otel-tracer.ts'
import { traceContextPropagator } from './trace-context-propagator.ts'
import type { Tracer } from './tracer.ts'

/** Spans that wait; further ones are dropped. */
const maxQueueSize = 4096
const maxExportBatchSize = 512
/** How long a span waits for others to go with. */
const scheduledDelayMillis = 1000
const exportTimeoutMillis = 5000
/** What the end of the process waits for the last spans. */
const closeLimitMs = 1500

export type Tracing = {
  readonly tracer: Tracer
  /** What BullMQ takes, so that a job carries its trace. */
  readonly queue: QueueTelemetry
  /** Hands over what is left, as far as the collector takes it soon. Never rejects. */
  readonly close: () => Promise<void>
}

/**
 * Starts to trace; a process does so once at a time. Headers, compression and the like are taken from the exporter's own standard
 * variables (`OTEL_EXPORTER_OTLP_HEADERS` and others).
 * @param options.endpoint the collector's base URL, as `OTEL_EXPORTER_OTLP_ENDPOINT` has it: `/v1/traces` is added
 */
export function openTracing({
  endpoint,
  serviceName,
}: {
  readonly endpoint: string
  readonly serviceName: string
}): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/u, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMillis,
  })
  const limits = { maxQueueSize, maxExportBatchSize, scheduledDelayMillis, exportTimeoutMillis }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...limits })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(traceContextPropagator)
  trace.setGlobalTracerProvider(provider)
  return {
    tracer: createOtelTracer(provider.getTracer('sayso')),
    queue: createQueueTelemetry(),
    close: async () => {
      const handedOver = provider.shutdown().catch(() => undefined)
      await Promise.race([handedOver, delay(closeLimitMs, undefined, { ref: false })])
      trace.disable()
      propagation.disable()
      context.disable()
    },
  }
}
