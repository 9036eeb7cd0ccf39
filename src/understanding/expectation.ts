import type { WantedValue } from './values/wanted-value.ts'

/** What the bot is waiting for: it decides how short answers are read. */
export type Expectation =
  /**
   * `refused`: what was just refused for one of its values, of which another one may be said; `done`: what the values of what was done last
   * are: "no, at 11" is read as one of them.
   */
  | {
      readonly kind: 'nothing'
      readonly refused?: { readonly command: string; readonly value: WantedValue }
      readonly done?: readonly WantedValue[]
    }
  /**
   * A value for a parameter; `command` is what it is asked for, and `parameter` what it may be called. `others`: what else was said
   * with it, where it is a thing ("no, $20" is none).
   */
  | ({ readonly kind: 'value'; readonly command?: string; readonly others?: readonly WantedValue[] } & WantedValue)
  /** One of `count` numbered options. */
  | {
      readonly kind: 'choice'
      readonly count: number
      /** Which of them is "the last one"; absent where that may as well be the newest, which is the first. */
      readonly last?: number
      /** They may be called by their names as well, or something else be said instead of them: a value of one of these. */
      readonly values?: readonly WantedValue[]
      /** What else was said with it: "no, $20" is no order, but the sum of what is to be refunded. */
      readonly others?: readonly WantedValue[]
      /** What is open, where the question is which of its values a number is. */
      readonly command?: string
    }
  | {
      readonly kind: 'confirmation'
      readonly method: 'yes' | 'phrase' | 'token'
      readonly phrase: string | null
      /** What the values of the open preview are: "no, on Friday" is read as one of them. */
      readonly values?: readonly WantedValue[]
      /** What else it takes, and was not said: "at 25 each". */
      readonly unsaid?: readonly WantedValue[]
      /** What is open, whose values may be called by the names of their parameters: "change the amount to 60". */
      readonly command?: string
    }
