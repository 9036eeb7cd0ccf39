/** When and where something was said: what "tomorrow at 8" is counted from. */
export type When = {
  readonly now: Date
  /** An IANA name, such as `America/Sao_Paulo`. */
  readonly timeZone: string
}
