import type { ReasonCode } from '../../envelope/lifecycle.ts'
import type { JsonObject } from '../../json.ts'
import type { Said } from './step-failure.ts'

/** Which of the steps that change something have; of the `unclear` ones nobody knows. By name, in the order of the chain. */
export type Reached = {
  readonly done: readonly string[]
  readonly unclear: readonly string[]
  readonly left: readonly string[]
}

/** How a run of a chain ended. */
export type Outcome =
  | { readonly kind: 'executed'; readonly outputs: JsonObject }
  | {
      readonly kind: 'failed'
      readonly reason: ReasonCode
      /** The step that failed; absent when none had started. */
      readonly step?: string
      /** For people who look into it: what went wrong, in English, with no secret in it. */
      readonly explanation: string
      /** What the service answered that the step asked. */
      readonly said?: Said
      /** How far it came; absent where nothing was changed, and in outcomes from before this was kept. */
      readonly steps?: Reached
      /** Whether something was changed: `unknown` is for a person to settle (invariant 4). */
      readonly effect: 'none' | 'some' | 'unknown'
      /** It is unknown because the ledger was brought back from a backup, not because something broke. */
      readonly restored?: true
      /** What the step needs did not answer just then; absent also in outcomes from before this was kept. */
      readonly passing?: true
      /** What it was asked for with and is not there any more, as it was: it could not begin, or go on. */
      readonly gone?: 'secret' | 'file'
      readonly outputs: JsonObject
    }
