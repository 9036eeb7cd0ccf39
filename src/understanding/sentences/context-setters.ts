import { assertNever } from '../../errors.ts'
import type { GrammarLists } from './grammar-lists.ts'
import type { GrammarScope } from './grammar-scope.ts'
import type { Template, TemplateNode } from './template.ts'

/**
 * How many values can set a key of the context on one way through a template, at most. None: the context that comes with the
 * text decides. One: a value whose context does not fit can be left out beforehand, for nothing can mend it.
 */
export function countSetters(template: Template, key: string, scope: GrammarScope, lists: GrammarLists): number {
  const rules = new Map<string, number>()
  return count(template.root)

  function count(node: TemplateNode): number {
    switch (node.kind) {
      case 'chunk':
        return 0
      case 'sequence':
      case 'permutation':
        return node.items.reduce((sum, item) => sum + count(item), 0)
      case 'choice':
        return node.options.reduce((most, option) => Math.max(most, count(option)), 0)
      case 'rule': {
        // A rule that uses itself finds its zero here; compiling it will say what is wrong.
        const known = rules.get(node.name)
        if (known !== undefined) return known
        rules.set(node.name, 0)
        const found = count(scope.rule(node, template.source).root)
        rules.set(node.name, found)
        return found
      }
      case 'list': {
        const source = scope.list(node.list)
        if (source === undefined || !('values' in source)) return 0
        const values = lists.values(source, scope)
        // A value that has lists of its own may set anything.
        if (values.some(({ texts }) => texts === null)) return Infinity
        return values.some(({ compiled }) => compiled.context !== null && key in compiled.context) ? 1 : 0
      }
      default:
        return assertNever(node)
    }
  }
}
