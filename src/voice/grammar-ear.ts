/**
 * An ear that is told what to expect: a grammar of the sentences that a badly heard text may have been, and which of them fits the
 * sound best. It says how much better that fits than the text itself does, so that nothing is heard into a sound that is not there.
 * The engine is SoundSwallower (PocketSphinx as WebAssembly), whose package brings its English model and dictionary.
 */
import { fileURLToPath } from 'node:url'
import createModule, { type Decoder } from 'soundswallower'
import { englishValues } from './english-values.ts'
import { likelySentences } from './likely-sentences.ts'
import { renderJsgf } from './render-jsgf.ts'
import { sampleRate, type Samples } from './samples.ts'
import type { Spoken } from '../understanding/spoken/spoken.ts'

/** A sentence that fits the sound. */
export type Fitting = {
  readonly text: string
  /**
   * By how much it fits the sound better than the text that was heard, as a difference of log likelihoods over the whole; `null` when
   * that cannot be told, because it has words that are in no dictionary.
   */
  readonly gain: number | null
}

export type GrammarEar = {
  /** The sentence that fits best; `null` when none does. */
  readonly fit: (samples: Samples, heard: string) => Fitting | null
  readonly close: () => void
}

/** What the ear may expect. */
export type Expected = { readonly sentences: readonly Spoken[]; readonly polite: readonly Spoken[] }

export async function createGrammarEar({ sentences, polite }: Expected): Promise<GrammarEar> {
  const modelBase = fileURLToPath(new URL('model/', import.meta.resolve('soundswallower')))
  const { Decoder: Engine } = await createModule({ modelBase } as Parameters<typeof createModule>[0])
  const decoder = new Engine({ loglevel: 'FATAL', samprate: sampleRate })
  await decoder.initialize()
  const known = new Map<string, readonly string[]>()

  function soundsOf(word: string): readonly string[] {
    const before = known.get(word)
    if (before !== undefined) return before
    // Not a word of the dictionary: nothing, whatever the type says.
    const sounds = ((decoder.lookup_word(word) as string | null) ?? '').split(' ').filter((sound) => sound !== '')
    known.set(word, sounds)
    return sounds
  }
  const knows = (word: string): boolean => soundsOf(word).length > 0

  return {
    fit: (samples, heard) => {
      const words = heard.toLowerCase().match(/[\p{L}\p{M}\p{N}']+/gu) ?? []
      const likely = likelySentences(words, sentences, soundsOf)
      const grammar = renderJsgf({ sentences: likely, polite, values: englishValues }, knows)
      if (grammar === null) return null
      decoder.set_grammar(grammar)
      const text = hear(decoder, samples)
      if (text === null) return null
      const said = penaltyOf(decoder, samples, text.split(' '))
      const asHeard = words.length > 0 && words.every(knows) ? penaltyOf(decoder, samples, words) : null
      return { text, gain: said === null || asHeard === null ? null : asHeard - said }
    },
    close: () => decoder.delete(),
  }
}

function hear(decoder: Decoder, samples: Samples): string | null {
  decoder.start()
  decoder.process_audio(samples, false, true)
  decoder.stop()
  const text = ((decoder.get_text() as string | null) ?? '').trim()
  return text === '' ? null : text
}

/** How badly these words fit the sound, from 0; `null` when they do not fit at all. */
function penaltyOf(decoder: Decoder, samples: Samples, words: readonly string[]): number | null {
  decoder.set_align_text(words.join(' '))
  if (hear(decoder, samples) === null) return null
  const { w: parts = [] } = decoder.get_alignment()
  return parts.length === 0 ? null : -parts.reduce((sum, { p }) => sum + Math.log(Math.max(p, Number.MIN_VALUE)), 0)
}
