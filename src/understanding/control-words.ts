import type { Folded } from './fold-text.ts'
import type { Language } from './language.ts'
import { isMadeOf } from './phrases.ts'
import type { Reading } from './reading.ts'

/** The most cautious first, should a locale give one word two meanings. */
const controlWords = ['drop', 'no', 'help', 'menu', 'back', 'again', 'yes'] as const

export type ControlWord = (typeof controlWords)[number]

/**
 * The control word that the whole text is, politeness and repetition aside ("Yes please!", "no no"). Inside a longer
 * text there is never one.
 */
export function readControlWord(folded: Folded, language: Language): ControlWord | null {
  return (
    controlWords.find((word) => {
      const phrases = language.words[word]
      return phrases.lists(folded.original) || isMadeOf(folded.text, phrases, language.skipped)
    }) ?? null
  )
}

/** What a control word says by itself. */
export function controlReading(word: ControlWord): Reading {
  return word === 'no' ? { kind: 'no', correction: null } : { kind: word }
}
