import type { Grammar } from './grammar.ts'
import type { CompiledTemplate } from './program.ts'
import type { TemplateNode } from './template.ts'

/** Where a wildcard stands at the edge of a template; one inside a group or a rule does not count. */
export function edgeOf(root: TemplateNode, grammar: Grammar): CompiledTemplate['edge'] {
  if (isWildcard(root)) return 'whole'
  if (root.kind !== 'sequence') return 'none'
  if (isWildcard(root.items[0])) return 'opens'
  return isWildcard(root.items.at(-1)) ? 'closes' : 'none'

  function isWildcard(node: TemplateNode | undefined): boolean {
    const list = node?.kind === 'list' ? grammar.lists?.[node.list] : undefined
    return list !== undefined && 'wildcard' in list
  }
}
