import type { Folded } from '../text/fold-text.ts'

/** A value found in a text: where it ends, and what it is as an argument. */
export type Capture = { readonly end: number; readonly value: string }

/** What a `{slot}` takes. */
export type Slot =
  /** Something that can be recognised where it stands; several ends are several ways of reading it. */
  | { readonly kind: 'value'; readonly read: (text: Folded, at: number) => readonly Capture[] }
  /** Anything up to the next literal; `capture` gives the argument, or `null` to refuse it. */
  | {
      readonly kind: 'wildcard'
      /** Whether it rather takes a word than leaves it to the skip words beside it: free text does, a name does not. */
      readonly greedy: boolean
      readonly capture: (text: Folded, from: number, to: number) => string | null
    }
