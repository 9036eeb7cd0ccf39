import { op, type Program } from './program.ts'
import { createTemplatePlaces, type Place } from './template-places.ts'
import type { TrieNode } from './trie.ts'

/** All places at which a text is, each once. */
export type Places = {
  readonly gaps: GapSet
  /** Skip words that a text is within, those that began first first: no two of them began at once. */
  readonly skips: readonly Skipping[]
  readonly others: readonly Place[]
  /** At the beginning of a text; what it says there comes before all else. */
  readonly literals?: FirstLiterals
  /** The skip words that may begin there; worked out when a character first may be the first of one. */
  beginning?: SkipSet | null
}

/**
 * The literals with which templates begin. They are thousands, one character leads on from each, and few of them ever come: so a
 * place is made of one when its character comes.
 */
type FirstLiterals = {
  /** The nodes from which a character leads on, as UTF-16 unit. */
  readonly byCode: ReadonlyMap<number, readonly number[]>
  readonly templates: ReadonlySet<number>
}

/** Within skip words, in every template that may have them there: the words are the same in all. */
type Skipping = { readonly at: TrieNode; readonly set: SkipSet }

type SkipSet = {
  readonly id: number
  readonly templates: ReadonlySet<number>
  /** Where a text is behind a skip word. */
  readonly behind: readonly Place[]
}

/**
 * Gaps that a text is in and will be in to its end. Most places of a text are such ones, and few sets of them come about: what a
 * character makes of a set is worked out once.
 */
export type GapSet = {
  readonly id: number
  readonly places: ReadonlySet<Place>
  readonly templates: ReadonlySet<number>
  readonly leads: Map<number, Places>
}

/** Of a text that fits nothing any more. */
export const nowhere: Places = {
  gaps: { id: 0, places: new Set(), templates: new Set(), leads: new Map() },
  skips: [],
  others: [],
}

/** The automaton over all templates that is not deterministic: a text is at many places of it at once. */
export type CandidatePlaces = {
  readonly start: () => Places
  /** Without the templates that begin with a gap: they have taken what is passed for their own, from the beginning on. */
  readonly startAfterSkipWords: () => Places
  readonly after: (places: Places, code: number) => Places
  /** Whether those are the places that the last `after` has given. */
  readonly areLast: (places: Places) => boolean
  /** How many places are remembered for sets of gaps and of skip words. */
  readonly remembered: () => number
  /** Forgets those sets. */
  readonly forget: () => void
}

export function createCandidatePlaces(program: Program): CandidatePlaces {
  const { owners, templates, passed } = program
  const { placeOf, movesOf, enter, reachedFrom, kindOf, firstOfLiteral } = createTemplatePlaces(program)
  let round = 0
  let gapSets = new Map<string, GapSet>()
  let skipSets = new Map<string, SkipSet>()
  let sets = 0
  let remembered = 0
  let last = nowhere
  const start = startOf()
  return {
    start: () => start,
    startAfterSkipWords: () => ({
      ...start,
      others: start.others.filter(({ node }) => kindOf(node) !== op.wildcard && kindOf(node) !== op.reader),
    }),
    after,
    areLast: ({ gaps, skips, others }) =>
      gaps === last.gaps &&
      others.length === last.others.length &&
      skips.length === last.skips.length &&
      skips.every(({ at, set }, n) => at === last.skips[n]?.at && set === last.skips[n]?.set) &&
      others.every((place) => place.round === round),
    remembered: () => remembered,
    forget: () => {
      gapSets = new Map()
      skipSets = new Map()
      remembered = 0
    },
  }

  function after(before: Places, code: number): Places {
    const { gaps, others: led } = leadsOf(before.gaps, code)
    const others: Place[] = []
    const kept: Place[] = []
    const skips: Skipping[] = []
    round++
    led.forEach(reach)
    for (const node of before.literals?.byCode.get(code) ?? []) movesOf(placeOf(node, 0), code).forEach(reach)
    for (const place of before.others) movesOf(place, code).forEach(reach)
    for (const { at, set } of before.skips) skip(at.children.get(code), set)
    const first = passed?.rough.root.children.get(code)
    if (first !== undefined) skip(first, beginningOf(before))
    last = { gaps: withGaps(gaps, kept), skips, others }
    return last

    function reach(next: Place): void {
      if (next.round === round) return
      next.round = round
      ;(next.isKept ? kept : others).push(next)
    }

    /** More words may follow one that ends. */
    function skip(at: TrieNode | undefined, set: SkipSet | null): void {
      if (at === undefined || set === null) return
      if (at.entries.length > 0) set.behind.forEach(reach)
      if (at.children.size > 0) skips.push({ at, set })
    }
  }

  function beginningOf(at: Places): SkipSet | null {
    if (at.beginning === undefined) at.beginning = skipSetOf(at.others)
    return at.beginning
  }

  function skipSetOf(each: readonly Place[]): SkipSet | null {
    const all = new Set<number>()
    for (const { skips } of each) for (const node of skips) all.add(node)
    if (all.size === 0) return null
    const key = Int32Array.from(all).toSorted().join()
    const known = skipSets.get(key)
    if (known !== undefined) return known
    const set: SkipSet = {
      id: ++sets,
      templates: new Set([...all].map((node) => owners[node] ?? 0)),
      behind: [...all].map(enter),
    }
    skipSets.set(key, set)
    remembered += all.size
    return set
  }

  /** Where a character leads from gaps, beside to themselves. */
  function leadsOf(gaps: GapSet, code: number): Places {
    if (gaps === nowhere.gaps) return nowhere
    const known = gaps.leads.get(code)
    if (known !== undefined) return known
    const next = [...new Set([...gaps.places].flatMap((place) => movesOf(place, code)))]
    const others = next.filter(({ isKept }) => !isKept)
    const kept = next.filter(({ isKept }) => isKept)
    const leads = { gaps: withGaps(gaps, kept), skips: [], others }
    gaps.leads.set(code, leads)
    remembered += others.length
    return leads
  }

  function withGaps(gaps: GapSet, more: readonly Place[]): GapSet {
    if (more.every((place) => gaps.places.has(place))) return gaps
    const all = new Set([...gaps.places, ...more])
    const key = Int32Array.from(all, ({ id }) => id)
      .toSorted()
      .join()
    const known = gapSets.get(key)
    if (known !== undefined) return known
    const made: GapSet = {
      id: ++sets,
      places: all,
      templates: new Set([...all].map(({ template }) => template)),
      leads: new Map<number, Places>(),
    }
    gapSets.set(key, made)
    remembered += all.size
    return made
  }

  function startOf(): Places {
    const byCode = new Map<number, number[]>()
    const begun = new Set<number>()
    const others: Place[] = []
    for (const [template, { start: first }] of templates.entries()) {
      for (const node of reachedFrom(first)) {
        const kind = kindOf(node)
        if (kind === op.literal) {
          const code = firstOfLiteral(node)
          const known = byCode.get(code)
          if (known === undefined) byCode.set(code, [node])
          else known.push(node)
          begun.add(template)
        } else if (kind !== op.skip) others.push(placeOf(node, 0))
      }
    }
    return { ...nowhere, others, literals: { byCode, templates: begun } }
  }
}
