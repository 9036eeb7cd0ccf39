import type { Json, JsonObject } from '../../json.ts'
import type { Said } from './step-failure.ts'

/** Until when an action is asked again what came of it, in milliseconds since 1970; `null`: until it can tell. */
export type Asking = { readonly until: number | null }

/**
 * What is known of a step from the runs before this one. A step that waits for an event after its action (it observes
 * what only it yields) is `done` twice: first with nothing yielded, and with its events when it completes.
 */
export type JournalEntry =
  | {
      readonly kind: 'intent'
      readonly step: string
      readonly meta: JsonObject
      readonly prepared: Json
      /** Its action was asked what came of it and could not tell yet. */
      readonly asking?: Asking
    }
  | { readonly kind: 'done'; readonly step: string; readonly output: Json; readonly yielded: readonly string[] }
  | {
      readonly kind: 'failed'
      readonly step: string
      readonly code: string
      readonly explanation: string
      readonly said?: Said
      readonly passing?: true
    }

/**
 * The record of one run. Every write checks the fencing epoch and throws `TerminalError('fenced')` when another worker
 * has taken over. An intent is stored before the effect; the entry that follows it in time replaces it.
 */
export type Journal = {
  /** Of the runs before this one: the newest entry of each step, in the order in which they were written. */
  readonly read: () => Promise<readonly JournalEntry[]>
  readonly write: (entry: JournalEntry) => Promise<void>
}
