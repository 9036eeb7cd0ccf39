/** The port of tracing, on OpenTelemetry's API. Which spans are current is told by its context manager, which must be there. */
import { context, ROOT_CONTEXT, SpanStatusCode, trace, type Context, type Span as OtelSpan } from '@opentelemetry/api'
import type { Tracer as OtelTracer } from '@opentelemetry/api'
import { errorCodeOf } from '../errors.ts'
import { formatTraceParent, parseTraceParent } from './trace-parent.ts'
import type { Span, SpanOptions, Tracer } from './tracer.ts'

/** Of what does not follow within the last so many, the trace begins anew. */
const mostKept = 5000

/** Makes the port on a tracer of OpenTelemetry. */
export function createOtelTracer(tracer: OtelTracer): Tracer {
  const kept = new Map<string, string>()

  return {
    span: (name, options, work) => {
      const parent = contextOf(options)
      const started = start(tracer, name, options, parent)
      return context.with(trace.setSpan(parent, started), () => endAfter(started, () => work(spanOf(started))))
    },
    begin: (name, options) => spanOf(start(tracer, name, options, contextOf(options))),
    current,
    keep: (name) => {
      const here = current()
      if (here === null) return
      kept.set(name, here)
      const oldest = kept.size > mostKept ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
    },
    recall: (name) => kept.get(name) ?? null,
  }
}

function current(): string | null {
  const span = trace.getActiveSpan()?.spanContext()
  return span === undefined ? null : formatTraceParent(span)
}

function contextOf({ parent }: SpanOptions): Context {
  if (parent === undefined) return context.active()
  const remote = parseTraceParent(parent)
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote)
}

function start(tracer: OtelTracer, name: string, { attributes = {} }: SpanOptions, parent: Context): OtelSpan {
  return tracer.startSpan(name, { attributes: told(attributes) }, parent)
}

function endAfter<Result>(span: OtelSpan, work: () => Result): Result {
  let result: Result
  try {
    result = work()
  } catch (error) {
    endFailed(span, error)
    throw error
  }
  if (!(result instanceof Promise)) {
    span.end()
    return result
  }
  // The caller gets the promise itself and hears of its rejection there.
  result.then(
    () => span.end(),
    (error: unknown) => endFailed(span, error),
  )
  return result
}

function endFailed(span: OtelSpan, error: unknown): void {
  spanOf(span).fail(errorCodeOf(error))
  span.end()
}

function spanOf(span: OtelSpan): Span {
  return {
    set: (attributes) => void span.setAttributes(told(attributes)),
    fail: (code) => {
      span.setAttribute('error.type', code)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    end: () => span.end(),
  }
}

/** What is not known is not said. */
function told(attributes: NonNullable<SpanOptions['attributes']>): Record<string, string | number | boolean> {
  const known: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(attributes)) if (value !== null) known[`sayso.${name}`] = value
  return known
}
