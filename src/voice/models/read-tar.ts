/** What stands in a tar archive, as its header says. */
export type TarEntry = {
  /** `other`: a link, a pipe, a device. */
  readonly kind: 'file' | 'folder' | 'other'
  readonly path: string
  /** Who may do what with it, as `chmod` takes it. */
  readonly mode: number
  /** In bytes. */
  readonly size: number
  readonly content: AsyncIterable<Buffer>
}

const block = 512
/** How long the long name, or the extended header, of an entry may be, in bytes: 1 MiB. */
const MAX_EXTENSION_BYTES = 1024 * 1024

/** What stands before an entry whose header is too small for it. */
type Extension = { readonly path?: string; readonly size?: number }

/**
 * The entries of a tar stream, in order; what is not read of one is skipped when the next one is asked for. Understood is what
 * npm, GNU tar and bsdtar pack: long names of both kinds, and extended headers (POSIX pax).
 * @throws Error when the stream is no tar archive or ends in the middle
 */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = createSource(stream)
  try {
    let extension: Extension = {}
    for (;;) {
      const header = await source.take(block)
      if (header.every((byte) => byte === 0)) return
      const type = text(header, 156, 1)
      const { path, size } = { ...readHeader(header), ...extension }
      if (type === 'L' || type === 'x' || type === 'g' || type === 'K') {
        extension = { ...extension, ...readExtension(type, await source.takePadded(size)) }
        continue
      }
      extension = {}
      const content = source.contentOf(size)
      yield { kind: kindOf(type), path, mode: octal(header, 100, 8) & 0o777, size, content }
      while ((await content.next()).done !== true);
    }
  } finally {
    await source.close()
  }
}

function createSource(stream: AsyncIterable<Uint8Array>) {
  const source = stream[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)

  async function take(least: number): Promise<Buffer> {
    while (rest.length < least) {
      const { value, done } = await source.next()
      if (done === true) throw new Error('The archive ends in the middle')
      rest = Buffer.concat([rest, value])
    }
    const taken = rest.subarray(0, least)
    rest = rest.subarray(least)
    return taken
  }

  async function* contentOf(size: number): AsyncGenerator<Buffer> {
    let left = size
    while (left > 0) {
      const chunk = await take(rest.length > 0 ? Math.min(left, rest.length) : Math.min(left, block))
      left -= chunk.length
      yield chunk
    }
    await take((block - (size % block)) % block)
  }

  async function takePadded(size: number): Promise<Buffer> {
    if (size > MAX_EXTENSION_BYTES) throw new Error('The archive is not understood')
    return (await take(Math.ceil(size / block) * block)).subarray(0, size)
  }

  return { take, takePadded, contentOf, close: async () => void (await source.return?.()) }
}

function readHeader(header: Buffer): Required<Extension> {
  // From 8 GiB on it is a number of bytes, not of digits.
  const size = (header[124] ?? 0) >= 0x80 ? Number(header.readBigUInt64BE(128)) : octal(header, 124, 12)
  if (text(header, 257, 5) !== 'ustar' || !Number.isSafeInteger(size) || size < 0)
    throw new Error('The archive is not understood')
  const name = text(header, 0, 100)
  // GNU has times where POSIX has the beginning of the path.
  const prefix = text(header, 257, 6) === 'ustar' ? text(header, 345, 155) : ''
  return { path: prefix === '' ? name : `${prefix}/${name}`, size }
}

/** Of GNU the name itself; of POSIX records `LENGTH KEY=VALUE\n`. */
function readExtension(type: 'L' | 'x' | 'g' | 'K', content: Buffer): Extension {
  if (type === 'L') return { path: text(content, 0, content.length) }
  if (type !== 'x') return {}
  const records = recordsOf(content)
  const [path, size] = [records.get('path'), records.get('size')]
  if (size !== undefined && !/^\d{1,15}$/u.test(size)) throw new Error('The archive is not understood')
  return { ...(path === undefined ? {} : { path }), ...(size === undefined ? {} : { size: Number(size) }) }
}

function recordsOf(content: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>()
  for (let at = 0; at < content.length;) {
    const length = Number.parseInt(content.toString('latin1', at, at + 10), 10)
    const record = content.toString('utf8', at, at + length)
    const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/su.exec(record) ?? []
    if (key === undefined || value === undefined) throw new Error('The archive is not understood')
    records.set(key, value)
    at += length
  }
  return records
}

function kindOf(type: string): TarEntry['kind'] {
  if (type === '0' || type === '') return 'file'
  return type === '5' ? 'folder' : 'other'
}

function octal(header: Buffer, from: number, length: number): number {
  return Number.parseInt(text(header, from, length), 8)
}

function text(bytes: Buffer, from: number, length: number): string {
  return bytes.toString('utf8', from, from + length).replace(/\0.*$/su, '')
}
