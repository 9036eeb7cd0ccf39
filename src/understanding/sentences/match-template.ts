import { assertNever } from '../../errors.ts'
import type { Folded } from '../fold-text.ts'
import { isWordEnd, isWordStart, matchLiteral } from '../match-literal.ts'
import { afterWord } from '../phrases.ts'
import type { Program, State } from './compile-template.ts'
import { holdsNeededWords } from './needed-words.ts'
import type { Capture, Slot } from './slot.ts'

/** How a text fits a template, best first: more literal characters, then fewer wildcards, then `reach`. */
export type Match = {
  readonly literals: number
  readonly wildcards: number
  /** Characters in free text less characters in names: the one takes what it can, the other what it must. */
  readonly reach: number
  readonly captures: Captured | null
}

/** The captured values, in the order of the text. */
export type Captured = {
  readonly name: string
  readonly value: string
  /** Where it stands in the folded text. */
  readonly from: number
  readonly to: number
  readonly rest: Captured | null
}

const nothing: Match = { literals: 0, wildcards: 0, reach: 0, captures: null }

/** Below zero when `a` fits better than `b`. */
export function compareMatches(a: Match, b: Match): number {
  return b.literals - a.literals || a.wildcards - b.wildcards || b.reach - a.reach
}

/**
 * The best way in which all of the text fits the template; `null` when it does not. `skips` gives, per place, where the
 * skip words that stand there end. Each pair of state and place is worked out once, so the time is bounded by their
 * number however the template branches.
 */
export function matchTemplate(program: Program, folded: Folded, skips: SkipTable): Match | null {
  const { text } = folded
  if (!holdsNeededWords(program.needed, text)) return null
  const known = new Map<number, Match | null>()
  return best(program.start, 0)

  function best(index: number, at: number): Match | null {
    const key = index * (text.length + 1) + at
    const before = known.get(key)
    if (before !== undefined) return before
    const state = program.states[index]
    let found = state === undefined ? null : enter(state, at)
    for (const end of isWordStart(text, at) ? (skips[at] ?? []) : []) {
      found = better(found, best(index, afterWord(text, end)))
    }
    known.set(key, found)
    return found
  }

  function enter(state: State, at: number): Match | null {
    switch (state.kind) {
      case 'end':
        return at >= text.length ? nothing : null
      case 'space':
        return space(state.next, at)
      case 'branch':
        return state.options.reduce<Match | null>((found, option) => better(found, best(option, at)), null)
      case 'literal':
        return literal(state.text, state.next, at)
      case 'slot':
        return slot(state.name, state.slot, state.next, at)
      default:
        return assertNever(state)
    }
  }

  function space(next: number, at: number): Match | null {
    if (isWordStart(text, at) || at >= text.length) return best(next, at)
    return text[at] === ' ' ? best(next, at + 1) : null
  }

  function literal(wanted: string, next: number, at: number): Match | null {
    const end = matchLiteral(text, at, wanted)
    const rest = end < 0 ? null : best(next, end)
    return rest === null ? null : { ...rest, literals: rest.literals + wanted.length }
  }

  function slot(name: string, wanted: Slot, next: number, at: number): Match | null {
    if (at >= text.length || !isWordStart(text, at)) return null
    if (wanted.kind === 'wildcard') return wildcard(name, wanted, next, at)
    return wanted.read(folded, at).reduce<Match | null>((found, capture) => {
      const rest = best(next, capture.end)
      return better(found, rest === null ? null : withCapture(rest, name, at, capture))
    }, null)
  }

  function wildcard(name: string, wanted: Slot & { kind: 'wildcard' }, next: number, at: number): Match | null {
    let found: Match | null = null
    for (let end = at + 1; end <= text.length; end++) {
      if (!isWordEnd(text, end) && text[end] !== "'") continue
      const rest = best(next, end)
      const value = rest === null ? null : wanted.capture(folded, at, end)
      if (rest === null || value === null) continue
      const reach = rest.reach + (wanted.greedy ? end - at : at - end)
      found = better(found, { ...withCapture(rest, name, at, { end, value }), wildcards: rest.wildcards + 1, reach })
    }
    return found
  }
}

/** Per place of the text, where the skip words that stand there end. */
export type SkipTable = readonly (readonly number[])[]

/** Equal fits keep the first: readers offer the longest first. */
function better(a: Match | null, b: Match | null): Match | null {
  if (a === null || b === null) return a ?? b
  return compareMatches(a, b) <= 0 ? a : b
}

function withCapture(rest: Match, name: string, from: number, { end, value }: Capture): Match {
  return { ...rest, captures: { name, value, from, to: end, rest: rest.captures } }
}
