import type { Fitting } from '../ear/grammar-ear.ts'

/** What was heard in a voice note, as it is kept: plain data. */
export type Transcript = {
  readonly text: string
  readonly engine: 'openai' | 'local'
  readonly model: string
  /** ISO 639-1: what the engine heard, else what it was told. */
  readonly language: string
  /** Of the note, in milliseconds. */
  readonly durationMs: number
  /** How sure the engine is, 0 to 1; `null` when it does not say. */
  readonly confidence: number | null
  /** The text as it may have been meant, where it has words that only sound like those of commands: a guess. */
  readonly meant?: string
  /** The sentence of the catalogue that fits the sound about as well as the text does, or better. */
  readonly fitting?: Fitting
}

/** What became of a note. */
export type Hearing =
  | { readonly kind: 'heard'; readonly transcript: Transcript }
  | {
      readonly kind: 'unheard'
      readonly why: Unheard
      /** What to run on this machine so that such notes are heard from then on; absent where nothing helps. */
      readonly cure?: string
    }

/**
 * Why nothing was heard; each has a message that says what to do next. `off`: nobody wants notes to be heard; `no_engine`: there is
 * nothing yet to hear them with; `language`: no engine speaks the person's; `gone`: the
 * audio cannot be had any more; `unreachable`: it could not be had for too long; `unclear`: sound like speech in which no words were found.
 */
export type Unheard =
  | 'off'
  | 'no_engine'
  | 'language'
  | 'gone'
  | 'unreachable'
  | 'too_large'
  | 'too_long'
  | 'unreadable'
  | 'silence'
  | 'noise'
  | 'music'
  | 'unclear'
  | 'engine_down'
