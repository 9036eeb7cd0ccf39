import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Spoken } from '../../understanding/spoken/spoken.ts'
import { voiceSamples } from '../../testing/voice-fixture.ts'
import { createGrammarEar, type GrammarEar } from './grammar-ear.ts'

const order: Spoken = { all: [{ maybe: 'the' }, 'order', { value: 'number' }] }
const sentences: readonly Spoken[] = [
  { all: [{ any: ['cancel', 'hold', 'approve'] }, order] },
  { all: ['what', 'is', 'the', 'status', 'of', order] },
  { all: ['list', { any: ['paid', 'pending'] }, 'orders'] },
  { all: ['assign', order, 'to', { name: 'colleague' }] },
  { all: ['remove', 'the', 'client', { maybe: 'named' }, { name: 'customer' }] },
  { all: ['erase', 'the', 'client', { maybe: 'named' }, { own: 'words' }] },
]
const names = { colleague: ['David', 'Anna'], customer: ['Susan Miller', 'Susan Muller', 'Robert Green'] }

let ear: GrammarEar
beforeAll(async () => {
  ear = await createGrammarEar({ sentences, polite: ['please'] })
})
afterAll(() => ear.close())

describe('the ear that is told what to expect', () => {
  test('finds the sentence that was said behind words that only sound like it', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-00')
    const found = ear.fit(samples, ['Council or the two zero for'], {})
    expect(found?.text).toBe('cancel order two zero four')
    expect(found?.gain).toBeGreaterThan(0)
  })

  test('gains nothing on what was heard rightly', async () => {
    const found = ear.fit(
      await voiceSamples('en-festival-slt-hts-41'),
      ['Please cancel order one thousand and twenty-four.'],
      {},
    )
    expect(found?.text).toBe('please cancel order one thousand and twenty four')
    expect(found?.gain).toBeCloseTo(0)
  })

  test('compares with a number in figures as with any way to say it', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-41')
    const found = ear.fit(samples, ['Please cancel order 1024.'], {})
    expect(found?.text).toBe('please cancel order one thousand and twenty four')
    expect(found?.gain).toBeCloseTo(0, 1)
  })

  test('hears no command into something else that was said', async () => {
    for (const [clip, said] of [
      ['08', 'confirm'],
      ['10', 'yes'],
      ['29', 'apply a ten percent discount to order seven three eight'],
    ] as const) {
      const found = ear.fit(await voiceSamples(`en-festival-slt-hts-${clip}`), [said], {})
      expect(found === null || (found.gain ?? 0) < -0.05).toBe(true)
    }
  })

  test('cannot tell how much better it is where a word is in no dictionary', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-00')
    expect(ear.fit(samples, ['Cancil ordre 204'], {})).toEqual({ text: 'cancel order two zero four', gain: null })
  })

  test('finds a name that can be expected, written as it is, and knows how far others that sound alike are from it', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-named')
    const found = ear.fit(samples, ['Remove the client name Susan Miller.'], names)
    expect(found).toMatchObject({ text: 'remove the client named Susan Miller', called: ['susan miller'] })
    expect(found?.gain).toBeGreaterThan(-0.002)
    expect(found?.lead).toBeGreaterThan(0)
  })

  test('takes words that were heard for the speaker’s own, and says which', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-named')
    const sentence: Spoken = { all: ['remove', 'the', 'client', { maybe: 'named' }, { own: 'words' }] }
    const other = await createGrammarEar({ sentences: [sentence], polite: [] })
    const found = other.fit(samples, ['Remove the client name Susan Miller.'], {})
    other.close()
    expect(found).toMatchObject({ text: 'remove the client named Susan Miller', own: ['susan', 'miller'] })
  })

  test('a name that sounds like the one that was said fits no better than that, in whichever way it was heard', async () => {
    const samples = await voiceSamples('en-festival-slt-hts-davis')
    const heard = ['Assign order 30 today, this.', 'Assign order 30 to Davis.']
    const [once, both] = [ear.fit(samples, heard.slice(0, 1), names), ear.fit(samples, heard, names)]
    expect(both).toMatchObject({ text: 'assign order thirty to David', called: ['david'] })
    expect(both?.gain).toBeLessThan(0)
    expect(once?.gain).toBeGreaterThan(both?.gain ?? 0)
  })

  test('finds nothing in silence', () => {
    expect(ear.fit(new Float32Array(16_000), ['cancel order two zero four'], {})).toBeNull()
  })
})
