/** A collector on loopback that takes traces as OTLP over HTTP in JSON, keeps them, and can be told to fail. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as it came in, its attributes as plain values. */
export type ReceivedSpan = {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  /** '' for the first of a trace. */
  readonly parentSpanId: string
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly failed: boolean
  readonly events: readonly unknown[]
}

export type OtlpReceiver = {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** All bodies as they came. */
  readonly raw: () => string
  /** How many requests came in, answered or not. */
  readonly requests: () => number
  readonly close: () => Promise<void>
}

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }
type Sent = {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly Attribute[] }
    readonly scopeSpans?: readonly {
      readonly spans?: readonly {
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly name: string
        readonly attributes?: readonly Attribute[]
        readonly status?: { readonly code?: number }
        readonly events?: readonly unknown[]
      }[]
    }[]
  }[]
}

const failedCode = 2

/** @param mode what it does with a request: takes it, or never answers */
export async function startOtlpReceiver(mode: 'takes' | 'hangs' = 'takes'): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    void take(request, response).catch(() => response.destroy())
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await json(request)
    if (mode === 'hangs') return
    bodies.push(JSON.stringify(body))
    // It is what the exporter sends; a test that reads something else from it fails.
    spans.push(...spansOf(body as Sent))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Bound to an address, it has one.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    raw: () => bodies.join('\n'),
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spansOf({ resourceSpans = [] }: Sent): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = valuesOf(resource?.attributes)['service.name']
    return scopeSpans.flatMap((scope) =>
      (scope.spans ?? []).map((span) => ({
        service: typeof service === 'string' ? service : '',
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        name: span.name,
        attributes: valuesOf(span.attributes),
        failed: span.status?.code === failedCode,
        events: span.events ?? [],
      })),
    )
  })
}

function valuesOf(attributes: readonly Attribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
