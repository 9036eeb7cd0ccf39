import { describe, expect, test } from 'vitest'
import { readTranscription } from './read-transcription.ts'

describe('readTranscription()', () => {
  test('takes the text of the shortest answer there is', () => {
    expect(readTranscription({ text: ' Cancel order 204. ' }, 3000)).toEqual({
      text: 'Cancel order 204.',
      language: null,
      confidence: null,
    })
  })

  test('names the language by its code, whichever way the server names it', () => {
    for (const [said, code] of [
      ['portuguese', 'pt'],
      ['es', 'es'],
      ['pt-BR', 'pt'],
      ['klingon', null],
      ['constructor', null],
      ['', null],
    ])
      expect(readTranscription({ text: 'x', language: said }, 1000).language).toBe(code)
  })

  test('is as sure as the segments are on average over the sound', () => {
    const segments = [
      { text: 'a', start: 0, end: 3, avg_logprob: Math.log(0.9) },
      { text: 'b', start: 3, end: 4, avg_logprob: Math.log(0.1) },
    ]
    const { confidence } = readTranscription({ text: 'ab', segments }, 4000)
    expect(confidence).toBeCloseTo(Math.exp((3 * Math.log(0.9) + Math.log(0.1)) / 4))
  })

  test('is as sure as the words are, where only those are rated', () => {
    const logprobs = [{ logprob: Math.log(0.5) }, { logprob: Math.log(0.5) }]
    expect(readTranscription({ text: 'x', logprobs }, 1000).confidence).toBeCloseTo(0.5)
  })

  test('drops a segment in which the model itself heard nobody', () => {
    const segments = [
      { text: ' Cancel order 204.', start: 0, end: 2, avg_logprob: -0.2, no_speech_prob: 0.01 },
      { text: ' Thanks for watching!', start: 2, end: 4, avg_logprob: -1.4, no_speech_prob: 0.9 },
    ]
    const said = { text: 'Cancel order 204. Thanks for watching!', segments }
    expect(readTranscription(said, 4000).text).toBe('Cancel order 204.')
  })

  test('trusts no text that repeats itself, and hears nothing in one that nobody could say in that time', () => {
    const segments = [{ text: 'no no no no', start: 0, end: 1, avg_logprob: -0.1, compression_ratio: 3.1 }]
    expect(readTranscription({ text: 'no no no no', segments }, 1000).confidence).toBe(0)
    expect(readTranscription({ text: 'cancel order 204 '.repeat(20) }, 1000).text).toBe('')
  })

  test.each([null, 'text', {}, { text: 3 }, { error: { message: 'no' } }, { text: 'x', segments: 'none' }])(
    'refuses what is no transcription: %j',
    (answer) => {
      expect(() => readTranscription(answer, 1000)).toThrow('no transcription')
    },
  )
})
