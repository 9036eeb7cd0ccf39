/**
 * BullMQ's own spans, with two limits: there are none outside of a trace (a worker asks for jobs all day), and none tells what was
 * thrown or returned.
 */
import { context, trace, type Context } from '@opentelemetry/api'
import type { Telemetry } from 'bullmq'
import { BullMQOtel } from 'bullmq-otel'

/** What BullMQ takes as `telemetry`. */
export type QueueTelemetry = Telemetry<Context>

type QueueSpan = ReturnType<QueueTelemetry['tracer']['startSpan']>

/** Needs OpenTelemetry's globals: tracer, context manager, propagator. */
export function createQueueTelemetry(): QueueTelemetry {
  const { tracer, contextManager } = new BullMQOtel({ tracerName: 'bullmq' })
  return {
    contextManager,
    tracer: {
      startSpan: (name, options, parent) =>
        trace.getSpanContext(parent ?? context.active()) === undefined
          ? noSpan
          : { ...noSpan, ...quietly(tracer.startSpan(name, options, parent)) },
    },
  }
}

const noSpan: QueueSpan = {
  setSpanOnContext: (given: Context) => given,
  setAttribute: ignore,
  setAttributes: ignore,
  addEvent: ignore,
  recordException: ignore,
  end: ignore,
}

/** Of what it knows: the queue, the job's id, which is the command's, and how often it was tried. */
function quietly(span: QueueSpan): Pick<QueueSpan, 'setSpanOnContext' | 'setAttribute' | 'setAttributes' | 'end'> {
  return {
    setSpanOnContext: (given: Context) => span.setSpanOnContext(given),
    setAttribute: (name, value) => span.setAttribute(name, value),
    setAttributes: (attributes) => span.setAttributes(attributes),
    end: () => span.end(),
  }
}

function ignore(): void {}
