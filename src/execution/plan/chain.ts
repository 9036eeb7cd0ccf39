import type { JsonObject } from '../../json.ts'

/** WUCE 2: one step; all nine fields are always present once a chain was parsed (absent domains and `observe` become ''). */
export type Step = {
  readonly stepName: string
  readonly stepDescription: string
  readonly stepMsg: string
  readonly actionDomain: string
  readonly observationDomain: string
  readonly observe: string
  readonly actionType: string
  readonly actionMeta: JsonObject
  readonly yield: readonly string[]
}

/** WUCE 1: operations with explicit dependencies. */
export type Chain = readonly Step[]
