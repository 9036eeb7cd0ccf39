import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf, takeLines } from './lines-of.ts'

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  ['one\n\ntwo\n', ['one', '', 'two']],
  ['one\nnot ended', ['one', 'not ended']],
  ['"\u2028"\n"\u2029\u0085\v\f"\n', ['"\u2028"', '"\u2029\u0085\v\f"']],
  ['{"a":1}\r\n"\r"\n', ['{"a":1}\r', '"\r"']],
  ['ação 🙂\n\uFEFF日本\n', ['ação 🙂', '\uFEFF日本']],
]

/** The bytes of a text in chunks of so many. */
function chunksOf(text: string, bytes: number): Readable {
  const all = Buffer.from(text)
  const count = Math.ceil(all.length / bytes)
  return Readable.from(
    Array.from({ length: count }, (_none, at) => all.subarray(at * bytes, (at + 1) * bytes)),
    { objectMode: false },
  )
}

test.each(cases)('the lines of %j end at "\\n" alone, wherever its bytes are cut', async (text, lines) => {
  for (const bytes of [1, 2, 3, 1000]) {
    expect(await Array.fromAsync(linesOf(chunksOf(text, bytes)))).toEqual(lines)
    const given: string[] = []
    const stream = chunksOf(text, bytes)
    takeLines(stream, (line) => given.push(line))
    await new Promise((resolve) => stream.on('close', resolve))
    expect(given).toEqual(lines)
  }
})
