import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { SelfSignedCertificate } from './self-signed-certificate.ts'

const largestUploadBytes = 128 * 1024 * 1024

/** The encrypted files of everybody, on loopback HTTPS: uploads by POST, downloads by GET. */
export type MediaServer = {
  /** Host and port, as `media_conn` names them. */
  readonly host: string
  /** Keeps a file; gives its path. */
  readonly store: (blob: Buffer) => string
  readonly read: (path: string) => Buffer | undefined
  /** The path of the file that came last; '' when there is none. */
  readonly newest: () => string
  readonly urlOf: (path: string) => string
  /** The file is gone: downloads get 410, as after WhatsApp's month. */
  readonly expire: (path: string) => void
  /** Downloads of it get this status from now on, or are cut off in the middle; `null`: all is well again. */
  readonly fail: (path: string, how: number | 'cut' | null) => void
  /** Other bytes lie at this path from now on. */
  readonly replace: (path: string, blob: Buffer) => void
  /** From now on downloads of it get half of the file and wait; `waits` resolves when one does. */
  readonly stall: (path: string) => { readonly waits: Promise<void>; readonly end: () => void }
  /** From now on downloads of it get a tenth of the file at a time, so many milliseconds after each other. */
  readonly trickle: (path: string, everyMs: number) => void
  /** Phones that are off upload nothing again, and answer nothing. */
  readonly turnPhones: (state: 'on' | 'off') => void
  readonly phones: () => 'on' | 'off'
  readonly close: () => Promise<void>
}

export async function startMediaServer({ certificate, key }: SelfSignedCertificate): Promise<MediaServer> {
  const files = new Map<string, Buffer | 'expired'>()
  const failing = new Map<string, number | 'cut'>()
  let phones: 'on' | 'off' = 'on'
  const stalled = new Map<string, () => void>()
  const trickling = new Map<string, number>()
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
    const onStall = stalled.get(path)
    const how = failing.get(path)
    if (typeof how === 'number') response.writeHead(how).end()
    else if (file === undefined || file === 'expired') response.writeHead(file === undefined ? 404 : 410).end()
    else if (how === 'cut')
      response
        .writeHead(200, { 'content-length': file.length })
        .write(file.subarray(0, file.length / 2), () => response.destroy())
    else if (onStall !== undefined) {
      response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, file.length / 2), onStall)
    } else if (trickling.has(path)) void trickle(file, response, trickling.get(path) ?? 0)
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
    newest: () => [...files.keys()].at(-1) ?? '',
    urlOf,
    expire: (path) => void files.set(path, 'expired'),
    fail: (path, how) => void (how === null ? failing.delete(path) : failing.set(path, how)),
    replace: (path, blob) => void files.set(path, blob),
    stall: (path) => {
      const { promise: waits, resolve } = Promise.withResolvers<void>()
      stalled.set(path, resolve)
      return { waits, end: () => void stalled.delete(path) }
    },
    trickle: (path, everyMs) => void trickling.set(path, everyMs),
    turnPhones: (state) => void (phones = state),
    phones: () => phones,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function trickle(file: Buffer, response: ServerResponse, everyMs: number): Promise<void> {
  response.writeHead(200, { 'content-length': file.length })
  const part = Math.ceil(file.length / 10)
  for (let at = 0; at < file.length && !response.destroyed; at += part) {
    response.write(file.subarray(at, at + part))
    await delay(everyMs)
  }
  response.end()
}
