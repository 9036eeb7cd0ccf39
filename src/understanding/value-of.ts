/** A text as the value of one parameter, and the words where those are read back. */
export type ValueOf = {
  readonly parameter: string
  readonly value: string
  readonly said?: string
  /** It is a day of which no month was said: "the 27th". */
  readonly anyMonth?: true
}

/** What was said besides a value, and what it is for each parameter of the command that takes such. */
export type Beside = {
  readonly said: string
  readonly values: readonly ValueOf[]
  /** It is what something is called: of another thing than that the answer is none. */
  readonly isName?: true
}
