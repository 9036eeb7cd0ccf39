import { exchange } from '../../execution/actions/http/http-exchange.ts'

/**
 * A `fetch` for a client of a service that may answer with anything: it unpacks nothing, for little may come to much, and reads no
 * more than it may. Redirects are answers like others, so that a key goes to the service alone.
 * @param most how large an answer may be, in bytes
 */
export function narrowFetch(most: number): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { status, headers, body } = await exchange({
      method: request.method,
      url: new URL(request.url),
      headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
      body: Buffer.from(await request.arrayBuffer()),
      // Its address is the operator's.
      allowPrivate: true,
      signal: request.signal,
      most,
    })
    if (body === null) throw new Error(`The answer of the speech service is larger than ${most} bytes`)
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new Error('The answer of the speech service is compressed, which nobody asked for')
    const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers: pairs })
  }
}
