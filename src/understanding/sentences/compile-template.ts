import { assertNever } from '../../errors.ts'
import { literalPieces } from './literal-pieces.ts'
import { type NeededWords, neededWords } from './needed-words.ts'
import { templateError } from './parse-template.ts'
import type { Slot } from './slot.ts'
import type { RuleNode, SlotNode, Template, TemplateNode } from './template.ts'

/** One place of a compiled template; `next` is the index of the state that follows. */
export type State =
  | { readonly kind: 'literal'; readonly text: string; readonly next: number }
  /** The border between two words, however many blanks the template has there. */
  | { readonly kind: 'space'; readonly next: number }
  | { readonly kind: 'branch'; readonly options: readonly number[] }
  | { readonly kind: 'slot'; readonly name: string; readonly slot: Slot; readonly next: number }
  | { readonly kind: 'end' }

/** A template as a graph without cycles: every rule is put in its place, every state has a number. */
export type Program = { readonly states: readonly State[]; readonly start: number; readonly needed: NeededWords }

/** What a template may refer to. */
export type TemplateScope = {
  readonly rules: ReadonlyMap<string, Template>
  /** What a slot takes; a text says why there is no such slot. */
  readonly slot: (node: SlotNode) => Slot | string
}

const maxStates = 2_000

/**
 * Compiles a template.
 * @throws UserError `catalogue_invalid` for slots and rules that do not exist, rules that use themselves, and templates
 * that grow beyond 2,000 states.
 */
export function compileTemplate(template: Template, scope: TemplateScope): Program {
  const states: State[] = []
  const end = add({ kind: 'space', next: add({ kind: 'end' }) })
  const start = add({ kind: 'space', next: compile(template.root, end, [template]) })
  return { states, start, needed: neededWords(template.root, scope.rules) }

  function add(state: State): number {
    if (states.length >= maxStates) throw templateError(template.source, 1, `it has more than ${maxStates} states`)
    return states.push(state) - 1
  }

  /** States are made from the end to the start, so that each knows what follows it. */
  function compile(node: TemplateNode, next: number, within: readonly Template[]): number {
    switch (node.kind) {
      case 'literal':
        return literal(node.text, next)
      case 'sequence':
        return node.items.reduceRight((after, item) => compile(item, after, within), next)
      case 'choice':
        return add({ kind: 'branch', options: node.options.map((option) => compile(option, next, within)) })
      case 'optional':
        return add({ kind: 'branch', options: [compile(node.item, next, within), next] })
      case 'slot':
        return add({ kind: 'slot', name: node.name, slot: slotOf(node, within), next })
      case 'rule':
        return rule(node, next, within)
      default:
        return assertNever(node)
    }
  }

  function literal(text: string, next: number): number {
    return literalPieces(text).reduceRight(
      (after, piece) =>
        add(piece === ' ' ? { kind: 'space', next: after } : { kind: 'literal', text: piece, next: after }),
      next,
    )
  }

  function slotOf(node: SlotNode, within: readonly Template[]): Slot {
    const slot = scope.slot(node)
    if (typeof slot === 'string') throw templateError(sourceOf(within), node.column, slot)
    return slot
  }

  function rule(node: RuleNode, next: number, within: readonly Template[]): number {
    const found = scope.rules.get(node.name)
    if (found === undefined) throw templateError(sourceOf(within), node.column, `there is no rule <${node.name}>`)
    if (within.includes(found))
      throw templateError(sourceOf(within), node.column, `the rule <${node.name}> uses itself`)
    return compile(found.root, next, [...within, found])
  }

  function sourceOf(within: readonly Template[]): string {
    return within.at(-1)?.source ?? template.source
  }
}
