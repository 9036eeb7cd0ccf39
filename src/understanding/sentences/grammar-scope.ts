import type { Block, Grammar, ListSource } from './grammar.ts'
import { parseTemplate } from './parse-template.ts'
import { templateError } from './template-error.ts'
import type { RuleNode, Template } from './template.ts'

/** What the templates of one block can refer to: the block's own rules and lists before the grammar's. */
export type GrammarScope = {
  readonly grammar: Grammar
  /** Equal for blocks without rules of their own, whose values then say the same. */
  readonly rulesKey: object
  readonly list: (name: string) => ListSource | undefined
  /** @throws UserError `catalogue_invalid` when there is no such rule or it is broken. */
  readonly rule: (node: Pick<RuleNode, 'name' | 'column'>, source: string) => Template
}

/** Gives the scope of each block; a rule is parsed once. */
export function createScopes(grammar: Grammar, parse = parseTemplate): (block: Block) => GrammarScope {
  const parsed = new Map<string, Template>()
  return ({ lists = {}, expansion_rules: rules }) => ({
    grammar,
    rulesKey: rules ?? grammar,
    list: (name) => own(lists, name) ?? own(grammar.lists ?? {}, name),
    rule: ({ name, column }, source) => {
      const body = own(rules ?? {}, name) ?? own(grammar.expansion_rules ?? {}, name)
      if (body === undefined) throw templateError(source, column, `there is no rule <${name}>`)
      const known = parsed.get(body)
      if (known !== undefined) return known
      const template = parse(body)
      parsed.set(body, template)
      return template
    },
  })
}

/** A name such as "constructor" must not find what every object has. */
function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
