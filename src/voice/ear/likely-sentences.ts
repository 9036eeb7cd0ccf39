/**
 * Which sentences a badly heard text may have been: those whose words sound most like its own. A grammar of a few is searched in
 * a fraction of the time that one of all would take, and hears better.
 */
import { likeness } from './likeness.ts'
import { wordsOf, type Spoken } from '../../understanding/spoken/spoken.ts'

/** As many as the ear is given. */
export const mostLikely = 24

/** @param soundsOf the sounds of a word, in the order in which they are heard; none for a word that is not known */
export function likelySentences(
  heard: readonly string[],
  sentences: readonly Spoken[],
  soundsOf: (word: string) => readonly string[],
): readonly Spoken[] {
  const worded = sentences.map((sentence) => ({ sentence, words: new Set(wordsOf(sentence)) }))
  const all = [...new Set(worded.flatMap(({ words }) => [...words]))]
  const weights = new Map(
    all.map((word) => [word, Math.log(1 + sentences.length / worded.filter(({ words }) => words.has(word)).length)]),
  )
  const alike = heard.map((word) => {
    const sounds = soundsOf(word)
    return new Map(all.map((other) => [other, word === other ? 1 : likeness(sounds, soundsOf(other))]))
  })
  return worded
    .map(({ sentence, words }) => {
      const found = alike.map((each) =>
        Math.max(0, ...[...words].map((word) => (each.get(word) ?? 0) * (weights.get(word) ?? 0))),
      )
      return { sentence, score: found.reduce((sum, each) => sum + each, 0) }
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostLikely)
    .map(({ sentence }) => sentence)
}
