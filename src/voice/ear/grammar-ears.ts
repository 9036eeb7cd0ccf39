import type { Catalogue } from '../../catalogue/catalogue.ts'
import { localeFor } from '../../catalogue/locale-for.ts'
import { foldText } from '../../understanding/text/fold-text.ts'
import { spokenSentences } from '../../understanding/spoken/spoken-sentences.ts'
import type { Expected, Fitting } from './grammar-ear.ts'
import type { LikelyNames, Names } from './names.ts'
import type { Samples } from '../audio/samples.ts'
import { createWorkThread, type WorkThread } from '../work-thread.ts'

export type FitRequest = { readonly samples: Samples; readonly heard: readonly string[]; readonly names: Names }

/**
 * The sentence that fits a sound in which this was heard, in one way or several; `null` when none does, or it cannot be told.
 * Never throws.
 */
export type Fit = (
  samples: Samples,
  heard: readonly string[],
  { names, signal }: { readonly names: LikelyNames | undefined; readonly signal: AbortSignal },
) => Promise<Fitting | null>

export type GrammarEars = {
  /** The ear for a person's language; `null` for a language that it does not know. */
  readonly fitFor: (language: string) => Fit | null
  readonly close: () => Promise<void>
}

/** The engine's package brings English alone that can be used. */
const spoken = 'en'
/** Loading, and finding what fits, may take so long, in milliseconds. */
const fitMs = 30_000
const idleMs = 10 * 60_000

/** The catalogue may speak to somebody in a language that is not theirs. */
const isSpoken = (language: string): boolean => language.split('-')[0] === spoken

/** An ear for what a catalogue's sentences can say, in a thread that starts with the first note it is asked about. */
export function createGrammarEars(catalogue: Catalogue, onTrouble: (error: unknown) => void): GrammarEars {
  const locale = localeFor(catalogue, spoken)
  const negation = (locale.words['negation'] ?? []).map((word) => foldText(word).text)
  let thread: WorkThread<FitRequest, Fitting | null> | null = null

  const fit: Fit = async (samples, heard, { names = async () => ({}), signal }) => {
    const texts = heard.map((each) => foldText(each).text)
    // A word that denies must not be lost in what fits nearly as well.
    if (negation.some((word) => texts.some((text) => ` ${text} `.includes(` ${word} `)))) return null
    thread ??= createWorkThread({
      module: new URL('./grammar-ear-worker.ts', import.meta.url),
      workerData: expectedOf(),
      idleMs,
    })
    try {
      return await thread.ask({ samples, heard, names: await names() }, { signal, limitMs: fitMs })
    } catch (error) {
      onTrouble(error)
      return null
    }
  }

  function expectedOf(): Expected {
    const polite = locale.skipWords.map((words) => foldText(words).text)
    return {
      sentences: spokenSentences(catalogue, locale),
      polite: polite.filter((words) => !negation.some((word) => ` ${words} `.includes(` ${word} `))),
    }
  }

  return {
    fitFor: (language) => ([language, locale.language].every(isSpoken) ? fit : null),
    close: async () => thread?.close(),
  }
}
