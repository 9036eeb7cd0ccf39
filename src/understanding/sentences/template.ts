/**
 * A sentence template as data: the subset of the HassIL syntax that Sayso reads. `[x]` is optional, `(a|b)` a choice,
 * `{slot}` a value, `{slot:name}` what people call the thing, `<rule>` a shared piece, `\` takes the next character
 * literally. Blanks mean "here words are parted"; without one, pieces join inside a word (`order[s]`).
 */
export type Template = { readonly source: string; readonly root: TemplateNode }

export type TemplateNode =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'sequence'; readonly items: readonly TemplateNode[] }
  | { readonly kind: 'choice'; readonly options: readonly TemplateNode[] }
  | { readonly kind: 'optional'; readonly item: TemplateNode }
  | SlotNode
  | RuleNode

export type SlotNode = {
  readonly kind: 'slot'
  /** The parameter that it fills. */
  readonly name: string
  /** `name` for `{id:name}`: what people call it instead of its id. */
  readonly form: 'value' | 'name'
  /** From 1. */
  readonly column: number
}

export type RuleNode = { readonly kind: 'rule'; readonly name: string; readonly column: number }
