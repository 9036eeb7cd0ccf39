import { expandTemplate } from '../../understanding/sentences/expand-template.ts'
import { parseSentence } from '../../understanding/sentences/parse-sentence.ts'
import type { TemplateNode } from '../../understanding/sentences/template.ts'

/** More than any sentence says. */
const maxTexts = 5_000

/**
 * How many ways a sentence has to ask for something, as texts: its choices are written out, what may be left out is left out, and its
 * slots and rules stand for themselves.
 */
export function shortestTexts(sentence: string): readonly string[] {
  const texts = expandTemplate(
    withoutOptionals(parseSentence(sentence).root),
    (name) => ({ kind: 'chunk', text: `<${name}>` }),
    { list: ({ slot }) => [`{${slot}}`], maxTexts },
  )
  if (texts === null) throw new TypeError(`${sentence} says more than ${maxTexts} texts`)
  return texts.map((text) => text.trim())
}

function withoutOptionals(node: TemplateNode): TemplateNode {
  if (node.kind === 'choice') {
    const empty = node.options.find((option) => option.kind === 'sequence' && option.items.length === 0)
    return empty ?? { ...node, options: node.options.map(withoutOptionals) }
  }
  return node.kind === 'sequence' || node.kind === 'permutation'
    ? { ...node, items: node.items.map(withoutOptionals) }
    : node
}
