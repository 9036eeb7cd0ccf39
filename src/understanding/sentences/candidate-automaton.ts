import { classifyCharacters, loose } from './char-classes.ts'
import { nodeSize, op, type Program } from './program.ts'
import { createTransitionTable } from './transition-table.ts'
import type { Trie } from './trie.ts'

/**
 * Finds the templates that a text may fit, in one pass over the text however many templates there are: a deterministic
 * automaton over all of them, whose states are worked out when a text first needs them. It is rough in one direction: case,
 * accents, blanks, hyphens and punctuation do not count, a range takes any digits, a wildcard anything. So it may name too
 * many templates but never too few, and what it names is then looked at closely.
 */
export type CandidateAutomaton = {
  /** The places of the templates in the program, ascending. */
  readonly candidates: (folded: string) => Int32Array
}

/** When no more templates than these are left, the rest of the text is for a close look at them. */
const fewTemplates = 4
/** When there are more states, all are forgotten. */
const maxStates = 30_000
/** The same for the places that the states remember. */
const maxPlaces = 3_000_000

/** A place of the automaton that was not made deterministic is a node and how far the text is in it. */
const maxOffset = 0x10_00_00
/** How far a text is in a range: at its beginning, within digits, or from here on at a place of the trie of words. */
const inDigits = 1
const inWords = 2

type Limits = {
  readonly states?: number
  readonly places?: number
  /** How many templates are few: more of them make a text dearer that is like others, and cheaper one that is not. */
  readonly few?: number
}

type State = {
  readonly places: Float64Array
  /** The templates that a text fits which ends here; where few are left, those, however the text goes on. */
  readonly templates: Int32Array
  readonly isDecided: boolean
}

/** States: none is left; at the beginning of a text; where skip words before it end. */
const dead = 0
const atStart = 1
const afterSkipWords = 2
const none = new Int32Array(0)

export function createCandidateAutomaton(
  program: Program,
  { states: mostStates = maxStates, places: mostPlaces = maxPlaces, few = fewTemplates }: Limits = {},
): CandidateAutomaton {
  const classes = classifyCharacters(program)
  const transitions = createTransitionTable(classes.count)
  const step = createStep(program)
  const starts = [stateOf(step.start()), stateOf(step.startAfterSkipWords())]
  let states: State[] = []
  let byHash = new Map<number, number[]>()
  let places = 0
  return { candidates }

  function candidates(folded: string): Int32Array {
    if (states.length === 0) forget()
    const found = templatesFrom(folded, 0, atStart)
    const later = endsOfSkipWords(folded).map((at) => templatesFrom(folded, at, afterSkipWords))
    return later.every(({ length }) => length === 0) ? found : union([found, ...later])
  }

  /**
   * Where skip words end with which a text begins. What follows them is then read as if it began there: were they gone through in
   * the templates, a text of them would be in the beginning of every template at once, with every character.
   */
  function endsOfSkipWords(folded: string): readonly number[] {
    const beginnings = [0]
    for (const from of beginnings) {
      let node = program.passed?.rough.root
      for (let at = from; at < folded.length && node !== undefined; at++) {
        const code = folded.charCodeAt(at)
        if (classes.of(code) === loose) continue
        node = node.children.get(code)
        if (node !== undefined && node.entries.length > 0 && !beginnings.includes(at + 1)) beginnings.push(at + 1)
      }
    }
    return beginnings.slice(1)
  }

  function templatesFrom(folded: string, from: number, start: number): Int32Array {
    let state = start
    for (let at = from; at < folded.length; at++) {
      const code = folded.charCodeAt(at)
      const charClass = classes.of(code)
      if (charClass === loose) continue
      const known = transitions.get(state, charClass)
      state = known < 0 ? follow(state, charClass, code) : known
      const reached = states[state]
      if (reached === undefined || reached.isDecided) break
    }
    return states[state]?.templates ?? none
  }

  function forget(): void {
    transitions.clear()
    states = [{ places: new Float64Array(0), templates: none, isDecided: true }, ...starts]
    byHash = new Map()
    places = starts.reduce((sum, start) => sum + start.places.length, 0)
  }

  function follow(from: number, charClass: number, code: number): number {
    const before = states[from]
    if (before === undefined) return dead
    const found = step.after(before.places, code)
    if (found.length === 0) {
      transitions.set(from, charClass, dead)
      return dead
    }
    const hash = hashOf(found)
    const same = byHash.get(hash)?.find((state) => equal(states[state]?.places, found))
    if (same !== undefined) {
      transitions.set(from, charClass, same)
      return same
    }
    const full = states.length >= mostStates || places + found.length > mostPlaces
    if (full) forget()
    const made = states.push(stateOf(found)) - 1
    places += found.length
    byHash.set(hash, [...(byHash.get(hash) ?? []), made])
    if (!full) transitions.set(from, charClass, made)
    return made
  }

  function stateOf(found: Float64Array): State {
    const left = new Set<number>()
    const ended = new Set<number>()
    for (const place of found) {
      const node = Math.floor(place / maxOffset)
      const template = program.owners[node] ?? 0
      left.add(template)
      if (program.nodes[node * nodeSize] === op.accept) ended.add(template)
    }
    const isDecided = left.size <= few
    return { places: found, templates: Int32Array.from(isDecided ? left : ended).toSorted(), isDecided }
  }
}

