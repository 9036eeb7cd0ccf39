import { classifyCharacters, loose } from './char-classes.ts'
import { createCandidatePlaces, nowhere, type Places } from './candidate-places.ts'
import type { Program } from './program.ts'
import { createTransitionTable } from './transition-table.ts'

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

type Limits = {
  readonly states?: number
  readonly places?: number
  /** How many templates are few: more of them make a text dearer that is like others, and cheaper one that is not. */
  readonly few?: number
}

type State = {
  readonly places: Places
  /** Whether few templates are left. */
  readonly isDecided: boolean
  /** The templates that a text fits which ends here; where few are left, those, however the text goes on. `null` until asked for. */
  templates: Int32Array | null
}

/** States: none is left; at the beginning of a text; where skip words before it end. */
const dead = 0
const atStart = 1
const afterSkipWords = 2
const none = new Int32Array(0)
const lost: State = { places: nowhere, isDecided: true, templates: none }

export function createCandidateAutomaton(
  program: Program,
  { states: mostStates = maxStates, places: mostPlaces = maxPlaces, few = fewTemplates }: Limits = {},
): CandidateAutomaton {
  const classes = classifyCharacters(program)
  const transitions = createTransitionTable(classes.count)
  const walk = createCandidatePlaces(program)
  const starts = [stateOf(walk.start()), stateOf(walk.startAfterSkipWords())]
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
    const last = states[state]
    return last === undefined ? none : templatesOf(last)
  }

  function forget(): void {
    transitions.clear()
    walk.forget()
    states = [lost, ...starts]
    byHash = new Map()
    places = starts.reduce((sum, start) => sum + start.places.others.length, 0)
  }

  function follow(from: number, charClass: number, code: number): number {
    const before = states[from]
    if (before === undefined) return dead
    const found = walk.after(before.places, code)
    if (isNowhere(found)) {
      transitions.set(from, charClass, dead)
      return dead
    }
    const hash = hashOf(found)
    const same = byHash.get(hash)?.find((state) => walk.areLast((states[state] ?? lost).places))
    if (same !== undefined) {
      transitions.set(from, charClass, same)
      return same
    }
    const full = states.length >= mostStates || places + found.others.length + walk.remembered() > mostPlaces
    if (full) forget()
    const made = states.push(stateOf(found)) - 1
    places += found.others.length
    byHash.set(hash, [...(byHash.get(hash) ?? []), made])
    if (!full) transitions.set(from, charClass, made)
    return made
  }

  function stateOf(found: Places): State {
    return { places: found, isDecided: templatesLeft(found, few).size <= few, templates: null }
  }

  function templatesOf(state: State): Int32Array {
    state.templates ??= Int32Array.from(
      state.isDecided ? templatesLeft(state.places) : templatesEnded(state.places),
    ).toSorted()
    return state.templates
  }
}

/** Counting ends when they are more than `most`. */
function templatesLeft({ gaps, skips, literals, others }: Places, most = Infinity): ReadonlySet<number> {
  const sets = [gaps.templates, ...skips.map(({ set }) => set.templates), ...(literals ? [literals.templates] : [])]
  const many = sets.find(({ size }) => size > most)
  if (many !== undefined) return many
  const left = new Set(sets.flatMap((each) => [...each]))
  for (const { template } of others) if (left.add(template).size > most) break
  return left
}

function templatesEnded({ gaps, others }: Places): ReadonlySet<number> {
  const all = [...gaps.places, ...others]
  return new Set(all.filter(({ isEnd }) => isEnd).map(({ template }) => template))
}

function union(sets: readonly Int32Array[]): Int32Array {
  return Int32Array.from(new Set(sets.flatMap((each) => [...each]))).toSorted()
}

function isNowhere({ gaps, skips, others }: Places): boolean {
  return others.length === 0 && skips.length === 0 && gaps.places.size === 0
}

/** The same in whatever order the others come. */
function hashOf({ gaps, skips, others }: Places): number {
  const sets = skips.reduce((hash, { at, set }) => mixed(hash, mixed(at.id, set.id)), gaps.id)
  return others.reduce((hash, { id }) => (hash + mixed(id, 1)) | 0, sets)
}

function mixed(one: number, other: number): number {
  return Math.imul(one + other, 0x9e37_79b1)
}
