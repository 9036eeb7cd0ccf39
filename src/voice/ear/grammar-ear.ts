/**
 * An ear that is told what to expect: a grammar of the sentences that a badly heard text may have been, and which of them fits the
 * sound best. It says how much better that fits than the text itself does, so that nothing is heard into a sound that is not there.
 * The engine is SoundSwallower (PocketSphinx as WebAssembly), whose package brings its English model and dictionary.
 */
import { fileURLToPath } from 'node:url'
import createModule, { type Decoder } from 'soundswallower'
import { wordsOf, type Spoken } from '../../understanding/spoken/spoken.ts'
import { englishValues } from './english-values.ts'
import { heardWords, type HeardWord } from './heard-words.ts'
import { likelyNames, namesIn, rivalsOf } from './likely-names.ts'
import { likelySentences } from './likely-sentences.ts'
import { likeness } from './likeness.ts'
import type { Names } from './names.ts'
import { renderJsgf, type ExpectedSpeech } from './render-jsgf.ts'
import { sampleRate, type Samples } from '../audio/samples.ts'
import { asWritten } from './as-written.ts'

/** A sentence that fits the sound. */
export type Fitting = {
  readonly text: string
  /**
   * By how much it fits the sound better than what was heard, in whichever way that fits best, as a difference of log likelihoods over
   * the whole; `null` when that cannot be told, because the text has words that are in no dictionary.
   */
  readonly gain: number | null
  /** Those of its words that were only heard, in small letters: they are in nothing that can be expected. */
  readonly own?: readonly string[]
  /** The names of things in it that were expected. */
  readonly called?: readonly string[]
  /** By how much it fits better than with another name that sounds like the one in it; absent without such a name. */
  readonly lead?: number
}

export type GrammarEar = {
  /**
   * The sentence that fits best; `null` when none does.
   * @param heard ways in which the sound was heard, the one first that counts
   */
  readonly fit: (samples: Samples, heard: readonly string[], names: Names) => Fitting | null
  readonly close: () => void
}

/** What the ear may expect. */
export type Expected = { readonly sentences: readonly Spoken[]; readonly polite: readonly Spoken[] }

/** What may be said around a sentence is nothing that sounds less like a word that was heard, 0 to 1. */
const leastLikePolite = 0.5
/** A word that sounds less like "and" is not it, 0 to 1. */
const leastLikeAnd = 0.6
/** Two wishes have more words than this before the "and". */
const leastBeforeAnd = 2

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

  function expect(heard: readonly (readonly HeardWord[])[], names: Names): ExpectedSpeech {
    // Of a number in figures nobody knows which words were heard.
    const words = heard.flat().filter((word) => typeof word === 'string')
    const isHeard = (word: string, least: number): boolean =>
      words.some((other) => other === word || likeness(soundsOf(word), soundsOf(other)) >= least)
    return {
      sentences: likelySentences([...new Set(words)], sentences, soundsOf),
      polite: polite.filter((each) => wordsOf(each).every((word) => isHeard(word, leastLikePolite))),
      values: englishValues,
      names: new Map(Object.entries(names).map(([entity, all]) => [entity, likelyNames(words, all, soundsOf)])),
      own: heard.flatMap(rowsIn),
      isTwo: words.slice(leastBeforeAnd).some((word) => likeness(soundsOf(word), soundsOf('and')) >= leastLikeAnd),
    }
  }

  /** How badly these words fit the sound, from 0; `null` when they do not fit at all. */
  function penaltyOf(samples: Samples, words: readonly Spoken[]): number | null {
    const alone = {
      sentences: [{ all: words }],
      polite: [],
      values: englishValues,
      names: new Map(),
      own: [],
      isTwo: false,
    }
    const grammar = renderJsgf(alone, knows)
    if (grammar === null) return null
    decoder.set_grammar(grammar)
    if (hear(decoder, samples) === null) return null
    const { w: parts = [] } = decoder.get_alignment()
    return parts.length === 0 ? null : -parts.reduce((sum, { p }) => sum + Math.log(Math.max(p, Number.MIN_VALUE)), 0)
  }

  return {
    fit: (samples, heard, names) => {
      const said = heard.map((text) => heardWords(text, knows))
      const expected = expect(said, names)
      const grammar = renderJsgf(expected, knows)
      if (grammar === null) return null
      decoder.set_grammar(grammar)
      const text = hear(decoder, samples)
      if (text === null) return null
      const words = text.split(' ')
      const penalty = penaltyOf(samples, words)
      const [asHeard = null, ...others] = said.map((each) => (isKnown(each) ? penaltyOf(samples, each) : null))
      const leastHeard = asHeard === null ? null : Math.min(asHeard, ...others.filter((each) => each !== null))
      const called = namesIn(text, expected.names)
      const rivals = rivalsOf(text, called, soundsOf).flatMap((rival) => penaltyOf(samples, rival.split(' ')) ?? [])
      const own = ownWords(words, expected)
      return {
        text: asWritten(text, heard, names),
        gain: penalty === null || leastHeard === null ? null : leastHeard - penalty,
        ...(own.length === 0 ? {} : { own }),
        ...(called.length === 0 ? {} : { called: called.map(({ name }) => name) }),
        ...(penalty === null || rivals.length === 0 ? {} : { lead: Math.min(...rivals) - penalty }),
      }
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

function isKnown(heard: readonly HeardWord[]): heard is readonly Spoken[] {
  return heard.length > 0 && !heard.includes(null)
}

/** The words in a row that the ear knows. */
function rowsIn(heard: readonly HeardWord[]): readonly (readonly Spoken[])[] {
  const rows: Spoken[][] = [[]]
  for (const word of heard) {
    if (word === null) rows.push([])
    else rows.at(-1)?.push(word)
  }
  return rows.filter((row) => row.length > 0)
}

function ownWords(words: readonly string[], { sentences, polite, values, names }: ExpectedSpeech): readonly string[] {
  const expected = [...sentences, ...polite, ...Object.values(values), ...[...names.values()].flat()].flatMap(wordsOf)
  const known = new Set(expected)
  return words.filter((word) => !known.has(word))
}
