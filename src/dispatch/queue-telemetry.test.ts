import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { SpanKind } from 'bullmq'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { traceContextPropagator } from '../telemetry/trace-context-propagator.ts'
import { createQueueTelemetry } from './queue-telemetry.ts'

const kind = { kind: SpanKind.INTERNAL }
let exporter: InMemorySpanExporter

beforeEach(() => {
  exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(traceContextPropagator)
})
afterEach(() => {
  trace.disable()
  context.disable()
  propagation.disable()
})

test('what a worker does all day, outside of any trace, is no span, and begins none', () => {
  const { tracer, contextManager } = createQueueTelemetry()
  const span = tracer.startSpan('getNextJob', kind)
  const within = span.setSpanOnContext(contextManager.active())
  contextManager.with(within, () => tracer.startSpan('moveToActive', kind).end())
  span.end()
  expect(contextManager.getMetadata(within)).toBe('{}')
  expect(exporter.getFinishedSpans()).toEqual([])
})

test('a job carries its trace to whoever takes it, and its span tells nothing that was thrown', () => {
  const { tracer, contextManager } = createQueueTelemetry()
  const metadata = trace.getTracer('test').startActiveSpan('turn', (turn) => {
    const add = tracer.startSpan('add', kind)
    const carried = contextManager.getMetadata(add.setSpanOnContext(contextManager.active()))
    add.end()
    turn.end()
    return carried
  })
  const run = tracer.startSpan('process', kind, contextManager.fromMetadata(contextManager.active(), metadata))
  run.setAttributes({ 'bullmq.job.id': 'k' })
  run.addEvent('job failed', { 'bullmq.job.failed.reason': 'what Maria said' })
  run.recordException(new Error('what Maria said'))
  run.end()
  const [add, turn, process] = exporter.getFinishedSpans()
  expect(add?.parentSpanContext?.spanId).toBe(turn?.spanContext().spanId)
  expect(process?.parentSpanContext?.spanId).toBe(add?.spanContext().spanId)
  expect(process?.attributes).toEqual({ 'bullmq.job.id': 'k' })
  expect(process?.events).toEqual([])
})
