import { isUtf8 } from 'node:buffer'

/** The text of a file, and what is wrong with the way it was saved: it is read all the same, so that nothing else seems wrong. */
export type Decoded = {
  readonly text: string
  readonly problem: { readonly line: number; readonly message: string } | null
}

/** Reads UTF-8, and what editors save instead of it: UTF-16 with its mark, and the one byte per letter of Windows-1252. */
export function decodeText(bytes: Uint8Array): Decoded {
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes), problem: null }
  const order = orders.find(({ mark }) => bytes[0] === mark[0] && bytes[1] === mark[1])
  if (order !== undefined) {
    const text = new TextDecoder(order.encoding).decode(bytes)
    return { text, problem: { line: 1, message: 'is UTF-16; save it as UTF-8' } }
  }
  const line = new TextDecoder().decode(bytes).split('\uFFFD', 1)[0]?.split('\n').length ?? 1
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    problem: { line, message: 'is not UTF-8 from here on; save the file as UTF-8' },
  }
}

const orders = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const
