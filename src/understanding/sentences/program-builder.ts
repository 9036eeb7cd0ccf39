import { createLiteral, type Literal } from './literal.ts'
import type { PassedWords } from './passed-words.ts'
import { op, type Program, type SlotRef, type ValueRef } from './program.ts'

/** Makes the nodes of a program, from the end of each template to its start; what is equal is made once. */
export type ProgramBuilder = {
  readonly literal: (text: string, next: number) => number
  readonly branch: (options: readonly number[]) => number
  readonly slot: (ref: SlotRef, next: number) => number
  readonly open: (next: number) => number
  readonly close: (ref: ValueRef, next: number) => number
  /** Begins a template, which makes its end. */
  readonly accept: (template: number) => number
  /** How many nodes lie on the longest way from a node to the end. */
  readonly depth: (node: number) => number
  readonly finish: () => Omit<Program, 'templates'>
}

/** More nodes than a map can hold, and as many kinds of them as `op` may have: a node is told by one whole number. */
const most = 2 ** 24
const kinds = 2 ** 4

const slotOps = { values: op.list, range: op.range, wildcard: op.wildcard, reader: op.reader } as const

/** How a program is made. */
export type ProgramStyle = {
  readonly ignoreWhitespace: boolean
  /** Whether skip words may stand before everything that takes text. */
  readonly passed: PassedWords | null
  /** What a chunk of literal text says; nothing where it only holds what texts lose. */
  readonly spell: (chunk: string) => string
}

export function createProgramBuilder({ ignoreWhitespace, passed, spell }: ProgramStyle): ProgramBuilder {
  const nodes: number[] = []
  const owners: number[] = []
  const depths: number[] = []
  let owner = 0
  const known = new Map<number, number>()
  const literals: Literal[] = []
  const literalsByText = new Map<string, number>()
  const spelt = new Map<string, string>()
  const branches: Int32Array[] = []
  const branchesByTargets = new Map<string, number>()
  const slots: SlotRef[] = []
  const values: ValueRef[] = []
  return {
    literal: (chunk, next) => {
      // Rules stand in many templates, so their words come again and again.
      const text = spelt.get(chunk) ?? spell(chunk)
      spelt.set(chunk, text)
      if (text === '') return next
      const index = indexOf(literalsByText, text, () => literals.push(createLiteral(text, ignoreWhitespace)) - 1)
      return passing(add(op.literal, index, next))
    },
    branch: (options) => {
      const targets = [...new Set(options)]
      const [only] = targets
      if (targets.length === 1 && only !== undefined) return only
      const index = indexOf(branchesByTargets, targets.join(), () => branches.push(Int32Array.from(targets)) - 1)
      return add(op.branch, index, -1, 1 + Math.max(0, ...targets.map((target) => depths[target] ?? 0)))
    },
    slot: (ref, next) => {
      const node = add(slotOps[ref.list.kind], slots.push(ref) - 1, next)
      // A wildcard takes skip words too, or leaves them out itself.
      return ref.list.kind === 'wildcard' ? node : passing(node)
    },
    open: (next) => add(op.open, 0, next),
    close: (ref, next) => add(op.close, values.push(ref) - 1, next),
    accept: (template) => {
      owner = template
      // It ends in a node of its own, so nothing in it is equal to anything in another.
      known.clear()
      branchesByTargets.clear()
      return passing(add(op.accept, template, -1))
    },
    depth: (node) => depths[node] ?? 0,
    finish: () => ({
      nodes: Int32Array.from(nodes),
      owners: Int32Array.from(owners),
      literals,
      branches,
      slots,
      values,
      passed,
      ignoreWhitespace,
    }),
  }

  function passing(node: number): number {
    return passed === null ? node : add(op.skip, 0, node)
  }

  function add(kind: number, argument: number, next: number, depth = 1 + (depths[next] ?? 0)): number {
    return indexOf(known, ((next + 1) * most + argument) * kinds + kind, () => {
      nodes.push(kind, argument, next)
      owners.push(owner)
      return depths.push(depth) - 1
    })
  }
}

function indexOf<Key>(known: Map<Key, number>, key: Key, make: () => number): number {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  known.set(key, made)
  return made
}
