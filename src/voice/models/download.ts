import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { UserError } from '../../errors.ts'

/** What must come out, so that nothing else is ever used. `git`: the digest that git has for a file. */
export type Digest = { readonly algorithm: 'sha256' | 'sha512' | 'git'; readonly hex: string }

/** How far a download is, in bytes; `total` is 0 while it is not known. */
export type Progress = (done: number, total: number) => void

/** Nothing that is installed is larger, in bytes. */
const maxBytes = 4 * 1024 ** 3
/** A server that sends nothing for so long is given up, in milliseconds. */
const defaultStallMs = 30_000

/**
 * Fetches a file to a path. What an interrupted attempt left (`<path>.part`) is gone on with; the whole is compared with the
 * digest before it gets its name, and thrown away when it differs.
 * @throws UserError `download_failed` saying what to do
 */
export async function download(
  { url, to, digest }: { readonly url: string; readonly to: string; readonly digest: Digest },
  {
    onProgress = () => undefined,
    stallMs = defaultStallMs,
  }: { readonly onProgress?: Progress; readonly stallMs?: number } = {},
): Promise<void> {
  const part = `${to}.part`
  if ((await digestOf(to, digest.algorithm)) === digest.hex) return
  try {
    await fetchInto(part, url, { onProgress, stallMs })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UserError(
      'download_failed',
      `Cannot download ${url}: ${why}. Run it again: it continues where it stopped.`,
      {
        cause,
      },
    )
  }
  if ((await digestOf(part, digest.algorithm)) !== digest.hex) {
    await rm(part)
    throw new UserError(
      'download_failed',
      `The download from ${url} is not what was published (${digest.algorithm} differs), and was discarded. Try again later.`,
    )
  }
  await rename(part, to)
}

type FetchOptions = { readonly onProgress: Progress; readonly stallMs: number }

async function fetchInto(part: string, url: string, { onProgress, stallMs }: FetchOptions): Promise<void> {
  const had = (await sizeOf(part)) ?? 0
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(new Error(`nothing came for ${stallMs / 1000} s`)), stallMs)
  try {
    const headers: Record<string, string> = had > 0 ? { range: `bytes=${had}-` } : {}
    const response = await fetch(url, { headers, signal: stall.signal })
    // All of it is here already.
    if (response.status === 416) return await response.body?.cancel()
    if (!response.ok || response.body === null) throw new Error(`the server answers ${response.status}`)
    const from = response.status === 206 ? had : 0
    const total = from + Number(response.headers.get('content-length') ?? 0)
    let done = from
    const file = createWriteStream(part, { flags: from > 0 ? 'a' : 'w' })
    const written = finished(file)
    // What cannot be written is found out by the next chunk, or at the end.
    written.catch(() => undefined)
    try {
      for await (const chunk of response.body) {
        timer.refresh()
        done += chunk.length
        if (done > maxBytes) throw new Error('it is too large')
        if (!file.write(chunk)) await Promise.race([once(file, 'drain'), written])
        onProgress(done, total)
      }
    } finally {
      file.end()
      await written
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The digest of a file in hexadecimal; '' when it is not there. */
export async function digestOf(path: string, algorithm: Digest['algorithm']): Promise<string> {
  const size = await sizeOf(path)
  if (size === null) return ''
  const hash = createHash(algorithm === 'git' ? 'sha1' : algorithm)
  if (algorithm === 'git') hash.update(`blob ${size}\0`)
  // Without an encoding a stream of a file gives bytes.
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  )
}
