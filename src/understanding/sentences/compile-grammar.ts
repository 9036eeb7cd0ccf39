import { UserError } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Block, Grammar } from './grammar.ts'
import { compileTemplate } from './compile-template.ts'
import { createLists } from './grammar-lists.ts'
import { createScopes } from './grammar-scope.ts'
import { createProgramBuilder } from './program-builder.ts'
import { parseTemplate } from './parse-template.ts'
import { compilePassedWords } from './passed-words.ts'
import type { CompiledBlock, CompiledTemplate, Program } from './program.ts'
import type { Template } from './template.ts'

/** More templates are refused. */
const maxTemplates = 50_000

/** How templates are written. */
export type Dialect = {
  /** @throws UserError `catalogue_invalid` naming the column. */
  readonly parse: (source: string) => Template
  /** What a chunk of literal text says when texts are compared. */
  readonly spell: (chunk: string) => string
}

const hassil: Dialect = { parse: parseTemplate, spell: (chunk) => chunk }

/**
 * Compiles a grammar.
 * @throws UserError `catalogue_invalid` for templates that are broken, and for lists and rules that do not exist.
 */
export function compileGrammar(grammar: Grammar, dialect: Dialect = hassil): Program {
  const { ignore_whitespace: ignoreWhitespace = false, skip_in_place: inPlace = false } = grammar.settings ?? {}
  const passed = inPlace ? compilePassedWords(grammar.skip_words ?? []) : null
  const builder = createProgramBuilder({ ignoreWhitespace, passed, spell: dialect.spell })
  const scopeOf = createScopes(grammar, dialect.parse)
  const lists = createLists(grammar)
  const templates: CompiledTemplate[] = []
  for (const [intent, { data }] of Object.entries(grammar.intents)) {
    for (const block of data) {
      const scope = scopeOf(block)
      const compiled = compileBlock(block)
      for (const sentence of block.sentences) {
        if (templates.length >= maxTemplates) {
          throw new UserError('catalogue_invalid', `The grammar has more than ${maxTemplates} sentence templates`)
        }
        const graph = compileTemplate(dialect.parse(sentence), {
          scope,
          lists,
          builder,
          block: compiled,
          index: templates.length,
        })
        templates.push({ source: sentence, intent, block: compiled, ...graph })
      }
    }
  }
  return { ...builder.finish(), templates }
}

function compileBlock(block: Block): CompiledBlock {
  const requires: JsonObject = block.requires_context ?? {}
  const excludes: JsonObject = block.excludes_context ?? {}
  const slots: Readonly<Record<string, Json>> = block.slots ?? {}
  return {
    slots,
    requires,
    excludes,
    hasContext: Object.keys(requires).length + Object.keys(excludes).length > 0,
    metadata: block.metadata ?? null,
    response: block.response ?? null,
  }
}
