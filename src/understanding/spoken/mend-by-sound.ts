import { foldText } from '../text/fold-text.ts'
import type { KnownWords } from './known-words.ts'
import { soundOf } from './sound-of.ts'

/** Shorter sounds are those of too many words. */
const leastSounds = 3
/** A text with more words that nobody asks for things with is about something else. */
const maxStrange = 3

/**
 * Reads a text as if a word that nobody asks for things with had been the one that sounds just like it; `null` when there is no
 * such word, or several sound alike. It is a guess: whoever uses it says so and asks.
 */
export function createSoundMender({ words, knows }: KnownWords, language: string): (text: string) => string | null {
  const bySound = Map.groupBy(words, (word) => soundOf(word, language))

  function mended(word: string): string | null {
    const folded = foldText(word).text
    const sound = soundOf(folded, language)
    if (sound.length < leastSounds || knows(folded)) return null
    const [only, ...others] = bySound.get(sound) ?? []
    return only === undefined || others.length > 0 ? null : only
  }

  return (text) => {
    const strange = (text.match(letters) ?? []).filter((word) => !knows(word))
    if (strange.length === 0 || strange.length > maxStrange) return null
    const meant = text.replaceAll(letters, (word) => mended(word) ?? word)
    return meant === text ? null : meant
  }
}

const letters = /[\p{L}\p{M}]+/gu
