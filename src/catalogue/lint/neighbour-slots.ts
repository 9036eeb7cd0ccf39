/**
 * Two values that take any words, and no word between them: where the one ends and the other begins nobody can tell. Punctuation parts
 * nothing, because people leave it out.
 */
import { assertNever } from '../../errors.ts'
import type { GrammarScope } from '../../understanding/sentences/grammar-scope.ts'
import type { Template, TemplateNode } from '../../understanding/sentences/template.ts'

type Scope = Pick<GrammarScope, 'rule'>

/**
 * The first two such slots of a sentence that can stand side by side; `null` where there are none.
 * @param isOpen whether a slot takes any words
 */
export function neighbourSlots(
  template: Template,
  scope: Scope,
  isOpen: (slot: string) => boolean,
): readonly [string, string] | null {
  return edgesOf(template.root, template.source, { scope, isOpen }).pair
}

type Edges = {
  /** The open slots that it can begin and end with. */
  readonly first: readonly string[]
  readonly last: readonly string[]
  /** Whether it can be said without a word or a value, so that what stands around it meets. */
  readonly isEmpty: boolean
  readonly pair: readonly [string, string] | null
}

const nothing: Edges = { first: [], last: [], isEmpty: true, pair: null }
const word: Edges = { ...nothing, isEmpty: false }

function edgesOf(
  node: TemplateNode,
  source: string,
  known: { readonly scope: Scope; readonly isOpen: (slot: string) => boolean },
): Edges {
  const each = (items: readonly TemplateNode[]) => items.map((item) => edgesOf(item, source, known))
  switch (node.kind) {
    case 'chunk':
      return /[\p{L}\p{N}]/u.test(node.text) ? word : nothing
    case 'list':
      return known.isOpen(node.slot) ? { ...word, first: [node.slot], last: [node.slot] } : word
    case 'rule': {
      const rule = known.scope.rule(node, source)
      return edgesOf(rule.root, rule.source, known)
    }
    case 'sequence':
      return each(node.items).reduce(behind, nothing)
    case 'permutation': {
      const items = each(node.items)
      return oneOf([items.reduce(behind, nothing), items.toReversed().reduce(behind, nothing)])
    }
    case 'choice':
      return oneOf(each(node.options))
    default:
      return assertNever(node)
  }
}

function behind(one: Edges, other: Edges): Edges {
  const [left, right] = [one.last[0], other.first[0]]
  const met = left === undefined || right === undefined ? null : ([left, right] as const)
  return {
    first: [...one.first, ...(one.isEmpty ? other.first : [])],
    last: [...other.last, ...(other.isEmpty ? one.last : [])],
    isEmpty: one.isEmpty && other.isEmpty,
    pair: one.pair ?? other.pair ?? met,
  }
}

function oneOf(ways: readonly Edges[]): Edges {
  return {
    first: ways.flatMap(({ first }) => first),
    last: ways.flatMap(({ last }) => last),
    isEmpty: ways.some(({ isEmpty }) => isEmpty),
    pair: ways.map(({ pair }) => pair).find((pair) => pair !== null) ?? null,
  }
}
