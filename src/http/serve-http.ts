/**
 * What machines ask a running process: whether it lives (`/healthz`), whether it can do its work (`/readyz`), its numbers
 * (`/metrics`). It only tells, takes nothing, and tells nothing of people.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UserError } from '../errors.ts'
import { systemCodeOf } from '../system-error.ts'

/** A request that is not there by then is not waited for. */
const requestTimeoutMs = 5_000
const maxConnections = 64

export type HttpAnswer = { readonly status: number; readonly type: string; readonly body: string }

/** What is served under a path, to `GET` and `HEAD`. */
export type Routes = Readonly<Record<string, () => Promise<HttpAnswer>>>

export type HttpServer = {
  /** The one that was asked for, or that was found for 0. */
  readonly port: number
  readonly close: () => Promise<void>
}

/**
 * Serves the routes until closed.
 * @throws UserError `config_invalid` when the address cannot be had, with what to do
 */
export async function serveHttp(
  { host, port }: { readonly host: string; readonly port: number },
  routes: Routes,
): Promise<HttpServer> {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
    (request, response) => {
      void answer(routes, request).then(
        (found) => send(response, request, found),
        () => send(response, request, text(500, 'This could not be found out.\n')),
      )
    },
  )
  server.maxConnections = maxConnections
  server.listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new UserError('config_invalid', whyNot(error, host, port), { cause: error })
  }
  server.on('error', () => undefined)
  // Bound to an address, it has one.
  return { port: (server.address() as AddressInfo).port, close: () => close(server) }
}

async function answer(routes: Routes, { method, url = '/' }: IncomingMessage): Promise<HttpAnswer> {
  const [path = '/'] = url.split('?')
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (route === undefined) return text(404, `Not found. There are ${Object.keys(routes).join(', ')}.\n`)
  return method === 'GET' || method === 'HEAD' ? route() : text(405, 'Only GET and HEAD.\n')
}

function send(response: ServerResponse, { method }: IncomingMessage, { status, type, body }: HttpAnswer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  })
  response.end(method === 'HEAD' ? undefined : body)
}

function text(status: number, body: string): HttpAnswer {
  return { status, type: 'text/plain; charset=utf-8', body }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function whyNot(error: unknown, host: string, port: number): string {
  const code = systemCodeOf(error) ?? ''
  const place = `HTTP_PORT=${port} on HTTP_HOST=${host}`
  switch (code) {
    case 'EADDRINUSE':
      return `${place} is in use, perhaps by another Sayso: stop that process, set HTTP_PORT to a free port, or unset it`
    case 'EACCES':
      return `${place} is not allowed for this user: set HTTP_PORT to 1024 or more`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${place} is not an address of this machine: set HTTP_HOST to one that is, such as 127.0.0.1, or to 0.0.0.0 for all`
    default:
      return `${place} cannot be served (${code})`
  }
}
