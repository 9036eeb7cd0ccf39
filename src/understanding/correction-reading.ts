/** What puts right what is open, or was said before, as plain data; a part of `Reading`. */
import type { WantedValue } from './values/wanted-value.ts'

/** What is not wanted, by its name; `sure`: it is written as a name is, or as whose something is. */
export type LeftOut = { readonly name: string; readonly sure: boolean }

/**
 * "5 less", "raise it by 20": by how much a number of the open preview is to be another. `by` has it for each parameter that may be meant;
 * empty where that cannot be told.
 */
export type Difference = {
  readonly kind: 'difference'
  readonly direction: 'more' | 'less'
  readonly by: Readonly<Record<string, string>>
  /** It may as well be the number of one more thing: "mais 206". */
  readonly mayBeThing?: true
  /** It is cents, which go on with a whole sum: "and 50 cents". */
  readonly cents?: true
  /** What was said with it, of another parameter: the way of "50 more by transfer". */
  readonly beside?: ValueBeside
}

/** "no, 205": a value in place of one that was said. */
export type ValueCorrection = {
  readonly kind: 'correction'
  /** What else it may be, when it reads as values of several kinds: "15" is an order and a sum. */
  readonly or?: readonly CorrectedValue[]
  /** What was said with it, of another parameter: the sum of "no, 50 of 204". */
  readonly beside?: ValueBeside
  /** It is called one of a list: "option 2". */
  readonly option?: true
  /** Nothing but a thing stood behind the no: "no 208" may be said of one of several that is not wanted. */
  readonly alone?: true
} & CorrectedValue &
  AnyCorrection

/** Another value that was said with one, and its parameter. */
export type ValueBeside = Omit<CorrectedValue, 'as'> & { readonly of: string }

/** "no, it's for Helena": words that are no value, but perhaps a name, perhaps the reason for the no. */
export type FreeCorrection = {
  readonly kind: 'free-correction'
  readonly correction: string
  /** All the words, where they are more than its name. */
  readonly text?: string
  /** Those of them that a note should say: "call later" of "it was call later". Of a reason "it was late" is all of it. */
  readonly note?: string
  /** Which of those that were listed before: "the second", "the other one". */
  readonly place?: number | 'other'
  /** They may be a verb that is refused ("no la pongas"), unless they name something. */
  readonly refuses?: true
  /** They may as well leave out what is called so: "no el de João", without the pause of "no, el de João". */
  readonly out?: LeftOut
  /** No no and no pause says that they correct something ("actually lucia"): they may say anything else, unless they name something. */
  readonly perhaps?: true
  /** No word of correcting stands there either ("for the delay"): where nothing is called so, it is as any text that is not understood. */
  readonly told?: 'refused' | 'added' | 'anything'
  /** The values of what is open that stand in the words, with others: "205 because she called" is perhaps no reason alone. */
  readonly holds?: readonly HeldValue[]
} & AnyCorrection

/** A value among other words, and those that it was read from. */
export type HeldValue = { readonly parameter: string; readonly value: string; readonly words: string }

type AnyCorrection = {
  /** "only 208": that, and nothing else of what was asked for with it. */
  readonly only?: true
  /** What is said to be wrong: 204 of "not 204, 205". */
  readonly not?: string
  /** The other one may be the wrong one: "100 não 120" is "100, and not 120" as well as "not 100 but 120". */
  readonly either?: true
  /** The parameter that it is said to be of: "change the amount to 60". */
  readonly of?: string
}

/** A value that is said in place of another. */
export type CorrectedValue = {
  readonly correction: string
  /** The words that it was read from, where they are read back. */
  readonly said?: string
  /** The kind of value that it was read as. */
  readonly as?: WantedValue['type']
  /** The parameter that it was read for, where the same words are another value of another one of its kind: "Sunday" of two days. */
  readonly for?: string
}
