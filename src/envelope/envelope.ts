import type { Chain } from '../execution/plan/chain.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Safety } from './lifecycle.ts'

/**
 * The canonical form of a command (CCP VII.B), stored before anything happens and never changed afterwards. The first
 * block has CCP's own names, so that what is stored is what the specification says; `sayso` is what we add to it.
 */
export type Envelope = {
  /** Globally unique; also the id of its job. */
  readonly command_id: string
  /** ISO 8601. */
  readonly timestamp: string
  readonly actor: {
    /** The person; stable over numbers and names. */
    readonly user_id: string
    readonly channel: string
    /** The identity (phone number, LID) under which they spoke. */
    readonly auth_context_id: string
  }
  readonly intent: { readonly entity: string; readonly action: string; readonly target: { readonly id: string } | null }
  /** Normalised (CCP VII.C). */
  readonly args: JsonObject
  readonly confirmation: { readonly required: boolean; readonly method: ConfirmationMethod }
  /** `null` for reads. */
  readonly idempotency_key: string | null
  readonly trace: {
    readonly conversation_id: string
    readonly message_ids: readonly string[]
    /** CCP X.C: what was heard in the voice notes among these messages, and by what. */
    readonly audio?: readonly {
      readonly message_id: string
      readonly transcript: string
      /** What the engine itself heard, where the transcript is the sentence that fits the sound better. */
      readonly heard?: string
      readonly engine: string
      readonly model: string
      readonly language: string
      readonly duration_ms: number
    }[]
  }
  readonly sayso: {
    /** The short reference that people see, without `#`. */
    readonly ref: string
    /** The explicit token of the command. */
    readonly name: string
    readonly safety: Safety
    /** WUCE, as written in the catalogue. */
    readonly chain: Chain
    /** What the preview showed about the world: entity name → row. */
    readonly facts: { readonly [entity: string]: Json }
    /** Of the actor, as they were when they asked: nobody looks it up later. */
    readonly actor: {
      /** The language in which they are answered: one that the catalogue speaks. */
      readonly language: string
      /** Whose numbers, sums and dates they read, BCP 47; absent of what earlier versions stored. */
      readonly region?: string
      /** An IANA name. */
      readonly time_zone: string
      /** What they were called, and E.164: only of a chain that reads it, and gone when the command is erased. */
      readonly name?: string
      readonly phone?: string
    }
    /** The command of somebody else who may not do it themselves, and asked for it; absent of what people ask for on their own. */
    readonly asked_by?: string
    /** The version of the catalogue that the chain came from. */
    readonly catalogue: string
    readonly base_key: string | null
    readonly issuance: Issuance
    /** How long a repeat is the same command, in milliseconds from the claim. */
    readonly window_ms: number
    /** Whether it also runs while everything that mutates is paused. */
    readonly while_paused: boolean
  }
}

export type ConfirmationMethod = 'none' | 'yes' | 'phrase' | 'token'

/**
 * The monotonic issuance context of CCP IX.A: the same words are another command when the person said AGAIN, or when
 * another mutation on the same target has been executed since.
 */
export type Issuance = { readonly again: number; readonly others: number }
