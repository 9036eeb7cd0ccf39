/**
 * A sentence template of the HassIL language as data. Literal text comes in chunks, a word and the blank after it, because
 * blanks decide at chunks: `turn on[ the] light` and `turn on [the] light` are the same to whoever writes them.
 */
export type Template = { readonly source: string; readonly root: TemplateNode }

export type TemplateNode =
  /** One word with the blanks around it, or a blank alone; runs of blanks are one. */
  | { readonly kind: 'chunk'; readonly text: string }
  | { readonly kind: 'sequence'; readonly items: readonly TemplateNode[] }
  /** `(a|b)`; an optional is a choice whose last option is an empty sequence. */
  | { readonly kind: 'choice'; readonly options: readonly TemplateNode[] }
  /** `(a;b)`: every order. The blanks that part the items belong to them already. */
  | { readonly kind: 'permutation'; readonly items: readonly TemplateNode[] }
  | ListNode
  | RuleNode

/** `{list}`, `{list:slot}`, `{list:@capture}`, `{0..100,5:slot}`. */
export type ListNode = {
  readonly kind: 'list'
  readonly list: string
  /** The slot or the capture that it fills. */
  readonly slot: string
  /** Whether the text is only kept for the answer and is no slot. */
  readonly capture: boolean
  /** Whether a blank follows: what comes after a wildcard must begin a word then. */
  readonly closesWord: boolean
  /** From 1. */
  readonly column: number
}

export type RuleNode = { readonly kind: 'rule'; readonly name: string; readonly column: number }
