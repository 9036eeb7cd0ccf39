import type { Fitting } from '../ear/grammar-ear.ts'
import type { Fit } from '../ear/grammar-ears.ts'
import type { LikelyNames } from '../ear/names.ts'
import type { Samples } from '../audio/samples.ts'

/** The port behind which speech becomes text. */
export type SpeechEngine = {
  readonly name: 'openai' | 'local'
  /** As it is kept beside the transcript. */
  readonly model: string
  /** The longest piece that it hears whole, in milliseconds. */
  readonly longestMs: number
  /** Whether it understands this language ("pt-BR"). */
  readonly speaks: (language: string) => boolean
  /** What was said. Throws whatever went wrong; `signal` ends it. */
  readonly transcribe: (piece: SpeechPiece) => Promise<Recognised>
  readonly close: () => Promise<void>
}

/** A piece of a note as an engine gets it. */
export type SpeechPiece = {
  readonly samples: Samples
  /** What the person speaks as far as is known, as a locale ("pt-BR"): a hint. */
  readonly language: string
  readonly vocabulary: LikelyWords
  /** There are many more of the same note, so that little time can be spent on each. */
  readonly isOfLong: boolean
  readonly signal: AbortSignal
}

/** What is likely to be said. */
export type LikelyWords = {
  /** For engines that take a hint in writing; '' for none. */
  readonly prompt: string
  /** Whether people ask for things with this word; any other is a name, or was heard wrongly. */
  readonly knows: (word: string) => boolean
  /** The text with strange words as the likely ones that they sound like; `null` when there are none. */
  readonly mend: (text: string) => string | null
  /** Which sentence the sound may have been; not there for a language whose sentences nobody can expect by ear. */
  readonly fit?: Fit
  /** The names of things that may be said; absent: none are known. */
  readonly names?: LikelyNames
}

export type Recognised = {
  readonly text: string
  /** The language that was heard, ISO 639-1; `null` when the engine does not say. */
  readonly language: string | null
  /** How sure it is, 0 to 1; `null` when the engine does not say. */
  readonly confidence: number | null
  /** The sentence of the catalogue that fits the sound about as well as the text does, or better. */
  readonly fitting?: Fitting
}

/** The engine cannot be used now. `blame`: what is wrong lies in the note, so the engine itself is fine. */
export class SpeechTrouble extends Error {
  readonly blame: 'engine' | 'note'

  constructor(blame: 'engine' | 'note', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'SpeechTrouble'
    this.blame = blame
  }
}
