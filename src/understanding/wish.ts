import type { JsonObject } from '../json.ts'

/** A command that is asked for, as far as the words say; nothing of it has been checked against rights, entities or the world. */
export type Wish = SaidOfWish & {
  /** The command's explicit token. */
  readonly command: string
  /** Raw values by parameter name, as the person said them (number words already as digits); an id as `asId` marks it where a number alone would be a name. */
  readonly args: Readonly<Record<string, string>>
  /** Values that are known for certain, by parameter: `args` says what they are called, and they are never read from that. */
  readonly known?: JsonObject
  /** The same words about another kind of thing: the kind that was spoken of last is meant. */
  readonly or?: readonly Wish[]
  readonly source: 'token' | 'sentence' | 'menu'
  /** By parameter: what the thing is called whose id is among the values, where ids of its kind mean nothing to people. */
  readonly names?: Readonly<Record<string, string>>
}

/** What was said of a wish beyond its values; it stays with the wish until its command is previewed, also where it waits in between. */
export type SaidOfWish = {
  /** By parameter name: the words that a day, a time or a sum was read from, so that a preview can read them back. */
  readonly said?: Readonly<Record<string, string>>
  /** By parameter: what was not named but referred to ("it"); it is not among the values. */
  readonly refers?: Readonly<Record<string, Reference>>
  /** By parameter: whose the thing is said to be, beside its id among the values. */
  readonly whose?: Readonly<Record<string, string>>
  /** By parameter: which of the things that it may name are not meant: 207 of "cancel Pedro's order, but not 207". */
  readonly except?: Readonly<Record<string, readonly string[]>>
  /**
   * By parameter whose name may hold another wish ("kate until friday and L-14 to bruno"): the parameters that were said behind it, which
   * may be of that one; or whose name may hold a day ("kate on wensday"): the time that was said behind it, which may be of that day.
   */
  readonly behind?: Readonly<Record<string, readonly string[]>>
  /** By parameter whose name may be several, for nothing may be called so ("Maria e do João"): those names, two at least. */
  readonly joined?: Readonly<Record<string, readonly string[]>>
  /** By parameter: why the file that came for it will not do; it is not among the values. */
  readonly refused?: Readonly<Record<string, RefusedFile>>
  /** The words that were read as others for it; a preview says so. */
  readonly corrected?: readonly Correction[]
}

/** `limit`: how large it may be, in bytes; '' where that is not why. */
export type RefusedFile = { readonly problem: 'file_too_large' | 'file_gone'; readonly limit: string }

/** A reference as it was said, and the entity that it is to; `among`: the ids of those that it may be to, where that is known. */
export type Reference = { readonly said: string; readonly entity: string; readonly among?: readonly string[] }

/** A wish for which one parameter is a name, if anything is called so. */
export type Called = { readonly wish: Wish; readonly parameter: string; readonly name: string }

/** A word as it was written, and the word that it was read as. */
export type Correction = { readonly from: string; readonly to: string }
