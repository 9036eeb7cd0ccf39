/**
 * Gets a file that somebody sent: from WhatsApp's own servers alone, whatever address the message gives, and only as the
 * message says it is, which the library does not look at. One that has expired there is asked for again from the sender's phone.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { downloadContentFromMessage, type MediaType, type proto, type WASocket } from '@whiskeysockets/baileys'
import { TerminalError } from '../../errors.ts'
import type { FetchedFile } from '../channel.ts'
import { parseFileHandle, type FileCarrier } from './file-handle.ts'
import { unwrapped } from './message-kinds.ts'
import type { Arrival } from './read-message.ts'
import { watchLimits } from './watch-limits.ts'

/** No file is taken that is larger, in bytes. */
const mostBytes = 64 * 1024 * 1024
/** How long a file may take, in milliseconds. */
const withinMs = 60_000
/** What the media servers say of a file that they have no more. */
const goneStatuses = [403, 404, 410]

type Media = {
  readonly type: MediaType
  readonly part: { readonly mediaKey?: Uint8Array | null; readonly directPath?: string | null } & Checked
}

type Checked = { readonly fileSha256?: Uint8Array | null; readonly fileLength?: number | { toString(): string } | null }

/**
 * Brings a file here, under a name that only this process knows; `null` when it cannot be had any more, `too-large` when it has
 * or claims more bytes than are taken.
 * @param options.arrivalOf the message as it is kept, `null` when it is not
 * @throws TerminalError `whatsapp_unusable` when it is not what the message says
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
): Promise<FetchedFile | 'too-large' | null> {
  const carrier = parseFileHandle(handle)
  const arrival = carrier === null ? null : await arrivalOf(carrier)
  if (arrival === null) return null
  const socket = await connected()
  const bytes = await download(socket, arrival)
  if (bytes === null || bytes === 'too-large') return bytes
  const dir = await mkdtemp(path.join(tmpdir(), 'sayso-whatsapp-'))
  const file = path.join(dir, 'file')
  await writeFile(file, bytes, { mode: 0o600 })
  return { path: file, release: () => rm(dir, { recursive: true, force: true }) }
}

async function download(socket: WASocket, arrival: Arrival): Promise<Buffer | 'too-large' | null> {
  const media = mediaIn(arrival.message)
  if (media === null) return null
  try {
    return await bytesOf(socket, media)
  } catch (error) {
    if (!isGone(error)) throw error
  }
  const renewed = await uploadedAgain(socket, arrival)
  const again = renewed === null ? null : mediaIn(renewed)
  return again === null ? null : bytesOf(socket, again)
}

/** The library itself waits for as long as the connection lives. */
async function uploadedAgain(socket: WASocket, { key, message }: Arrival): Promise<proto.IMessage | null> {
  return Promise.race([
    socket.updateMediaMessage({ key, message }).then(
      (renewed) => renewed.message ?? null,
      () => null,
    ),
    delay(watchLimits.uploadWithinMs, null, { ref: false }),
  ])
}

async function bytesOf(socket: WASocket, { type, part }: Media): Promise<Buffer | 'too-large'> {
  const { mediaKey, directPath, fileSha256, fileLength } = part
  if (mediaKey == null || directPath == null || !directPath.startsWith('/') || fileSha256 == null)
    throw new TerminalError('whatsapp_unusable', 'The message names no file that can be checked')
  if (Number(fileLength ?? 0) > mostBytes) return 'too-large'
  const stream = await downloadContentFromMessage({ mediaKey, directPath }, type, {
    host: socket.getMediaHost(),
    options: { signal: AbortSignal.timeout(withinMs) },
  })
  const chunks: Buffer[] = []
  let length = 0
  // What the library hands on is bytes.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) return 'too-large'
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
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

function isGone(error: unknown): boolean {
  // The library's errors carry the status so.
  const status = (error as { readonly output?: { readonly statusCode?: number } } | null)?.output?.statusCode
  return status !== undefined && goneStatuses.includes(status)
}
