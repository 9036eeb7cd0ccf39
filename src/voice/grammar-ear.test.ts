import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Spoken } from '../understanding/spoken/spoken.ts'
import { voiceSamples } from '../testing/voice-fixture.ts'
import { createGrammarEar, type GrammarEar } from './grammar-ear.ts'

const order: Spoken = { all: [{ maybe: 'the' }, 'order', { value: 'number' }] }
const sentences: readonly Spoken[] = [
  { all: [{ any: ['cancel', 'hold', 'approve'] }, order] },
  { all: ['what', 'is', 'the', 'status', 'of', order] },
  { all: ['list', { any: ['paid', 'pending'] }, 'orders'] },
]

let ear: GrammarEar
beforeAll(async () => {
  ear = await createGrammarEar({ sentences, polite: ['please'] })
})
afterAll(() => ear.close())

describe('the ear that is told what to expect', { timeout: 60_000 }, () => {
  test('finds the sentence that was said behind words that only sound like it', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-00')
    const found = ear.fit(samples, 'Council or the two zero for')
    expect(found?.text).toBe('cancel order two zero four')
    expect(found?.gain).toBeGreaterThan(0)
  })

  test('gains nothing on what was heard rightly', async () => {
    const found = ear.fit(
      await voiceSamples('en-festival-slt-hts-41'),
      'Please cancel order one thousand and twenty-four.',
    )
    expect(found?.text).toBe('please cancel order one thousand and twenty four')
    expect(found?.gain).toBeCloseTo(0)
  })

  test('hears no command into something else that was said', async () => {
    for (const [clip, said] of [
      ['08', 'confirm'],
      ['10', 'yes'],
      ['29', 'apply a ten percent discount to order seven three eight'],
    ] as const) {
      const found = ear.fit(await voiceSamples(`en-festival-slt-hts-${clip}`), said)
      expect(found === null || (found.gain ?? 0) < -0.05).toBe(true)
    }
  })

  test('cannot tell how much better it is where a word is in no dictionary', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-00')
    expect(ear.fit(samples, 'Cancil ordre 204')).toEqual({ text: 'cancel order two zero four', gain: null })
  })

  test('finds nothing in silence', () => {
    expect(ear.fit(new Float32Array(16_000), 'cancel order two zero four')).toBeNull()
  })
})
