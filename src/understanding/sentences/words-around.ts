import type { Locale } from '../../catalogue/catalogue.ts'
import { assertNever } from '../../errors.ts'
import { foldText } from '../text/fold-text.ts'
import { parseTemplate } from './parse-template.ts'
import type { TemplateNode } from './template.ts'

/** The words that the sentences of a command have right before a value ("until"), and behind it before the next ("days"). */
type WordsAround = { readonly before: ReadonlySet<string>; readonly behind: ReadonlySet<string> }

/** Where a walk through a sentence has got to: the words that may have come last, and the values behind which it is. */
type Place = { readonly last: ReadonlySet<string>; readonly values: ReadonlySet<string> }

const start: Place = { last: new Set(), values: new Set() }

/** By the name of the parameter. All words are folded. */
export function wordsAround(sentences: readonly string[], rules: Locale['rules']): ReadonlyMap<string, WordsAround> {
  const found = new Map<string, { readonly before: Set<string>; readonly behind: Set<string> }>()
  for (const sentence of sentences) walk(parseTemplate(sentence).root, start, new Set())
  return found

  function walk(node: TemplateNode, place: Place, within: ReadonlySet<string>): Place {
    switch (node.kind) {
      case 'chunk':
        return pass(foldText(node.text).text, place)
      case 'sequence':
      case 'permutation':
        return node.items.reduce((at, item) => walk(item, at, within), place)
      case 'choice':
        return joined(node.options.map((option) => walk(option, place, within)))
      case 'rule':
        return within.has(node.name)
          ? place
          : walk(parseTemplate(rules[node.name] ?? '').root, place, new Set([...within, node.name]))
      case 'list':
        for (const word of place.last) around(node.list).before.add(word)
        return { last: new Set(), values: new Set([node.list]) }
      default:
        return assertNever(node)
    }
  }

  function pass(word: string, place: Place): Place {
    if (word === '') return place
    for (const value of place.values) around(value).behind.add(word)
    return { ...place, last: new Set([word]) }
  }

  function around(name: string) {
    const known = found.get(name) ?? { before: new Set<string>(), behind: new Set<string>() }
    found.set(name, known)
    return known
  }
}

function joined(places: readonly Place[]): Place {
  return {
    last: places.map(({ last }) => last).reduce((all, each) => all.union(each), new Set<string>()),
    values: places.map(({ values }) => values).reduce((all, each) => all.union(each), new Set<string>()),
  }
}
