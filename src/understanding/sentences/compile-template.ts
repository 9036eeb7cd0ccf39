import { assertNever } from '../../errors.ts'
import type { JsonObject } from '../../json.ts'
import { fitsRequired, isExcluded } from './context.ts'
import { countSetters } from './context-setters.ts'
import type { ListSource } from './grammar.ts'
import type { GrammarLists } from './grammar-lists.ts'
import type { GrammarScope } from './grammar-scope.ts'
import { inlineRange } from './number-range.ts'
import type { CompiledBlock, CompiledTemplate } from './program.ts'
import type { ProgramBuilder } from './program-builder.ts'
import { edgeOf } from './template-edge.ts'
import { templateError } from './template-error.ts'
import type { ListNode, RuleNode, Template, TemplateNode } from './template.ts'

/** Rules stand in their places, so what looks short may be long. */
const maxParts = 10_000
/** Matching goes one call deeper per node, so this also bounds the stack. */
const maxDepth = 1_000

type Job = {
  readonly scope: GrammarScope
  readonly lists: GrammarLists
  readonly builder: ProgramBuilder
  readonly block: CompiledBlock
  /** The place of the template in the program. */
  readonly index: number
}

/**
 * Adds a template to a program.
 * @throws UserError `catalogue_invalid` for lists and rules that do not exist, rules that use themselves, and templates
 * that grow beyond 10,000 parts or 1,000 in a row.
 */
export function compileTemplate(
  template: Template,
  { scope, lists, builder, block, index }: Job,
): Pick<CompiledTemplate, 'start' | 'edge' | 'fixedKeys'> {
  let parts = 0
  const setters = settersOf(template, block, scope, lists)
  const start = compile(template.root, builder.accept(index), [template])
  const fixedKeys = [...setters].flatMap(([key, count]) => (count === 0 ? [key] : []))
  return { start, edge: edgeOf(template.root, scope.grammar), fixedKeys }

  function compile(node: TemplateNode, next: number, within: readonly Template[]): number {
    if (++parts > maxParts) throw templateError(template.source, 1, `with its rules it has more than ${maxParts} parts`)
    if (builder.depth(next) > maxDepth) {
      throw templateError(template.source, 1, `with its rules it has more than ${maxDepth} parts in a row`)
    }
    switch (node.kind) {
      case 'chunk':
        return builder.literal(node.text, next)
      case 'sequence':
        return node.items.reduceRight((after, item) => compile(item, after, within), next)
      case 'choice':
        return builder.branch(node.options.map((option) => compile(option, next, within)))
      case 'permutation':
        return anyOrder(node.items, next, within)
      case 'list':
        return list(node, next, within)
      case 'rule':
        return inner(scope.rule(node, sourceOf(within)), node, next, within)
      default:
        return assertNever(node)
    }
  }

  /** What is left is the same whichever order the items before it came in, so it is compiled once. */
  function anyOrder(items: readonly TemplateNode[], next: number, within: readonly Template[]): number {
    const known = new Map<number, number>([[0, next]])
    return rest((1 << items.length) - 1)

    function rest(left: number): number {
      const made = known.get(left)
      if (made !== undefined) return made
      const options = items.flatMap((item, at) =>
        (left & (1 << at)) === 0 ? [] : [compile(item, rest(left & ~(1 << at)), within)],
      )
      const node = builder.branch(options)
      known.set(left, node)
      return node
    }
  }

  function inner(
    found: Template,
    { name, column }: Pick<RuleNode, 'name' | 'column'>,
    next: number,
    within: readonly Template[],
  ): number {
    if (within.includes(found)) throw templateError(sourceOf(within), column, `"${name}" uses itself`)
    return compile(found.root, next, [...within, found])
  }

  function list(node: ListNode, next: number, within: readonly Template[]): number {
    const { slot, capture, closesWord } = node
    const source = listOf(node, scope, sourceOf(within))
    if (!('values' in source)) return builder.slot({ slot, capture, closesWord, list: lists.other(source) }, next)
    const texts = lists.texts(source, scope, takes)
    if (texts !== null) return builder.slot({ slot, capture, closesWord, list: texts }, next)
    const possible = lists.values(source, scope).filter(({ compiled }) => takes(compiled.context))
    return builder.branch(
      possible.map(({ compiled, template: said }) => {
        const end = builder.close({ slot, capture, value: compiled }, next)
        return builder.open(inner(said, { name: node.list, column: node.column }, end, within))
      }),
    )
  }

  /** Whether a value with this context can be part of a match. */
  function takes(context: JsonObject | null): boolean {
    if (context === null) return true
    return Object.entries(context).every(([key, value]) => {
      if ((setters.get(key) ?? Infinity) > 1) return true
      const required = block.requires[key]
      const excluded = block.excludes[key]
      if (required !== undefined && !fitsRequired(required, value, key)) return false
      return excluded === undefined || !isExcluded(excluded, value, key)
    })
  }

  function sourceOf(within: readonly Template[]): string {
    return within.at(-1)?.source ?? template.source
  }
}

function settersOf(
  template: Template,
  { requires, excludes }: CompiledBlock,
  scope: GrammarScope,
  lists: GrammarLists,
): ReadonlyMap<string, number> {
  const keys = new Set([...Object.keys(requires), ...Object.keys(excludes)])
  return new Map([...keys].map((key) => [key, countSetters(template, key, scope, lists)]))
}

function listOf(node: ListNode, scope: GrammarScope, source: string): ListSource {
  const found = scope.list(node.list)
  if (found !== undefined) return found
  const range = inlineRange(node, source)
  if (range === null) throw templateError(source, node.column, `there is no list {${node.list}}`)
  return { range }
}
