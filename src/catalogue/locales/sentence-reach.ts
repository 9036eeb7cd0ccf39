/**
 * What a sentence asks people to say. One that can be said without a word of its own takes whatever is written, and the next "yes
 * please" becomes its command; one that fills the same parameter twice keeps only one of the two.
 */
import { assertNever } from '../../errors.ts'
import { parameterOf } from '../../understanding/sentences/parse-sentence.ts'
import type { Template, TemplateNode } from '../../understanding/sentences/template.ts'
import type { GrammarScope } from '../../understanding/sentences/grammar-scope.ts'

/** Why a sentence cannot tell its command from everything else that people write; `null` when it can. */
export function reachProblem(
  template: Template,
  scope: Pick<GrammarScope, 'rule'>,
  /** Whether what a parameter takes are words of the catalogue: a choice. */
  isChoice: (parameter: string) => boolean,
): string | null {
  const { says, asks, counts } = reachOf(template.root, template.source, scope)
  const [twice] = [...counts].find(([, count]) => count > 1) ?? []
  if (twice !== undefined)
    return `has {${twice}} twice in one sentence; use it once, or declare another parameter for the second`
  if (says || (asks && [...counts.keys()].every(isChoice))) return null
  return asks
    ? 'has no required word, so it matches any text; add a word that only this command has'
    : 'can be left out altogether: every word of it is optional; let one of them stand outside the brackets'
}

type Reach = {
  /** Whether every way to say it holds a word of the template itself. */
  readonly says: boolean
  /** Whether every way to say it fills something in. */
  readonly asks: boolean
  /** How often a parameter can be filled in on one way. */
  readonly counts: ReadonlyMap<string, number>
}

const nothing: Reach = { says: false, asks: false, counts: new Map() }

function reachOf(node: TemplateNode, source: string, scope: Pick<GrammarScope, 'rule'>): Reach {
  switch (node.kind) {
    case 'chunk':
      return { ...nothing, says: /[\p{L}\p{N}]/u.test(node.text) }
    case 'list':
      return { says: false, asks: true, counts: new Map([[parameterOf(node.slot), 1]]) }
    case 'rule': {
      const rule = scope.rule(node, source)
      return reachOf(rule.root, rule.source, scope)
    }
    case 'sequence':
    case 'permutation': {
      const parts = node.items.map((item) => reachOf(item, source, scope))
      return {
        says: parts.some(({ says }) => says),
        asks: parts.some(({ asks }) => asks),
        counts: joined(parts, (one, other) => one + other),
      }
    }
    case 'choice': {
      const parts = node.options.map((option) => reachOf(option, source, scope))
      return {
        says: parts.every(({ says }) => says),
        asks: parts.every(({ asks }) => asks),
        counts: joined(parts, Math.max),
      }
    }
    default:
      return assertNever(node)
  }
}

function joined(parts: readonly Reach[], join: (one: number, other: number) => number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const part of parts) {
    for (const [name, count] of part.counts) counts.set(name, join(counts.get(name) ?? 0, count))
  }
  return counts
}
