/**
 * Gets a file from WhatsApp's media servers, and opens it. The library can do so too, but waits for ever where one stalls, and
 * where one is cut off it listens to nobody's error, which ends the process.
 */
import { createDecipheriv } from 'node:crypto'
import { getMediaKeys, getUrlFromDirectPath, type MediaType } from '@whiskeysockets/baileys'
import { RetryableError, TerminalError } from '../../../errors.ts'

/** What the media servers say of a file that they have no more. */
const goneStatuses = [403, 404, 410]
/** They know whom they serve by this. */
const headers = { origin: 'https://web.whatsapp.com' }
const blockBytes = 16
/** What a sealed file may have more than an open one: its code, and what fills its last block. */
const sealBytes = 10 + blockBytes

type Download = {
  readonly type: MediaType
  readonly host: string
  readonly mostBytes: number
  /** A server that sends nothing for so long is waited for no longer. */
  readonly stallsMs: number
  /** How long all of it may take. */
  readonly withinMs: number
  readonly signal: AbortSignal
}

/**
 * The bytes of a file; `gone` when the servers have it no more, `too-large` when it has more than so many.
 * @throws TerminalError `whatsapp_unusable` when the key of the message does not open it
 * @throws anything else when it may be had later
 */
export async function downloadMedia(
  { mediaKey, directPath }: { readonly mediaKey: Uint8Array; readonly directPath: string },
  download: Download,
): Promise<Buffer | 'too-large' | 'gone'> {
  const { type, mostBytes } = download
  const sealed = await sealedFrom(directPath, download)
  if (typeof sealed === 'string') return sealed
  const { cipherKey, iv } = await getMediaKeys(mediaKey, type)
  const bytes = open(sealed, cipherKey, iv)
  return bytes.length > mostBytes ? 'too-large' : bytes
}

async function sealedFrom(
  directPath: string,
  { host, mostBytes, stallsMs, withinMs, signal }: Download,
): Promise<Buffer | 'too-large' | 'gone'> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(unusable('The media server stalls')), stallsMs)
  const over = AbortSignal.any([signal, stalled.signal, AbortSignal.timeout(withinMs)])
  try {
    const response = await fetch(getUrlFromDirectPath(directPath, host), { headers, signal: over })
    if (response.ok) return await bytesOf(response, mostBytes + sealBytes, () => timer.refresh())
    await response.body?.cancel()
    if (goneStatuses.includes(response.status)) return 'gone'
    throw unusable(`The media server answers ${response.status}`)
  } finally {
    clearTimeout(timer)
  }
}

function unusable(why: string): RetryableError {
  return new RetryableError('whatsapp_unusable', why, { retryAfterMs: 1000 })
}

async function bytesOf({ body }: Response, mostBytes: number, onChunk: () => void): Promise<Buffer | 'too-large'> {
  const chunks: Uint8Array[] = []
  let length = 0
  // The body of a response is bytes; one without a body is empty.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    onChunk()
    length += chunk.length
    if (length > mostBytes) return 'too-large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What follows the last whole block is the file's code; the digest in its message says more. */
function open(sealed: Buffer, key: Uint8Array, iv: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-cbc', key, iv)
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(0, sealed.length - (sealed.length % blockBytes))),
      decipher.final(),
    ])
  } catch (cause) {
    throw new TerminalError('whatsapp_unusable', 'The key of the message does not open its file', { cause })
  }
}
