import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the service does to the next request instead of answering it well. */
export type Trouble =
  /** Refuses, without doing anything. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Breaks the connection, `after` or `before` it did what it was asked. */
  | { readonly kind: 'cut'; readonly done: 'before' | 'after' }
  /** Does it, begins its answer, and breaks the connection in the middle. */
  | { readonly kind: 'cut-answer' }
  /** Does it, and answers 500. */
  | { readonly kind: 'done-but-500' }
  /** Never answers. */
  | { readonly kind: 'silent' }
  /** Begins its answer and never ends it. */
  | { readonly kind: 'slow-body' }
  /** Answers with this many bytes; `told`: says so beforehand. */
  | { readonly kind: 'huge'; readonly bytes: number; readonly told: boolean }

/** A request as it arrived. */
export type ReceivedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A small shipping service, for real, on 127.0.0.1. */
export type HttpService = {
  readonly url: string
  readonly port: number
  readonly requests: readonly ReceivedRequest[]
  /** What was really done, in order: `POST /labels {"order":"204"}`. A key is done once. */
  readonly effects: readonly string[]
  /** What happens to the next requests, one after the other; then all is well again. */
  readonly trouble: (...next: readonly Trouble[]) => void
  /** Resolves when a request has arrived, also one that came before. */
  readonly arrived: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

const parcels: Readonly<Record<string, object>> = {
  '204': { id: '204', carrier: 'Correios', state: 'in transit', place: 'Campinas', stops: 3 },
  '205': { id: '205', carrier: 'Correios', state: 'delivered', place: 'Porto Alegre', stops: 5 },
}

/**
 * Starts the service: `GET /parcels/<id>` tells about a parcel, everything but GET is done and counted. With an
 * `Idempotency-Key` it is done once and answered alike ever after.
 */
export async function startHttpService(): Promise<HttpService> {
  const requests: ReceivedRequest[] = []
  const effects: string[] = []
  const troubles: Trouble[] = []
  const answers = new Map<string, string>()
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []

  const perform = (request: ReceivedRequest): { readonly status: number; readonly body: string } => {
    if (request.method === 'GET') {
      const parcel = parcels[request.path.split('/').at(-1) ?? '']
      if (parcel === undefined) return { status: 404, body: '{"message":"There is no such parcel"}' }
      return { status: 200, body: JSON.stringify(parcel) }
    }
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known !== undefined) return { status: 201, body: known }
    effects.push(`${request.method} ${request.path} ${request.body}`)
    const body = JSON.stringify({ number: effects.length })
    if (typeof key === 'string') answers.set(key, body)
    return { status: 201, body }
  }

  const server = createServer((incoming, response) => {
    void receive(incoming).then((request) => {
      requests.push(request)
      for (const each of waiting) if (requests.length >= each.count) each.resolve()
      return answer(response, troubles.shift(), () => perform(request))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    effects,
    trouble: (...next) => void troubles.push(...next),
    arrived: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { method = '', url = '', headers } = incoming
  return { method, path: url, headers, body: Buffer.concat(chunks).toString() }
}

function answer(
  response: ServerResponse,
  trouble: Trouble | undefined,
  perform: () => { readonly status: number; readonly body: string },
): void {
  const json = { 'content-type': 'application/json', 'x-secret': 'not for chains', etag: '"1"' }
  switch (trouble?.kind) {
    case undefined: {
      const { status, body } = perform()
      response.writeHead(status, json).end(body)
      return
    }
    case 'status':
      response.writeHead(trouble.status, { ...json, ...trouble.headers }).end(trouble.body ?? '')
      return
    case 'cut':
      if (trouble.done === 'after') perform()
      response.destroy()
      return
    case 'cut-answer':
      perform()
      response.writeHead(200, { ...json, 'content-length': '100' }).write('{"half":')
      response.socket?.end()
      return
    case 'done-but-500':
      perform()
      response.writeHead(500, json).end('{"message":"internal error"}')
      return
    case 'silent':
      return
    case 'slow-body':
      response.writeHead(200, json).write('{"slow":')
      return
    case 'huge':
      response.writeHead(200, { ...json, ...(trouble.told ? { 'content-length': String(trouble.bytes) } : {}) })
      response.end(`"${'x'.repeat(trouble.bytes - 2)}"`)
      return
  }
}
