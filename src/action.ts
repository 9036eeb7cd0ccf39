/**
 * What a person who writes actions of their own imports, as `sayso/action`: types, errors and the schema builder. The one module
 * of re-exports in the house: it is a door to the outside, and what is not here may change without notice.
 */
import { Type, type Static, type TSchema } from 'typebox'
import { RetryableError, TerminalError, UserError } from './errors.ts'
import type { Action, ActionContext, ProbeVerdict } from './execution/action.ts'
import type { Json, JsonObject } from './json.ts'

export { RetryableError, TerminalError, Type, UserError }
export type { Action, ActionContext, Json, JsonObject, ProbeVerdict }

/** The type of an `actionMeta` by its schema; of a plain JSON Schema it is any object. */
type MetaOf<Schema extends TSchema> = unknown extends Static<Schema> ? JsonObject : Static<Schema>

/** An `Action` whose functions know the type of their `actionMeta`. */
type ActionOf<Schema extends TSchema> = Omit<Action, 'meta' | 'mayRefuse' | 'prepare' | 'run' | 'probe'> & {
  /** JSON Schema of `actionMeta`, by `Type` or written out. */
  readonly meta: Schema
  readonly prepare?: (meta: MetaOf<Schema>, context: ActionContext) => Promise<Json>
  readonly run: (meta: MetaOf<Schema>, context: ActionContext) => Promise<Json>
  readonly probe?: (meta: MetaOf<Schema>, context: ActionContext, prepared: Json) => Promise<ProbeVerdict>
}

/** Gives the functions of an action the type of its `meta`: `export const action = defineAction({ … })`. */
export function defineAction<const Schema extends TSchema>(action: ActionOf<Schema>): Action {
  // What is handed over was checked against the schema that the type comes from.
  return action as unknown as Action
}
