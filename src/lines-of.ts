/**
 * Cuts a stream into its lines, which end at "\n" and nowhere else. The `readline` of Node also ends them at U+2028 and U+2029,
 * which JSON leaves as they are within a text: it would cut a row of JSON in two. A "\r" before the "\n" stays, which JSON takes
 * for white space. A line is held until it ends, however long it is.
 */
import { StringDecoder } from 'node:string_decoder'

type Chunk = string | Uint8Array

/** The lines of a stream, as they are asked for; the last one need not end. */
export async function* linesOf(stream: AsyncIterable<Chunk>): AsyncGenerator<string> {
  const cutter = createCutter()
  for await (const chunk of stream) yield* cutter.cut(chunk)
  yield* cutter.rest()
}

/** Gives every line of a stream at once when it has come. */
export function takeLines(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  const cutter = createCutter()
  stream.on('data', (chunk: Chunk) => cutter.cut(chunk).forEach(take))
  stream.on('end', () => cutter.rest().forEach(take))
}

function createCutter() {
  // A character of several bytes may lie on the border of two chunks.
  const decoder = new StringDecoder('utf8')
  let begun = ''
  return {
    /** The lines that end in this chunk. */
    cut: (chunk: Chunk): readonly string[] => {
      const [first = '', ...others] = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n')
      begun += first
      const next = others.pop()
      if (next === undefined) return []
      const lines = [begun, ...others]
      begun = next
      return lines
    },
    /** What is left when the stream has ended. */
    rest: (): readonly string[] => {
      const last = begun + decoder.end()
      return last === '' ? [] : [last]
    },
  }
}
