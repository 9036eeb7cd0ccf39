import { trace, type TextMapPropagator } from '@opentelemetry/api'
import { formatTraceParent, parseTraceParent } from './trace-parent.ts'

const field = 'traceparent'

/** Carries the current span from process to process as W3C Trace Context does. */
export const traceContextPropagator: TextMapPropagator = {
  inject: (context, carrier, setter) => {
    const span = trace.getSpanContext(context)
    if (span !== undefined) setter.set(carrier, field, formatTraceParent(span))
  },
  extract: (context, carrier, getter) => {
    const found = getter.get(carrier, field)
    const span = parseTraceParent(Array.isArray(found) ? found[0] : found)
    return span === null ? context : trace.setSpanContext(context, span)
  },
  fields: () => [field],
}
