/** Something in an `actionMeta` that somebody has to mend. */
export type MetaProblem = {
  /** Keys and indexes from the root of `actionMeta` to what is wrong; empty: all of it. */
  readonly path: readonly (string | number)[]
  /** Whether the key is wrong, and not its value. */
  readonly place?: 'key'
  /** Says what is wrong and what to do, and names the field. */
  readonly message: string
}

/** Something in a chain that somebody has to mend. */
export type ChainProblem = Omit<MetaProblem, 'path'> & {
  /** The index of the step; `null`: the chain as a whole. */
  readonly step: number | null
  /** Keys and indexes from the step to what is wrong. */
  readonly path: readonly (string | number)[]
}
