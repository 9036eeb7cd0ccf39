import { assertNever } from '../../errors.ts'
import type { GrammarScope } from './grammar-scope.ts'
import { inlineRange } from './number-range.ts'
import { templateError } from './template-error.ts'
import type { ListNode, Template, TemplateNode } from './template.ts'

/**
 * Refuses a template whose slots, those of its rules included, a command does not have.
 * @throws UserError `catalogue_invalid` naming the template and the column; also for rules that do not exist.
 */
export function checkSlots(
  template: Template,
  scope: Pick<GrammarScope, 'rule'>,
  /** What is wrong with a slot; `null` when nothing is. */
  problemOf: (node: ListNode) => string | null,
): void {
  for (const { node, source } of listsOf(template, scope)) {
    const problem = problemOf(inlineRange(node, source) === null ? node : { ...node, list: node.slot })
    if (problem !== null) throw templateError(source, node.column, problem)
  }
}

/** The slots of a template, those of its rules included. */
export function slotsOf(template: Template, scope: Pick<GrammarScope, 'rule'>): ReadonlySet<string> {
  return new Set(listsOf(template, scope).map(({ node }) => node.slot))
}

/** A list, and the template that names it. */
type NamedList = { readonly node: ListNode; readonly source: string }

function listsOf(template: Template, { rule }: Pick<GrammarScope, 'rule'>): readonly NamedList[] {
  const seen = new Set<Template>()
  return ofTemplate(template)

  /** A rule is looked at once; whether it uses itself shows when it is compiled. */
  function ofTemplate(one: Template): readonly NamedList[] {
    if (seen.has(one)) return []
    seen.add(one)
    return ofNode(one.root, one.source)
  }

  function ofNode(node: TemplateNode, source: string): readonly NamedList[] {
    switch (node.kind) {
      case 'chunk':
        return []
      case 'sequence':
      case 'permutation':
        return node.items.flatMap((item) => ofNode(item, source))
      case 'choice':
        return node.options.flatMap((option) => ofNode(option, source))
      case 'rule':
        return ofTemplate(rule(node, source))
      case 'list':
        return [{ node, source }]
      default:
        return assertNever(node)
    }
  }
}
