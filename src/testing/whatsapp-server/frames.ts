import { NOISE_WA_HEADER } from '@whiskeysockets/baileys'

const lengthBytes = 3
/** Before the header a client may say which edge server it was routed to: "ED", two bytes, a length and that many bytes. */
const routing = { mark: 'E'.charCodeAt(0), lengthAt: 4, headBytes: 7 } as const

/** Cuts what arrives into frames; bytes may arrive in any pieces. Throws when the client does not begin with the header. */
export function createFrameReader(): (chunk: Uint8Array) => readonly Buffer[] {
  let rest: Buffer = Buffer.alloc(0)
  let greeted = false

  const greet = (): boolean => {
    if (rest[0] === routing.mark) {
      if (rest.length < routing.headBytes) return false
      const end = routing.headBytes + rest.readUIntBE(routing.lengthAt, lengthBytes)
      if (rest.length < end) return false
      rest = rest.subarray(end)
    }
    if (rest.length < NOISE_WA_HEADER.length) return false
    if (!rest.subarray(0, NOISE_WA_HEADER.length).equals(NOISE_WA_HEADER))
      throw new Error('The client does not begin with the header of this protocol version')
    rest = rest.subarray(NOISE_WA_HEADER.length)
    return true
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    greeted ||= greet()
    const frames: Buffer[] = []
    if (!greeted) return frames
    while (rest.length >= lengthBytes) {
      const end = lengthBytes + rest.readUIntBE(0, lengthBytes)
      if (rest.length < end) break
      frames.push(rest.subarray(lengthBytes, end))
      rest = rest.subarray(end)
    }
    return frames
  }
}

/** One frame: three bytes of length, then the payload. */
export function frame(payload: Uint8Array): Buffer {
  const head = Buffer.alloc(lengthBytes)
  head.writeUIntBE(payload.length, 0, lengthBytes)
  return Buffer.concat([head, payload])
}
