import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { SelfSignedCertificate } from './self-signed-certificate.ts'

const largestUploadBytes = 128 * 1024 * 1024

/** The encrypted files of everybody, on loopback HTTPS: uploads by POST, downloads by GET. */
export type MediaServer = {
  /** Host and port, as `media_conn` names them. */
  readonly host: string
  /** Keeps a file; gives its path. */
  readonly store: (blob: Buffer) => string
  readonly read: (path: string) => Buffer | undefined
  readonly urlOf: (path: string) => string
  /** The file is gone: downloads get 410, as after WhatsApp's month. */
  readonly expire: (path: string) => void
  /** Other bytes lie at this path from now on. */
  readonly replace: (path: string, blob: Buffer) => void
  readonly close: () => Promise<void>
}

export async function startMediaServer({ certificate, key }: SelfSignedCertificate): Promise<MediaServer> {
  const files = new Map<string, Buffer | 'expired'>()
  const store = (blob: Buffer) => {
    const path = `/v/${randomBytes(12).toString('hex')}.enc`
    files.set(path, blob)
    return path
  }
  const urlOf = (path: string) => `https://${host}${path}`

  const upload = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request) {
      size += (chunk as Buffer).length
      if (size > largestUploadBytes) {
        response.writeHead(413).end()
        return
      }
      chunks.push(chunk as Buffer)
    }
    const path = store(Buffer.concat(chunks))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ url: urlOf(path), direct_path: path }))
  }
  const download = (path: string, response: ServerResponse) => {
    const file = files.get(path)
    if (file === undefined || file === 'expired') response.writeHead(file === undefined ? 404 : 410).end()
    else response.writeHead(200, { 'content-length': file.length }).end(file)
  }

  const server = createServer({ cert: certificate, key }, (request, response) => {
    if (request.method === 'POST') upload(request, response).catch(() => response.destroy())
    else download(new URL(request.url ?? '/', 'https://media').pathname, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    host,
    store,
    read: (path) => {
      const file = files.get(path)
      return file === 'expired' ? undefined : file
    },
    urlOf,
    expire: (path) => void files.set(path, 'expired'),
    replace: (path, blob) => void files.set(path, blob),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
