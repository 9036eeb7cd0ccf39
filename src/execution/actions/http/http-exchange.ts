import { request as requestPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { systemCodeOf } from '../../../system-error.ts'
import { refusePrivateHost, resolvePublic } from './http-address.ts'

/** How large an answer may be where nothing else is said, in bytes: 1 MiB. */
export const MAX_ANSWER_BYTES = 1024 * 1024

/** One request, as it goes over the wire. */
export type HttpRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
  /** How large its answer may be, in bytes; default `MAX_ANSWER_BYTES`. */
  readonly most?: number
}

/** What came back; `body` is `null` when it is larger than it may be. */
export type HttpAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | null
}

/** No answer. `sent`: the service may have got the request, whole or in part. */
export class NoAnswer extends Error {
  readonly sent: boolean
  readonly code: string

  constructor(sent: boolean, cause: unknown) {
    super(sent ? 'The connection was lost before the answer was complete' : 'The service was not reached', { cause })
    this.name = 'NoAnswer'
    this.sent = sent
    this.code = systemCodeOf(cause) ?? 'LOST'
  }
}

/**
 * Sends one request over a connection of its own and reads its answer. Redirects are answers like others. Without
 * `allowPrivate` only public addresses are connected to.
 * @throws NoAnswer when there was none, or when `signal` was aborted
 * @throws TerminalError `action_failed` when the address itself is refused; nothing was sent
 */
export async function exchange({
  method,
  url,
  headers,
  body,
  allowPrivate,
  signal,
  most = MAX_ANSWER_BYTES,
}: HttpRequest): Promise<HttpAnswer> {
  if (!allowPrivate) refusePrivateHost(url.hostname)
  const secure = url.protocol === 'https:'
  const state = { sent: false }
  return new Promise<HttpAnswer>((resolve, reject) => {
    const fail = (error: unknown): void => reject(new NoAnswer(state.sent, error))
    const request = (secure ? requestSecure : requestPlain)(url, {
      method,
      headers,
      // No pool, no proxy of the environment: every address is judged, and a reused connection cannot die unnoticed.
      agent: false,
      signal,
      ...(allowPrivate ? {} : { lookup: resolvePublic }),
    })
    request.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => (state.sent = true))
    })
    request.on('error', fail)
    request.once('response', (response) => {
      const answer = { status: response.statusCode ?? 0, headers: response.headers }
      readBody(response, most)
        .then((read) => resolve({ ...answer, body: read }), fail)
        .finally(() => request.destroy())
    })
    request.end(body ?? undefined)
  })
}

async function readBody(response: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(response.headers['content-length'] ?? 0) > most) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    // Without an encoding set, a response gives buffers.
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > most) return null
  }
  return Buffer.concat(chunks)
}
