import { nodeSize, op, type Program } from './program.ts'
import type { Trie, TrieNode } from './trie.ts'

/**
 * Where in a template a text is: at a node, and how far in it. A place `entered` stands for all that begin there, so that a gap
 * in a template, which every character may end, is one place and not as many as can follow it.
 */
export type Place = {
  readonly id: number
  /** An index into `templates` of the program. */
  readonly template: number
  /** Whether a text fits the template that ends here. */
  readonly isEnd: boolean
  /** The only character that leads on, as UTF-16 unit; `null` where there are several. */
  readonly only: number | null
  /** Whether a text stays there whatever comes: within a gap. */
  readonly isKept: boolean
  readonly node: number
  readonly offset: number
  /** The node of a trie that says which characters lead on; `null` where it is no trie that does. */
  readonly within: TrieNode | null
  /** The places from which a character leads on: where it stands for several, and those behind a gap. */
  readonly begins: readonly Place[] | null
  /** The characters that lead on from those; `null` where only a closer look can tell. */
  readonly first: ReadonlySet<number> | null
  /** The nodes of skip words that may begin there. */
  readonly skips: readonly number[]
  /** Where a text is after a character that leads on; worked out when one first comes. */
  moves: Map<number, readonly Place[]> | null
  /** The step that last reached it. */
  round: number
}

/** The places of all templates, made as texts come to them. */
export type TemplatePlaces = {
  /** At a node, so far in it. */
  readonly placeOf: (node: number, offset: number) => Place
  /** Where a text is that has come to a node. */
  readonly enter: (node: number) => Place
  /** Where a character leads to from a place; from a gap only beside to itself. */
  readonly movesOf: (place: Place, code: number) => readonly Place[]
  /** The nodes at which a text is that has reached one: those behind it too, where the node needs no character. */
  readonly reachedFrom: (start: number) => readonly number[]
  /** `op` of a node. */
  readonly kindOf: (node: number) => number
  /** The character with which a literal begins, as UTF-16 unit. */
  readonly firstOfLiteral: (node: number) => number
}

/** How far a text is in a node: it has entered it, or is within it, for which every kind counts from 0 on its own. */
const entered = -1
/** In a gap that has taken something, and so behind it too: every character may be the last of a gap. */
const inGap = 1
/** How far a text is in a range: at its beginning, within digits, or from here on at a place of the trie of words. */
const inDigits = 1
const inWords = 2
const noCharacter = -1
const none: readonly never[] = []

