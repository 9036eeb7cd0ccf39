import { nodeSize, op, type Program } from './program.ts'
import type { Trie } from './trie.ts'

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
  readonly node: number
  readonly offset: number
  /** Where a text is after a character; worked out when one first comes. */
  moves: Map<number, readonly Place[]> | null
  /** The step that last reached it. */
  round: number
}

/** The automaton over all templates that is not deterministic: a text is at many places of it at once. */
export type CandidatePlaces = {
  readonly start: () => readonly Place[]
  /** Without the templates that begin with a gap: they have taken what is passed for their own, from the beginning on. */
  readonly startAfterSkipWords: () => readonly Place[]
  /** Every place once. */
  readonly after: (places: readonly Place[], code: number) => readonly Place[]
  /** Whether those are the places that the last `after` has given. */
  readonly areLast: (places: readonly Place[]) => boolean
}

/** How far a text is in a node: it has entered it, or is within it, for which every kind counts from 0 on its own. */
const entered = -1
/** In a gap that has taken something, and so behind it too: every character may be the last of a gap. */
const inGap = 1
/** How far a text is in a range: at its beginning, within digits, or from here on at a place of the trie of words. */
const inDigits = 1
const inWords = 2

export function createCandidatePlaces(program: Program): CandidatePlaces {
  const { nodes, owners, literals, branches, slots, templates, passed } = program
  const places: (Map<number, Place> | undefined)[] = []
  let count = 0
  const reached = new Map<number, readonly number[]>()
  let round = 0
  let last = 0
  return {
    start: () => startOf((kind) => kind !== op.skip),
    startAfterSkipWords: () => startOf((kind) => kind !== op.skip && kind !== op.wildcard && kind !== op.reader),
    after,
    areLast: (each) => each.length === last && each.every((place) => place.round === round),
  }

  function after(each: readonly Place[], code: number): readonly Place[] {
    const found: Place[] = []
    round++
    for (const place of each) {
      if (place.only !== null && place.only !== code) continue
      for (const next of movesOf(place, code)) {
        if (next.round === round) continue
        next.round = round
        found.push(next)
      }
    }
    last = found.length
    return found
  }

  function startOf(isTaken: (kind: number | undefined) => boolean): readonly Place[] {
    const all = templates.flatMap(({ start }) => reachedFrom(start))
    return [...new Set(all)].filter((node) => isTaken(kindOf(node))).map((node) => placeOf(node, 0))
  }

  function movesOf(place: Place, code: number): readonly Place[] {
    const known = place.moves?.get(code)
    if (known !== undefined) return known
    const from = place.offset === entered ? reachedFrom(place.node).map((node) => placeOf(node, 0)) : [place]
    const found = [...new Set(from.flatMap(({ node, offset }) => advance(node, offset, code)))]
    place.moves ??= new Map<number, readonly Place[]>()
    place.moves.set(code, found)
    return found
  }

  function placeOf(node: number, offset: number): Place {
    const known = places[node]?.get(offset)
    if (known !== undefined) return known
    const kind = kindOf(node)
    const made: Place = {
      id: count++,
      template: owners[node] ?? 0,
      isEnd: isEndAt(node, offset),
      only: kind === op.literal && offset >= 0 ? roughOf(node).charCodeAt(offset) : null,
      node,
      offset,
      moves: null,
      round: 0,
    }
    places[node] = (places[node] ?? new Map<number, Place>()).set(offset, made)
    return made
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

  function advance(node: number, offset: number, code: number): readonly Place[] {
    const kind = kindOf(node)
    if (kind === op.literal) {
      const rough = roughOf(node)
      if (rough.charCodeAt(offset) !== code) return []
      return [offset + 1 === rough.length ? enter(nextOf(node)) : placeOf(node, offset + 1)]
    }
    if (isGap(node)) return [placeOf(node, inGap), ...(offset === inGap ? advanceBehindGap(nextOf(node), code) : [])]
    if (kind === op.list || kind === op.range) return advanceList(node, offset, code)
    return kind === op.skip ? advanceTrie(passed?.rough, node, offset, code, 0) : []
  }

  /** A gap takes skip words as it takes all else: those that may follow it lead nowhere else. */
  function advanceBehindGap(next: number, code: number): readonly Place[] {
    return reachedFrom(next)
      .filter((node) => kindOf(node) !== op.skip)
      .flatMap((node) => advance(node, 0, code))
  }

  /** In a trie a place is that of its node; where an entry ends, `op.skip` goes on with itself, for more words may follow. */
  function advanceTrie(trie: Trie | undefined, node: number, offset: number, code: number, before: number): Place[] {
    const child = trie?.nodes[offset]?.children.get(code)
    if (child === undefined) return []
    const behind = kindOf(node) === op.skip ? node : nextOf(node)
    return [
      ...(child.entries.length > 0 ? [enter(behind)] : []),
      ...(child.children.size > 0 ? [placeOf(node, before + child.id)] : []),
    ]
  }

  function advanceList(node: number, offset: number, code: number): readonly Place[] {
    const list = slots[argumentOf(node)]?.list
    if (list?.kind === 'values') return advanceTrie(list.roughTexts, node, offset, code, 0)
    if (list?.kind !== 'range') return []
    const isDigit = offset <= inDigits && code >= 0x30 && code <= 0x39
    const digits = isDigit ? [placeOf(node, inDigits), enter(nextOf(node))] : []
    if (offset === inDigits) return digits
    return [...digits, ...advanceTrie(list.roughWords, node, Math.max(0, offset - inWords), code, inWords)]
  }

  /** The nodes at which a text is that has reached one: those behind it too, where the node needs no character. */
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
