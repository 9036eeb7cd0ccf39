/**
 * What the rooms need of tracing, and no more: they know neither OpenTelemetry nor where spans go. Nothing that a person said, no
 * number and no name is ever an attribute; ids are our own.
 */

/** What is said of a span. */
type Attributes = Readonly<Record<string, string | number | boolean | null>>

export type SpanOptions = {
  readonly attributes?: Attributes
  /** What it follows from, as `current()` gave it; `null`: nothing, a trace begins. Absent: the span that is current. */
  readonly parent?: string | null
}

/** A piece of work that is being timed. */
export type Span = {
  readonly set: (attributes: Attributes) => void
  /** It ended badly, with this code; what was thrown is not told. */
  readonly fail: (code: string) => void
  readonly end: () => void
}

export type Tracer = {
  /** Does the work in a span of its own, current meanwhile, that ends with it; also when it rejects. */
  readonly span: <Result>(name: string, options: SpanOptions, work: (span: Span) => Result) => Result
  /** Begins a span that is never current; whoever began it ends it. */
  readonly begin: (name: string, options: SpanOptions) => Span
  /** The span that is current, as a W3C `traceparent`, to be stored; `null` when nothing is traced. */
  readonly current: () => string | null
  /** Remembers the current span under a name, for what follows in this process and has no other way to know. */
  readonly keep: (name: string) => void
  /** What was remembered under a name; `null` when nothing is any more. */
  readonly recall: (name: string) => string | null
}

const silentSpan: Span = { set: ignore, fail: ignore, end: ignore }

/** Traces nothing and costs nothing. */
export const silentTracer: Tracer = {
  span: (_name, _options, work) => work(silentSpan),
  begin: () => silentSpan,
  current: () => null,
  keep: ignore,
  recall: () => null,
}

function ignore(): void {}
