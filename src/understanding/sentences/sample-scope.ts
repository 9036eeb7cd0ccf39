import type { ListSource } from './grammar.ts'
import { createScopes, type GrammarScope } from './grammar-scope.ts'
import { nameSlotOf, parseSentence } from './parse-sentence.ts'

/** What sentences of a command refer to when samples are made of them: a slot for each parameter and its name, and the rules. */
export function sampleScope(
  parameters: readonly { readonly name: string }[],
  rules: Readonly<Record<string, string>>,
): GrammarScope {
  const names = parameters.flatMap(({ name }) => [name, nameSlotOf(name)])
  const lists = Object.fromEntries(names.map((name): [string, ListSource] => [name, { wildcard: true }]))
  const grammar = { language: '', intents: {}, lists, expansion_rules: rules }
  return createScopes(grammar, parseSentence)({ sentences: [] })
}
