import { createLiteral, type Literal } from './literal.ts'
import type { PassedWords } from './passed-words.ts'
import { nodeSize, op, type Program, type SlotRef, type ValueRef } from './program.ts'

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
  const nodes = growingNodes()
  /** The first node of each template. */
  const firsts: number[] = []
  let first = 0
  // Those of the template that is being made, counted from its first.
  const depths: number[] = []
  /** The last node that leads to each, and the one before that which leads there too: they are few, so they are looked through. */
  const lastTo: number[] = []
  const earlier: number[] = []
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
      return passing(find(op.literal, index, next) ?? add(op.literal, index, next))
    },
    branch: (options) => {
      const targets = [...new Set(options)]
      const [only] = targets
      if (targets.length === 1 && only !== undefined) return only
      return indexOf(branchesByTargets, targets.join(), () => {
        const deepest = Math.max(0, ...targets.map(depthOf))
        return add(op.branch, branches.push(Int32Array.from(targets)) - 1, -1, 1 + deepest)
      })
    },
    slot: (ref, next) => {
      const node = add(slotOps[ref.list.kind], slots.push(ref) - 1, next)
      // A wildcard takes skip words too, or leaves them out itself.
      return ref.list.kind === 'wildcard' ? node : passing(node)
    },
    open: (next) => add(op.open, 0, next),
    close: (ref, next) => add(op.close, values.push(ref) - 1, next),
    accept: (template) => {
      // It ends in a node of its own, so nothing in it is equal to anything in another.
      first = nodes.count()
      firsts[template] = first
      for (const each of [depths, lastTo, earlier]) each.length = 0
      branchesByTargets.clear()
      return passing(add(op.accept, template, -1))
    },
    depth: depthOf,
    finish: () => ({
      nodes: nodes.all(),
      owners: ownersOf(firsts, nodes.count()),
      literals,
      branches,
      slots,
      values,
      passed,
      ignoreWhitespace,
    }),
  }

  function passing(node: number): number {
    return passed === null ? node : (find(op.skip, 0, node) ?? add(op.skip, 0, node))
  }

  function depthOf(node: number): number {
    return depths[node - first] ?? 0
  }

  /** The node that is so already. */
  function find(kind: number, argument: number, next: number): number | null {
    for (let at = lastTo[next - first] ?? -1; at >= 0; at = earlier[at] ?? -1) {
      if (nodes.is(first + at, kind, argument)) return first + at
    }
    return null
  }

  function add(kind: number, argument: number, next: number, depth = 1 + depthOf(next)): number {
    const at = depths.push(depth) - 1
    const isLed = next >= first
    lastTo.push(-1)
    earlier.push(isLed ? (lastTo[next - first] ?? -1) : -1)
    if (isLed) lastTo[next - first] = at
    nodes.push(kind, argument, next)
    return first + at
  }
}

/** Numbers in an array of their own size: there are tens of thousands, and a start waits for them. */
function growingNodes() {
  let numbers = new Int32Array(2 ** 16)
  let length = 0
  return {
    count: () => length / nodeSize,
    all: () => numbers.slice(0, length),
    is: (node: number, kind: number, argument: number) =>
      numbers[node * nodeSize] === kind && numbers[node * nodeSize + 1] === argument,
    push: (kind: number, argument: number, next: number) => {
      if (length + nodeSize > numbers.length) {
        const larger = new Int32Array(numbers.length * 2)
        larger.set(numbers)
        numbers = larger
      }
      numbers[length++] = kind
      numbers[length++] = argument
      numbers[length++] = next
    },
  }
}

function ownersOf(firsts: readonly number[], count: number): Int32Array {
  const owners = new Int32Array(count)
  for (const [template, first] of firsts.entries()) owners.fill(template, first, firsts[template + 1] ?? count)
  return owners
}

function indexOf<Key>(known: Map<Key, number>, key: Key, make: () => number): number {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  known.set(key, made)
  return made
}
