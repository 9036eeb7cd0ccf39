/**
 * What a message means, as plain data; nothing here has been checked against rights, entities or the world.
 * The cheapest reader that is sure wins: answer to the open question, explicit token, sentence, model.
 */
export type Reading =
  /** One or several commands; several come from "cancel order 204 and refund order 205". */
  | { readonly kind: 'wishes'; readonly wishes: readonly Wish[] }
  /** A command that the person does not want ("don't cancel order 204"): nothing may run. */
  | { readonly kind: 'negated'; readonly wish: Wish }
  | { readonly kind: 'yes' }
  /** "no"; with `correction` for "no, 205". */
  | { readonly kind: 'no'; readonly correction: string | null }
  /** "0", or "cancel" alone: drops the newest open thing. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'again' }
  | { readonly kind: 'help' }
  | { readonly kind: 'menu' }
  | { readonly kind: 'back' }
  /** A number alone: the option that the person picks. */
  | { readonly kind: 'pick'; readonly n: number }
  /** "CONFIRM C9F2", or a bare "c9f2" while a token is awaited. Upper case, as tokens are made. */
  | { readonly kind: 'token'; readonly token: string }
  /** The exact words of the phrase that is awaited, spacing and case aside. */
  | { readonly kind: 'phrase' }
  /** "UNDO #K7Q2M" */
  | { readonly kind: 'undo'; readonly ref: string }
  /** "RETRY #K7Q2M" */
  | { readonly kind: 'retry'; readonly ref: string }
  /** "CANCEL #K7Q2M": drop a command that waits for the queue. */
  | { readonly kind: 'cancel-ref'; readonly ref: string }
  /** The answer to the open question for a value; for a boolean, `true` or `false`. */
  | { readonly kind: 'value'; readonly text: string }
  /** Written like an explicit token but wrong: nothing is guessed, the person is told what to mend. */
  | {
      readonly kind: 'invalid-token'
      /** The explicit token that was recognised, if one was. */
      readonly command: string | null
      readonly problem: TokenProblem
      /** What the problem is about, as the person wrote it, 80 characters at most. */
      readonly detail: string
    }
  /** Not understood. */
  | { readonly kind: 'unknown' }

export type TokenProblem =
  | 'unknown-command'
  | 'unknown-parameter'
  | 'repeated-parameter'
  | 'unclosed-quote'
  | 'stray-text'

export type Wish = {
  /** The command's explicit token. */
  readonly command: string
  /** Raw values by parameter name, as the person said them (number words already as digits). */
  readonly args: Readonly<Record<string, string>>
  readonly source: 'token' | 'sentence' | 'model' | 'menu'
}

/** What the bot is waiting for: it decides how short answers are read. */
export type Expectation =
  | { readonly kind: 'nothing' }
  /** A value for a parameter; `choices` are the values of a `choice`, so that they can be said in the person's own words. */
  | {
      readonly kind: 'value'
      readonly type: 'text' | 'id' | 'phone' | 'integer' | 'decimal' | 'choice' | 'boolean'
      readonly choices?: readonly string[]
    }
  /** One of `count` numbered options. */
  | { readonly kind: 'choice'; readonly count: number }
  | { readonly kind: 'confirmation'; readonly method: 'yes' | 'phrase' | 'token'; readonly phrase: string | null }
