/** A file in a tar archive. */
type TarFile = { readonly path: string; readonly content: AsyncIterable<Buffer> }

const block = 512

/**
 * The regular files of a tar stream, in order; each must be read to its end before the next one is asked for. Only what npm
 * packs is understood: short names, no links.
 * @throws Error when the stream is no tar archive or ends in the middle
 */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
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

  for (;;) {
    const header = await take(block)
    if (header.every((byte) => byte === 0)) return
    const size = Number.parseInt(text(header, 124, 12), 8)
    if (text(header, 257, 5) !== 'ustar' || !Number.isSafeInteger(size) || size < 0)
      throw new Error('The archive is not understood')
    const content = contentOf(size)
    const isFile = header[156] === 0x30 || header[156] === 0
    const prefix = text(header, 345, 155)
    const name = text(header, 0, 100)
    if (isFile) yield { path: prefix === '' ? name : `${prefix}/${name}`, content }
    // What was not read is skipped.
    while ((await content.next()).done !== true);
  }
}

function text(header: Buffer, from: number, length: number): string {
  return header.toString('latin1', from, from + length).replace(/[\0 ].*$/su, '')
}
