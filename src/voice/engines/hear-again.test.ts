import { describe, expect, test } from 'vitest'
import { hearAgain } from './hear-again.ts'
import type { Fitting } from '../ear/grammar-ear.ts'
import { sampleRate } from '../audio/samples.ts'
import type { LikelyWords, SpeechPiece } from './speech-engine.ts'

const known = new Set('cancel order put on hold list the top five products customer delete'.split(' '))
const vocabulary: LikelyWords = { prompt: '', knows: (word) => known.has(word), mend: () => null }

/** Hears these texts, one after the other, and the last one from then on. */
function earOf(...texts: readonly string[]) {
  let heard = 0
  return {
    count: () => heard,
    hear: async () => ({ text: texts[Math.min(heard++, texts.length - 1)] ?? '', language: null, confidence: null }),
  }
}

async function hear(
  texts: readonly string[],
  {
    seconds = 3,
    isOfLong = false,
    confidence = null as number | null,
    fitting = null as Fitting | null,
    again = fitting,
  }: {
    readonly seconds?: number
    readonly isOfLong?: boolean
    readonly confidence?: number | null
    readonly fitting?: Fitting | null
    /** What fits where it was heard in several ways. */
    readonly again?: Fitting | null
  } = {},
) {
  const ear = earOf(...texts)
  const piece: SpeechPiece = {
    samples: new Float32Array(seconds * sampleRate).fill(0.1),
    language: 'en',
    isOfLong,
    vocabulary: { ...vocabulary, fit: async (_samples, said) => (said.length > 1 ? again : fitting) },
    signal: new AbortController().signal,
  }
  const result = await hearAgain(async () => ({ ...(await ear.hear()), confidence }), piece)
  const { text, confidence: sure, fitting: fits } = result
  return { text, confidence: sure, times: ear.count(), ...(fits === undefined ? {} : { fits }) }
}

describe('hearAgain()', () => {
  test('hears once what has neither numbers nor strange words', async () => {
    expect(await hear(['List the top products.'])).toEqual({
      text: 'List the top products.',
      confidence: null,
      times: 1,
    })
  })

  test('hears a number twice, however it is written, and doubts two numbers', async () => {
    const same = ['Cancel order 204.', 'Cancel order two, zero, four.']
    expect(await hear(same)).toEqual({ text: 'Cancel order 204.', confidence: null, times: 2 })
    expect((await hear(['Cancel order 204.', 'Cancel order 205.'])).confidence).toBeLessThan(0.5)
  })

  test('hears once what a sentence that can be expected fits as well', async () => {
    const fitting = { text: 'cancel order two zero four', gain: -0.01 }
    expect(await hear(['Cancel order 204.', 'Cancel order 205.'], { fitting })).toMatchObject({
      times: 1,
      fits: fitting,
    })
  })

  test('hears again where that sentence has other numbers, and keeps it', async () => {
    const fitting = { text: 'cancel order two zero five', gain: -0.01 }
    const changing = ['Cancel order 204.', 'Cancel order 205.']
    expect(await hear(changing, { fitting })).toMatchObject({
      times: 2,
      fits: fitting,
      confidence: expect.closeTo(0.3),
    })
    expect(await hear(['Cancel order 204.'], { fitting })).toMatchObject({ times: 2, fits: fitting, confidence: null })
  })

  test('hears again what no such sentence fits, and keeps one of which it cannot be told', async () => {
    const poor = { text: 'list the products', gain: -0.4 }
    expect(await hear(['Cancel order 204.'], { fitting: poor })).toEqual({
      text: 'Cancel order 204.',
      confidence: null,
      times: 2,
    })
    const untold = { ...poor, gain: null }
    expect(await hear(['Cancel order 204.'], { fitting: untold })).toMatchObject({ times: 2, fits: untold })
  })

  test('hears a name again that the sentence has from what was heard alone, and is sure once it was heard twice', async () => {
    const fitting = { text: 'delete customer Smyth', gain: 0, own: ['smyth'] }
    const twice = await hear(['Delete customer Smyth.', 'Delete customer Smyth.'], { fitting })
    expect(twice).toMatchObject({ times: 2, confidence: null, fits: fitting })
    const changing = ['Delete customer Smyth.', 'Delete customer Myth.', 'Delete customer Smith.']
    expect(await hear(changing, { fitting })).toMatchObject({
      times: 5,
      confidence: expect.closeTo(0.3),
      fits: fitting,
    })
  })

  test('hears no further where the name is one that can be expected', async () => {
    const fitting = { text: 'delete customer Smith', gain: 0, called: ['smith'] }
    expect(await hear(['Delete customer Smyth.'], { fitting })).toMatchObject({ times: 1, fits: fitting })
  })

  test('looks for the sentence in all that was heard, and prefers a hearing that is just that', async () => {
    const poor = { text: 'delete customer Smith', gain: null }
    const again = { text: 'delete customer Smith', gain: 0.02 }
    const heard = ['Delete customer Xyzzy.', 'Delete customer Plugh.', 'Delete customer Smith.']
    expect(await hear(heard, { fitting: poor, again })).toMatchObject({ text: 'Delete customer Smith.', fits: again })
  })

  test('takes the hearing with the fewest words that nobody asks for things with', async () => {
    const pirates = ['List the top five pirates.', 'List the top 5 pirates.', 'List the top five products.']
    expect(await hear(pirates)).toEqual({ text: 'List the top five products.', confidence: null, times: 3 })
    const hold = ['Put order 609 unhold.', 'Put order 609 on hold.']
    expect((await hear(hold)).text).toBe('Put order 609 on hold.')
  })

  test('takes no hearing that has lost words', async () => {
    expect((await hear(['Delete the customer Smith.', 'Delete.'])).text).toBe('Delete the customer Smith.')
  })

  test('is sure of a name that most hearings have, and doubts one that few have', async () => {
    expect((await hear(['Delete customer Smith.'])).confidence).toBeNull()
    const changing = ['Delete customer Smith.', 'Delete customer Smyth.', 'Delete customer Myth.']
    expect(await hear(changing)).toMatchObject({ text: 'Delete customer Smith.', confidence: expect.closeTo(0.3) })
  })

  test('hears again what was heard as nothing', async () => {
    expect((await hear(['', 'Cancel.'])).text).toBe('Cancel.')
    expect(await hear([''])).toMatchObject({ text: '', confidence: null })
  })

  test('hears a long piece twice at most, and once what an engine is sure of', async () => {
    expect((await hear(['Delete customer Smith.'], { seconds: 13 })).times).toBe(2)
    expect((await hear(['Delete customer Smith.'], { isOfLong: true })).times).toBe(2)
    expect((await hear(['Delete customer 5 Smith.'], { confidence: 0.9 })).times).toBe(1)
  })
})
