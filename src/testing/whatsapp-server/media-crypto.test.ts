import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMedia, sealMedia } from './media-crypto.ts'

test('a file is opened as it was sealed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (plain) => {
      const { blob, ...facts } = await sealMedia(plain, 'document')
      expect(await openMedia(blob, facts, 'document')).toEqual(Buffer.from(plain))
    }),
    { numRuns: 30 },
  )
})

test('a file that was changed anywhere, or opened as another kind, is never opened', async () => {
  const { blob, ...facts } = await sealMedia(Buffer.from('order,204'), 'document')
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: blob.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Buffer.from(blob)
      changed[at] = (changed[at] ?? 0) ^ by
      await expect(openMedia(changed, facts, 'document')).rejects.toThrow('fileEncSha256 is wrong')
    }),
    { numRuns: 30 },
  )
  await expect(openMedia(blob, facts, 'image')).rejects.toThrow('MAC of the file is wrong')
})
