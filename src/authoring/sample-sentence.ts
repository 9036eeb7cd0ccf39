import type { ListSource } from '../understanding/sentences/grammar.ts'
import { createScopes } from '../understanding/sentences/grammar-scope.ts'
import { nameSlotOf, parameterOf, parseSentence } from '../understanding/sentences/parse-sentence.ts'
import { sampleTemplate } from '../understanding/sentences/sample-template.ts'
import type { DraftParameter } from './value-types.ts'

/** What somebody says, and the parameters that it names. */
export type Said = { readonly text: string; readonly filled: readonly string[] }

/** The plainest thing that a sentence can say, with the parameters' examples; `null` when it is broken, which the lint explains. */
export function sampleSentence(
  sentence: string,
  rules: Readonly<Record<string, string>>,
  parameters: readonly Pick<DraftParameter, 'name' | 'example'>[],
): Said | null {
  const names = parameters.flatMap(({ name }) => [name, nameSlotOf(name)])
  const lists = Object.fromEntries(names.map((name): [string, ListSource] => [name, { wildcard: true }]))
  const grammar = { language: 'en', intents: {}, lists, expansion_rules: rules }
  const filled = new Set<string>()
  const free = (slot: string): string => {
    filled.add(parameterOf(slot))
    return parameters.find(({ name }) => name === parameterOf(slot))?.example ?? slot
  }
  try {
    const scope = createScopes(grammar, parseSentence)({ sentences: [] })
    const { text } = sampleTemplate(parseSentence(sentence), scope, { pick: () => 0, free })
    return { text, filled: [...filled] }
  } catch {
    return null
  }
}
