import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

const sampledBit = 1

/** A span as W3C Trace Context writes it, version 00. */
export function formatTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & sampledBit).toString(16).padStart(2, '0')}`
}

/** The span that a `traceparent` names; `null` when it is none. What it says of sampling is all that is taken of its flags. */
export function parseTraceParent(text: unknown): SpanContext | null {
  if (typeof text !== 'string') return null
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/u.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & sampledBit, isRemote: true }
  return isSpanContextValid(context) ? context : null
}
