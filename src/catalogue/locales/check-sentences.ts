import { errorCodeOf } from '../../errors.ts'
import { checkSlots } from '../../understanding/sentences/check-slots.ts'
import { compileGrammar, type Dialect } from '../../understanding/sentences/compile-grammar.ts'
import type { Grammar, ListSource } from '../../understanding/sentences/grammar.ts'
import { createScopes, type GrammarScope } from '../../understanding/sentences/grammar-scope.ts'
import { isNameSlot, nameSlotOf, parameterOf, sentenceDialect } from '../../understanding/sentences/parse-sentence.ts'
import type { ListNode } from '../../understanding/sentences/template.ts'
import type { Command, Entity } from '../catalogue.ts'
import type { Report } from '../source/problem.ts'
import { reachProblem } from './sentence-reach.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** The shared rules of a locale; one that is broken was reported and stands as a word of its own. */
export type Rules = Readonly<Record<string, string>>

/** What a slot takes does not matter here: only that there is one. */
const anySlot: ListSource = { wildcard: true }
const brokenRule = 'broken'
/** What literal texts say does not matter either. */
const anyLiteral: Dialect = { ...sentenceDialect, spell: () => 'x' }

/** Reports the shared rules that cannot be read, name rules that are not there, or use themselves. */
export function parseRules(source: YamlSource, texts: Rules, report: Report): Rules {
  const parsed = withoutBroken(texts, (text) => void sentenceDialect.parse(text))
  return withoutBroken(parsed, (text) => compile([text], parsed, () => null))

  function withoutBroken(rules: Rules, check: (text: string) => void): Rules {
    const sound = Object.entries(rules).map(([name, text]): [name: string, text: string] => {
      const problem = problemOf(() => check(text))
      if (problem !== null) report(source.problemAt(['rules', name], problem))
      return [name, problem === null ? text : brokenRule]
    })
    return Object.fromEntries(sound)
  }
}

/** Reports templates of a command that cannot be read, name slots and rules that are not there, or take everything. */
export function checkSentences(
  input: {
    readonly source: YamlSource
    /** Where the list of templates stands. */
    readonly path: YamlPath
    readonly sentences: readonly string[]
    readonly rules: Rules
    readonly command: Command
    /** `null` while not all of them are known. */
    readonly entities: ReadonlyMap<string, Entity> | null
  },
  report: Report,
): void {
  const { source, path, sentences, rules, command, entities } = input
  const slot = (node: ListNode): string | null => slotProblem(node, command, entities)
  const areSound = problemOf(() => compile(sentences, rules, slot)) === null
  const scope = scopeOf(sentences, rules)
  const isChoice = (name: string): boolean =>
    command.parameters.some((parameter) => parameter.name === name && parameter.type === 'choice')
  for (const [index, text] of sentences.entries()) {
    const broken = areSound ? null : problemOf(() => compile([text], rules, slot))
    const problem = broken ?? reachProblem(sentenceDialect.parse(text), scope, isChoice)
    if (problem !== null) report(source.problemAt([...path, index], problem))
  }
}

export function scopeOf(sentences: readonly string[], rules: Rules): GrammarScope {
  return createScopes(grammarOf(rules), sentenceDialect.parse)({ sentences })
}

function grammarOf(rules: Rules): Grammar {
  return { language: '', intents: {}, expansion_rules: rules }
}

/** @throws UserError `catalogue_invalid` for the first template that is broken. */
function compile(sentences: readonly string[], rules: Rules, slotOf: (node: ListNode) => string | null): void {
  const lists = new Map<string, ListSource>()
  const scope = scopeOf(sentences, rules)
  for (const sentence of sentences) {
    checkSlots(sentenceDialect.parse(sentence), scope, (node) => {
      lists.set(node.list, anySlot)
      return slotOf(node)
    })
  }
  const block = { sentences, lists: Object.fromEntries(lists) }
  compileGrammar({ ...grammarOf(rules), intents: { sentences: { data: [block] } } }, anyLiteral)
}

function slotProblem(
  { slot }: ListNode,
  command: Command,
  entities: ReadonlyMap<string, Entity> | null,
): string | null {
  const name = parameterOf(slot)
  const parameter = command.parameters.find((each) => each.name === name)
  if (parameter === undefined) {
    const known = command.parameters.map((each) => each.name).join(', ') || 'none'
    return `{${name}} is not a parameter of ${command.token}; known: ${known}`
  }
  if (!isNameSlot(slot) || entities === null) return null
  const entity = parameter.entity === null ? null : entities.get(parameter.entity)
  // An entity that is not there was reported where the command names it.
  return entity === undefined || entity?.byName
    ? null
    : `{${nameSlotOf(name)}} needs an entity that is found by name; give it a "byName" lookup`
}

function problemOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    if (errorCodeOf(error) !== 'catalogue_invalid' || !(error instanceof Error)) throw error
    return error.message
  }
}
