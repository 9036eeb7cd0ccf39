import { assertNever } from '../../errors.ts'
import { literalPieces } from './literal-pieces.ts'
import type { Template, TemplateNode } from './template.ts'

/** Groups of words: a text that fits the template holds one of each group at least. */
export type NeededWords = readonly (readonly string[])[]

/**
 * What a text must hold to fit a template: a cheap look before the matching, since most templates of a catalogue are
 * about something else. Rules must not use themselves.
 */
export function neededWords(node: TemplateNode, rules: ReadonlyMap<string, Template>): NeededWords {
  switch (node.kind) {
    case 'literal':
      return literalPieces(node.text)
        .map((piece) => [withoutApostrophes(piece)])
        .filter(([word]) => word?.trim() !== '')
    case 'sequence':
      return node.items.flatMap((item) => neededWords(item, rules))
    case 'choice':
      return anyOf(node.options.map((option) => neededWords(option, rules)))
    case 'rule': {
      const rule = rules.get(node.name)
      return rule === undefined ? [] : neededWords(rule.root, rules)
    }
    case 'optional':
    case 'slot':
      return []
    default:
      return assertNever(node)
  }
}

/** Whether a folded text holds what is needed; apostrophes are left out on both sides, for matching may do so. */
export function holdsNeededWords(needed: NeededWords, text: string): boolean {
  const plain = withoutApostrophes(text)
  return needed.every((group) => group.some((word) => plain.includes(word)))
}

/** One of the first groups of all options; nothing when some option needs nothing. */
function anyOf(options: readonly NeededWords[]): NeededWords {
  const firsts = options.map(([first]) => first)
  return firsts.includes(undefined) ? [] : [firsts.flatMap((first) => first ?? [])]
}

function withoutApostrophes(text: string): string {
  return text.replaceAll("'", '')
}
