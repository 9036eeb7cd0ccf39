/** A server of files on 127.0.0.1 that can break off, go on in the middle, forget how to, and lie. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FileServer = {
  readonly url: string
  /** `GET /path` or `GET /path from N`, in order. */
  readonly requests: readonly string[]
  /** The next answer ends, or goes silent, after so many bytes. */
  readonly breakAfter: (bytes: number, how: 'cut' | 'silent') => void
  /** From now on ranges are not understood. */
  readonly forgetRanges: () => void
  readonly close: () => Promise<void>
}

export async function startFileServer(files: Readonly<Record<string, Buffer>>): Promise<FileServer> {
  const requests: string[] = []
  let broken: { readonly bytes: number; readonly how: 'cut' | 'silent' } | null = null
  let hasRanges = true
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? ''
    const range = hasRanges ? /^bytes=(\d+)-$/u.exec(incoming.headers.range ?? '') : null
    const from = Number(range?.[1] ?? 0)
    requests.push(`${incoming.method} ${path}${from > 0 ? ` from ${from}` : ''}`)
    const file = files[path]
    const body = file?.subarray(from)
    if (body === undefined) response.writeHead(404).end()
    else if (body.length === 0 && from > 0) response.writeHead(416).end()
    else send(response.writeHead(range === null ? 200 : 206, { 'content-length': body.length }), body)
  })

  function send(response: ServerResponse, body: Buffer): void {
    if (broken === null) {
      response.end(body)
      return
    }
    const { bytes, how } = broken
    broken = null
    response.write(body.subarray(0, bytes), () => {
      if (how === 'cut') response.destroy()
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    breakAfter: (bytes, how) => {
      broken = { bytes, how }
    },
    forgetRanges: () => {
      hasRanges = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