export function createTemplatePlaces(program: Program): TemplatePlaces {
  const { nodes, owners, literals, branches, slots } = program
  /** By node and offset, from `entered` on. */
  const places: (Place | undefined)[][] = []
  let count = 0
  const reached = new Map<number, readonly number[]>()
  return { placeOf, enter, movesOf, reachedFrom, kindOf, firstOfLiteral: (node) => roughOf(node).charCodeAt(0) }

  function movesOf(place: Place, code: number): readonly Place[] {
    if (!mayTake(place, code)) return none
    const known = place.moves?.get(code)
    if (known !== undefined) return known
    const found =
      place.begins === null
        ? advance(place, code)
        : place.begins.flatMap((each) => (mayTake(each, code) ? advance(each, code) : none))
    const moves = found.length > 1 ? [...new Set(found)] : found
    place.moves ??= new Map<number, readonly Place[]>()
    place.moves.set(code, moves)
    return moves
  }

  /** Whether a character leads on, as far as that can be told at once: most places are left by most characters. */
  function mayTake({ only, within, first }: Place, code: number): boolean {
    if (only !== null) return only === code
    if (within !== null) return within.children.has(code)
    return first === null || first.has(code)
  }

  function placeOf(node: number, offset: number): Place {
    const known = places[node]?.[offset - entered]
    if (known !== undefined) return known
    const isKept = offset === inGap && isGap(node)
    const begins = isKept ? beginsAt(nextOf(node)) : offset === entered ? beginsAt(node) : null
    const made: Place = {
      id: count++,
      template: owners[node] ?? 0,
      isEnd: isEndAt(node, offset),
      only: onlyAt(node, offset),
      isKept,
      within: offset === entered ? null : (trieOf(node)?.nodes[offset] ?? null),
      begins,
      first: begins === null ? null : firstOf(begins),
      skips: offset === entered ? reachedFrom(node).filter((each) => kindOf(each) === op.skip) : none,
      node,
      offset,
      moves: null,
      round: 0,
    }
    ;(places[node] ??= [])[offset - entered] = made
    return made
  }

  /** But for skip words: a gap takes them as it takes all else, and elsewhere a text is within them in all templates at once. */
  function beginsAt(start: number): readonly Place[] {
    const begin = reachedFrom(start).filter((node) => kindOf(node) !== op.skip)
    return begin.map((node) => placeOf(node, 0))
  }

  function firstOf(begins: readonly Place[]): ReadonlySet<number> | null {
    const codes = new Set<number>()
    for (const { only, within } of begins) {
      if (only === null && within === null) return null
      if (only !== null) codes.add(only)
      for (const code of within?.children.keys() ?? []) codes.add(code)
    }
    return codes
  }

  function onlyAt(node: number, offset: number): number | null {
    if (offset === entered) return null
    const kind = kindOf(node)
    if (kind === op.accept) return noCharacter
    return kind === op.literal ? roughOf(node).charCodeAt(offset) : null
  }

  /** What says which characters a node takes, where it is a trie alone. */
  function trieOf(node: number): Trie | undefined {
    const list = kindOf(node) === op.list ? slots[argumentOf(node)]?.list : undefined
    return list?.kind === 'values' ? list.roughTexts : undefined
  }

  function isEndAt(node: number, offset: number): boolean {
    const isBehind = offset === inGap && isGap(node)
    if (!isBehind && offset !== entered) return kindOf(node) === op.accept
    return reachedFrom(isBehind ? nextOf(node) : node).some((one) => kindOf(one) === op.accept)
  }

  function enter(node: number): Place {
    const [first, ...more] = reachedFrom(node)
    return first !== undefined && more.length === 0 ? placeOf(first, 0) : placeOf(node, entered)
  }

  /** From a place that stands for no others. */
  function advance({ node, offset }: Place, code: number): readonly Place[] {
    const kind = kindOf(node)
    if (kind === op.literal)
      return [offset + 1 === roughOf(node).length ? enter(nextOf(node)) : placeOf(node, offset + 1)]
    if (isGap(node)) return [placeOf(node, inGap)]
    if (kind === op.range) return advanceRange(node, offset, code)
    return advanceTrie(trieOf(node), node, offset, code, 0)
  }

  /** In a trie a place is that of its node. */
  function advanceTrie(trie: Trie | undefined, node: number, offset: number, code: number, before: number): Place[] {
    const child = trie?.nodes[offset]?.children.get(code)
    if (child === undefined) return []
    return [
      ...(child.entries.length > 0 ? [enter(nextOf(node))] : []),
      ...(child.children.size > 0 ? [placeOf(node, before + child.id)] : []),
    ]
  }

  function advanceRange(node: number, offset: number, code: number): readonly Place[] {
    const list = slots[argumentOf(node)]?.list
    if (list?.kind !== 'range') return none
    const isDigit = offset <= inDigits && code >= 0x30 && code <= 0x39
    const digits = isDigit ? [placeOf(node, inDigits), enter(nextOf(node))] : []
    if (offset === inDigits) return digits
    return [...digits, ...advanceTrie(list.roughWords, node, Math.max(0, offset - inWords), code, inWords)]
  }

  function reachedFrom(start: number): readonly number[] {
    const known = reached.get(start)
    if (known !== undefined) return known
    const found: number[] = []
    const seen = new Set<number>()
    const open = [start]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      const kind = kindOf(node)
      if (kind === op.branch) open.push(...(branches[argumentOf(node)] ?? []))
      else if (needsNothing(node)) open.push(nextOf(node))
      if (kind !== op.branch && kind !== op.open && kind !== op.close) found.push(node)
    }
    reached.set(start, found)
    return found
  }

  function needsNothing(node: number): boolean {
    const kind = kindOf(node)
    if (kind === op.literal) return roughOf(node) === ''
    const list = kind === op.list || kind === op.range ? slots[argumentOf(node)]?.list : undefined
    if (list?.kind === 'values') return list.roughTexts.root.entries.length > 0
    return kind === op.skip || kind === op.open || kind === op.close || isGap(node)
  }

  function isGap(node: number): boolean {
    const kind = kindOf(node)
    return kind === op.wildcard || kind === op.reader
  }

  function kindOf(node: number): number {
    return nodes[node * nodeSize] ?? op.accept
  }

  function argumentOf(node: number): number {
    return nodes[node * nodeSize + 1] ?? 0
  }

  function nextOf(node: number): number {
    return nodes[node * nodeSize + 2] ?? 0
  }

  function roughOf(node: number): string {
    return literals[argumentOf(node)]?.rough ?? ''
  }
}
