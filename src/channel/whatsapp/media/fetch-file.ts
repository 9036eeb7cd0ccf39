/**
 * Gets a file that somebody sent: from WhatsApp's own servers alone, whatever address the message gives, and only as the
 * message says it is, which the library does not look at. One that has expired there is asked for again from the sender's phone.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { MediaType, proto, WASocket } from '@whiskeysockets/baileys'
import { TerminalError } from '../../../errors.ts'
import type { FetchedFile, Fetching } from '../../channel.ts'
import { downloadMedia } from './download-media.ts'
import { keepFetched } from './fetched-files.ts'
import { parseFileHandle, type FileCarrier } from '../wire/file-handle.ts'
import { unwrapped } from '../wire/message-kinds.ts'
import type { Arrival } from '../inbound/read-message.ts'
import { watchLimits } from '../watch-limits.ts'

/** No file is taken that is larger, in bytes. */
const mostTaken = 64 * 1024 * 1024
/** What a phone says of a file that it will not upload again: it cannot read the request, has no such file, or something else is wrong. */
const refusals = [404, 412, 418]

type Media = {
  readonly type: MediaType
  readonly part: { readonly mediaKey?: Uint8Array | null; readonly directPath?: string | null } & Checked
}

type Checked = { readonly fileSha256?: Uint8Array | null; readonly fileLength?: number | { toString(): string } | null }

/**
 * Brings a file here, under a name that only this process knows; `null` when it cannot be had any more, `too-large` when it has
 * or claims more bytes than are taken.
 * @param options.arrivalOf the message as it is kept, `null` when it is not
 * @throws TerminalError when it is not what the message says
 * @throws anything else when it may be had later
 */
export async function fetchFile(
  handle: string,
  {
    arrivalOf,
    connected,
  }: {
    readonly arrivalOf: (carrier: FileCarrier) => Promise<Arrival | null>
    readonly connected: () => Promise<WASocket>
  },
  { mostBytes = mostTaken, signal = new AbortController().signal, onReached }: Fetching = {},
): Promise<FetchedFile | 'too-large' | null> {
  const carrier = parseFileHandle(handle)
  const arrival = carrier === null ? null : await arrivalOf(carrier)
  if (arrival === null) return null
  const socket = await connected()
  onReached?.()
  const bytes = await download(socket, arrival, { mostBytes: Math.min(mostBytes, mostTaken), signal })
  if (bytes === null || bytes === 'too-large') return bytes
  return keepFetched(bytes)
}

type Limits = { readonly mostBytes: number; readonly signal: AbortSignal }

async function download(socket: WASocket, arrival: Arrival, limits: Limits): Promise<Buffer | 'too-large' | null> {
  const media = mediaIn(arrival.message)
  if (media === null) return null
  const bytes = await bytesOf(socket, media, limits)
  if (bytes !== 'gone') return bytes
  const renewed = await uploadedAgain(socket, arrival, limits.signal)
  const again = renewed === null ? null : mediaIn(renewed)
  const found = again === null ? 'gone' : await bytesOf(socket, again, limits)
  return found === 'gone' ? null : found
}

/** The library itself waits for as long as the connection lives, and rejects when that ends, which says nothing of the file. */
async function uploadedAgain(
  socket: WASocket,
  { key, message }: Arrival,
  signal: AbortSignal,
): Promise<proto.IMessage | null> {
  return Promise.race([
    socket.updateMediaMessage({ key, message }).then(
      (renewed) => renewed.message ?? null,
      (error: unknown) => {
        if (isRefusal(error)) return null
        throw error
      },
    ),
    delay(watchLimits.uploadWithinMs, null, { ref: false, signal }),
  ])
}

async function bytesOf(
  socket: WASocket,
  { type, part }: Media,
  { mostBytes, signal }: Limits,
): Promise<Buffer | 'too-large' | 'gone'> {
  const { mediaKey, directPath, fileSha256, fileLength } = part
  if (mediaKey == null || directPath == null || !directPath.startsWith('/') || fileSha256 == null)
    throw new TerminalError('whatsapp_unusable', 'The message names no file that can be checked')
  if (Number(fileLength ?? 0) > mostBytes) return 'too-large'
  const { downloadStallsMs: stallsMs, downloadWithinMs: withinMs } = watchLimits
  const from = { type, host: socket.getMediaHost(), mostBytes, stallsMs, withinMs, signal }
  const bytes = await downloadMedia({ mediaKey, directPath }, from)
  if (typeof bytes === 'string') return bytes
  if (!createHash('sha256').update(bytes).digest().equals(fileSha256))
    throw new TerminalError('whatsapp_unusable', 'The file is not the one that the message names')
  return bytes
}

function mediaIn(message: proto.IMessage): Media | null {
  const body = unwrapped(message)
  if (body?.audioMessage != null) return { type: 'audio', part: body.audioMessage }
  if (body?.documentMessage != null) return { type: 'document', part: body.documentMessage }
  if (body?.imageMessage != null) return { type: 'image', part: body.imageMessage }
  if (body?.videoMessage != null) return { type: 'video', part: body.videoMessage }
  return null
}

function isRefusal(error: unknown): boolean {
  // The library's errors carry the status so.
  const status = (error as { readonly output?: { readonly statusCode?: number } } | null)?.output?.statusCode
  return status !== undefined && refusals.includes(status)
}
