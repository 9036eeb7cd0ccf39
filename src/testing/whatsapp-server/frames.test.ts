import { NOISE_WA_HEADER } from '@whiskeysockets/baileys'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrameReader, frame } from './frames.ts'

const routing = Buffer.concat([Buffer.from('ED'), Buffer.from([0, 1, 0, 0, 3]), Buffer.from('eu1')])

test('frames are the same in whatever pieces their bytes arrive, with and without a route before them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      fc.boolean(),
      (payloads, sizes, routed) => {
        const head = routed ? [routing, NOISE_WA_HEADER] : [NOISE_WA_HEADER]
        const bytes = Buffer.concat([...head, ...payloads.map(frame)])
        const read = createFrameReader()
        const frames: Buffer[] = []
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          frames.push(...read(bytes.subarray(at, at + size)))
          at += size
        }
        expect(frames.map((each) => each.toString('hex'))).toEqual(
          payloads.map((each) => Buffer.from(each).toString('hex')),
        )
      },
    ),
  )
})

test('a client of another protocol is told so', () => {
  expect(() => createFrameReader()(Buffer.from('GET / HTTP/1.1'))).toThrow('header of this protocol')
})