/** The rough comparison itself, on sets of places. */
function createStep({ nodes, literals, branches, slots, templates, passed }: Program): {
  readonly start: () => Float64Array
  /** What begins with a gap has taken them for its own, from the beginning on. */
  readonly startAfterSkipWords: () => Float64Array
  readonly after: (places: Float64Array, code: number) => Float64Array
} {
  const entries = new Map<number, readonly number[]>()
  return {
    start: () => startOf((kind) => kind !== op.skip),
    startAfterSkipWords: () => startOf((kind) => kind !== op.skip && kind !== op.wildcard && kind !== op.reader),
    after: (places, code) => {
      const found: number[] = []
      for (const place of places) advance(Math.floor(place / maxOffset), place % maxOffset, code, found)
      return sorted(found)
    },
  }

  function startOf(isTaken: (kind: number | undefined) => boolean): Float64Array {
    const all = templates.flatMap(({ start }) => entriesOf(start))
    return sorted(all.filter((place) => isTaken(nodes[Math.floor(place / maxOffset) * nodeSize])))
  }

  function advance(node: number, offset: number, code: number, found: number[]): void {
    const kind = nodes[node * nodeSize] ?? op.accept
    const argument = nodes[node * nodeSize + 1] ?? 0
    const next = nodes[node * nodeSize + 2] ?? 0
    if (kind === op.literal) {
      const { rough } = literals[argument] ?? { rough: '' }
      if (rough.charCodeAt(offset) !== code) return
      if (offset + 1 === rough.length) enter(next, found)
      else found.push(placeOf(node, offset + 1))
    } else if (kind === op.wildcard || kind === op.reader) {
      found.push(placeOf(node, 0))
      enter(next, found)
    } else if (kind === op.list || kind === op.range) advanceList(node, offset, code, found)
    else if (kind === op.skip) advanceTrie(passed?.rough, node, offset, code, node, found)
  }

  function advanceTrie(
    trie: Trie | undefined,
    node: number,
    offset: number,
    code: number,
    next: number,
    found: number[],
  ): void {
    const child = trie?.nodes[offset]?.children.get(code)
    if (child === undefined) return
    if (child.entries.length > 0) enter(next, found)
    if (child.children.size > 0) found.push(placeOf(node, child.id))
  }

  function advanceList(node: number, offset: number, code: number, found: number[]): void {
    const list = slots[nodes[node * nodeSize + 1] ?? 0]?.list
    const next = nodes[node * nodeSize + 2] ?? 0
    if (list?.kind === 'values') advanceTrie(list.roughTexts, node, offset, code, next, found)
    else if (list?.kind === 'range') {
      if (offset <= inDigits && code >= 0x30 && code <= 0x39) {
        found.push(placeOf(node, inDigits))
        enter(next, found)
      }
      const child =
        offset === inDigits ? undefined : list.roughWords.nodes[Math.max(0, offset - inWords)]?.children.get(code)
      if (child === undefined) return
      if (child.entries.length > 0) enter(next, found)
      if (child.children.size > 0) found.push(placeOf(node, inWords + child.id))
    }
  }

  function enter(node: number, found: number[]): void {
    for (const place of entriesOf(node)) found.push(place)
  }

  /** The places at which a text is that has reached a node: those behind it too, where the node needs no character. */
  function entriesOf(node: number): readonly number[] {
    const known = entries.get(node)
    if (known !== undefined) return known
    const found: number[] = []
    const seen = new Set<number>()
    const open = [node]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (seen.has(one)) continue
      seen.add(one)
      const kind = nodes[one * nodeSize] ?? op.accept
      const argument = nodes[one * nodeSize + 1] ?? 0
      if (kind === op.branch) open.push(...(branches[argument] ?? []))
      else if (passes(kind, argument)) open.push(nodes[one * nodeSize + 2] ?? 0)
      if (kind !== op.branch && kind !== op.open && kind !== op.close) found.push(placeOf(one, 0))
    }
    entries.set(node, found)
    return found
  }

  function passes(kind: number, argument: number): boolean {
    if (kind === op.literal) return literals[argument]?.rough === ''
    const list = kind === op.list || kind === op.range ? slots[argument]?.list : undefined
    if (list?.kind === 'values') return list.roughTexts.root.entries.length > 0
    return kind === op.skip || kind === op.open || kind === op.close || kind === op.wildcard || kind === op.reader
  }
}

function union(sets: readonly Int32Array[]): Int32Array {
  return Int32Array.from(new Set(sets.flatMap((each) => [...each]))).toSorted()
}

function placeOf(node: number, offset: number): number {
  return node * maxOffset + offset
}

function sorted(found: readonly number[]): Float64Array {
  const all = Float64Array.from(found).toSorted()
  let kept = 0
  for (let at = 0; at < all.length; at++) if (at === 0 || all[at] !== all[at - 1]) all[kept++] = all[at] ?? 0
  return all.slice(0, kept)
}

function hashOf(places: Float64Array): number {
  let hash = places.length
  for (const place of places) hash = (Math.imul(hash, 31) + (place % 0x7fff_ffff)) | 0
  return hash
}

function equal(one: Float64Array | undefined, other: Float64Array): boolean {
  return one?.length === other.length && one.every((place, at) => place === other[at])
}
