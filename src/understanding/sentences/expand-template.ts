import { assertNever } from '../../errors.ts'
import type { ListNode, TemplateNode } from './template.ts'

/** A value that says more than this in different ways is matched as a template of its own. */
const maxValueTexts = 64

/**
 * Every text that a template stands for, in order; `null` when it says more than `maxTexts`, or holds a list of which `list` gives no
 * texts. Blanks are single; there may be some at the ends.
 */
export function expandTemplate(
  node: TemplateNode,
  rule: (name: string, column: number) => TemplateNode,
  {
    list = () => null,
    maxTexts = maxValueTexts,
  }: { readonly list?: (node: ListNode) => readonly string[] | null; readonly maxTexts?: number } = {},
): readonly string[] | null {
  /** A rule that uses itself finds the `null` that stands here while it is worked out. */
  const rules = new Map<string, readonly string[] | null>()
  const texts = expand(node)
  return texts === null ? null : [...new Set(texts.map((text) => text.replaceAll(/\s+/gu, ' ')))]

  function expand(part: TemplateNode): readonly string[] | null {
    switch (part.kind) {
      case 'chunk':
        return [part.text]
      case 'sequence':
        return inTurn(part.items)
      case 'choice':
        return oneOf(part.options.map(expand), maxTexts)
      case 'permutation':
        return oneOf(ordersOf(part.items).map(inTurn), maxTexts)
      case 'rule':
        return ofRule(part.name, part.column)
      case 'list':
        return list(part)
      default:
        return assertNever(part)
    }
  }

  function ofRule(name: string, column: number): readonly string[] | null {
    const known = rules.get(name)
    if (known !== undefined) return known
    rules.set(name, null)
    const said = expand(rule(name, column))
    rules.set(name, said)
    return said
  }

  function inTurn(items: readonly TemplateNode[]): readonly string[] | null {
    let before: readonly string[] = ['']
    for (const item of items) {
      const after = expand(item)
      if (after === null || before.length * after.length > maxTexts) return null
      before = before.flatMap((one) => after.map((other) => one + other))
    }
    return before
  }
}

function oneOf(options: readonly (readonly string[] | null)[], maxTexts: number): readonly string[] | null {
  const texts: string[] = []
  for (const option of options) {
    if (option === null || texts.push(...option) > maxTexts) return null
  }
  return texts
}

/** Every order of the items, those first that begin with the first. */
function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}
