import type { Json, JsonObject } from '../../json.ts'
import type { MatchText } from './prepared-text.ts'
import type { SlotReader } from './slot-reader.ts'

/**
 * What a recogniser is made from, shaped as the files of Home Assistant are. The order of intents, blocks, sentences and
 * values is data: of two answers that are equally good the first one counts.
 */
export type Grammar = {
  readonly language: string
  readonly settings?: {
    readonly ignore_whitespace?: boolean
    /** Whether skip words stay in the text and are passed over between words; otherwise they are left out beforehand. */
    readonly skip_in_place?: boolean
  }
  readonly intents: Readonly<Record<string, { readonly data: readonly Block[] }>>
  readonly lists?: Readonly<Record<string, ListSource>>
  /** Name → template. */
  readonly expansion_rules?: Readonly<Record<string, string>>
  /** Words and phrases that may stand anywhere. */
  readonly skip_words?: readonly string[]
  /** Number, as `String` writes it → how it is said. */
  readonly number_words?: Readonly<Record<string, readonly string[]>>
}

/** Sentences that mean the same. */
export type Block = {
  readonly sentences: readonly string[]
  /** Slots that the sentences imply. */
  readonly slots?: Readonly<Record<string, Json>>
  readonly requires_context?: JsonObject
  readonly excludes_context?: JsonObject
  /** Before the grammar's own of the same name. */
  readonly expansion_rules?: Readonly<Record<string, string>>
  /** Before the grammar's own of the same name. */
  readonly lists?: Readonly<Record<string, ListSource>>
  readonly metadata?: JsonObject
  readonly response?: string
}

/** What `{list}` takes. */
export type ListSource =
  | { readonly values: readonly (string | ListValue)[] }
  | { readonly range: RangeSource }
  | {
      readonly wildcard: true
      /** Whether it may take what stands between two places; by default it may take anything. */
      readonly takes?: (text: MatchText, from: number, to: number) => boolean
    }
  /** Recognised by a function: ids, amounts, phone numbers. */
  | { readonly reader: SlotReader }

export type ListValue = {
  /** A template. */
  readonly in: string
  /** The slot's value; the matched text when it is absent. */
  readonly out?: Json
  /** Merged over the context when the value matched. */
  readonly context?: JsonObject
  readonly metadata?: JsonObject
}

export type RangeSource = {
  readonly from: number
  readonly to: number
  readonly step?: number
  /** Which decimal parts whole numbers may have. */
  readonly fractions?: 'halves' | 'tenths'
  /** What the number is multiplied by to give the slot's value. */
  readonly multiplier?: number
  /** Whether it may be written in digits; `true` by default. */
  readonly digits?: boolean
  /** Whether it may be written in words; `true` by default. */
  readonly words?: boolean
}
