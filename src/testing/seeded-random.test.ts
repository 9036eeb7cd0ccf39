import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeededRandom } from './seeded-random.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const draw = (random: ReturnType<typeof createSeededRandom>) => Array.from({ length: 20 }, () => random.below(1000))

test('the same seed draws the same, another one something else', () => {
  fc.assert(
    fc.property(seeds, seeds, (seed, other) => {
      const drawn = draw(createSeededRandom(seed))
      expect(draw(createSeededRandom(seed))).toEqual(drawn)
      fc.pre(other !== seed)
      expect(draw(createSeededRandom(other))).not.toEqual(drawn)
    }),
  )
})

test('what is drawn is within its bounds, and all of them come', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 6 }), (seed, end) => {
      const random = createSeededRandom(seed)
      const drawn = new Set(Array.from({ length: 300 }, () => random.below(end)))
      expect(drawn).toEqual(new Set(Array.from({ length: end }, (_none, n) => n)))
    }),
  )
})

test('what a fork draws does not shift what its origin draws', () => {
  fc.assert(
    fc.property(seeds, fc.nat(20), (seed, times) => {
      const [one, other] = [createSeededRandom(seed), createSeededRandom(seed)]
      const [fork] = [one.fork(), other.fork()]
      for (let n = 0; n < times; n++) fork.below(10)
      expect(draw(one)).toEqual(draw(other))
    }),
  )
})
