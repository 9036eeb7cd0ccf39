import type { TSchema } from 'typebox'
import type { Json, JsonObject } from '../json.ts'
import type { MetaProblem } from './plan/chain-problem.ts'

/** What an action may know about the run that it is part of. */
export type ActionContext = {
  /** Names this one effect for good: `<command id>/<step name>`; the same after a restart. */
  readonly effectId: string
  /** Aborted when the step's time is up or another worker has taken over; a worker that stops lets its steps finish. */
  readonly signal: AbortSignal
  /** When the step's time is up, in milliseconds since 1970; absent when it has no limit but `signal`. */
  readonly deadline?: number
  /** Whether everything is paused: a probe that may itself do what it asks about waits then. Absent: it never is. */
  readonly isPaused?: () => Promise<boolean>
  /** What an action keeps of its output itself goes through this first: no secret of the run is left in it. Absent: there are none. */
  readonly hide?: (output: Json) => Json
  /** The outputs of the steps that finished before this one started, in the order in which they finished. */
  readonly outputs: readonly {
    readonly step: string
    readonly domain: string
    readonly type: string
    readonly output: Json
  }[]
}

/**
 * One thing that a step can do (WUCE `actionDomain` + `actionType`). Its outcome is its return value; it throws
 * `UserError`/`TerminalError` when it certainly changed nothing, `RetryableError` when besides that it may pass later,
 * and anything else when it may have changed something.
 */
export type Action = {
  readonly domain: string
  readonly type: string
  /**
   * JSON Schema of `actionMeta`. A template string is allowed wherever a literal is, but not in a field marked
   * `literal: true` (our own keyword).
   */
  readonly meta: TSchema
  /**
   * Problems of `actionMeta` that a schema cannot say, each a text, or with the field that is wrong; asked when a chain is planned,
   * with templates as written.
   */
  readonly check?: (meta: JsonObject) => readonly (string | MetaProblem)[]
  /** The columns of the rows that it gives, as far as `actionMeta` as written tells; `null`: they cannot be known. */
  readonly columns?: (meta: JsonObject) => readonly string[] | null
  /** The fields of its output, which other steps read, where they are certain. */
  readonly gives?: (meta: JsonObject) => readonly string[]
  /** What of `actionMeta` as written can be done and is hardly meant; told by the lint alone. */
  readonly advise?: (meta: JsonObject) => readonly MetaProblem[]
  /** Whether it may be done and give no row, so that texts find no column. */
  readonly mayGiveNoRow?: (meta: JsonObject) => boolean
  /**
   * Whether it may refuse for reasons of its own, which people are told by the `unmet` of the command. An own action is taken to,
   * when it is loaded, where it changes something.
   */
  readonly mayRefuse?: boolean
  /** `none` may be used in read commands and run again at will. */
  readonly effect: 'none' | 'mutates'
  /** `safe`: doing it twice is as doing it once. `unsafe`: never again blindly (invariant 4). */
  readonly repeat: 'safe' | 'unsafe'
  /** How long it may take, in milliseconds, where that is more than every step has: its work grows with what the ledger holds. */
  readonly timeLimitMs?: number
  /** What to keep before the effect so that `probe` can judge it after a crash. */
  readonly prepare?: (meta: JsonObject, context: ActionContext) => Promise<Json>
  readonly run: (meta: JsonObject, context: ActionContext) => Promise<Json>
  /**
   * Asked after a crash between intent and result: did it happen? A `RetryableError` means as `later`, without an end: it is asked
   * again until it can tell.
   */
  readonly probe?: (meta: JsonObject, context: ActionContext, prepared: Json) => Promise<ProbeVerdict>
}

export type ProbeVerdict =
  | { readonly kind: 'happened'; readonly output: Json }
  | { readonly kind: 'did-not-happen' }
  | { readonly kind: 'unknown' }
  /** It cannot be told now, because of `cause`, and is worth asking until then, in milliseconds since 1970. */
  | { readonly kind: 'later'; readonly until: number; readonly cause?: unknown }

/** The actions of one process, found by domain and type. */
export type Actions = {
  readonly find: (domain: string, type: string) => Action | undefined
  /** All of them, in the order in which they were collected. */
  readonly all: readonly Action[]
}

/** Collects actions under their names; two of one name are a defect. */
export function createActions(actions: readonly Action[]): Actions {
  const byName = new Map(actions.map((action) => [`${action.domain}/${action.type}`, action]))
  if (byName.size !== actions.length) throw new TypeError('Two actions have the same domain and type')
  return { find: (domain, type) => byName.get(`${domain}/${type}`), all: actions }
}
