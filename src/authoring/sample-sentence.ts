import { parameterOf, parseSentence } from '../understanding/sentences/parse-sentence.ts'
import { sampleScope } from '../understanding/sentences/sample-scope.ts'
import { sampleTemplate } from '../understanding/sentences/sample-template.ts'
import type { DraftParameter } from './value-types.ts'

/** What somebody says, the parameters that it names, and whether one of their values was thought up. */
export type Said = { readonly text: string; readonly filled: readonly string[]; readonly isMadeUp: boolean }

/** The plainest thing that a sentence can say, with the parameters' examples; `null` when it is broken, which the lint explains. */
export function sampleSentence(
  sentence: string,
  rules: Readonly<Record<string, string>>,
  parameters: readonly Pick<DraftParameter, 'name' | 'example' | 'isMadeUp'>[],
): Said | null {
  const filled = new Set<string>()
  const free = (slot: string): string => {
    filled.add(parameterOf(slot))
    return parameters.find(({ name }) => name === parameterOf(slot))?.example ?? slot
  }
  try {
    const scope = sampleScope(parameters, rules)
    const { text } = sampleTemplate(parseSentence(sentence), scope, { pick: () => 0, free })
    const isMadeUp = parameters.some((parameter) => parameter.isMadeUp && filled.has(parameter.name))
    return { text, filled: [...filled], isMadeUp }
  } catch {
    return null
  }
}
