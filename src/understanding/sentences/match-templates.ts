import { isUsedUp } from './clean-text.ts'
import { matchLiteral } from '../text/match-literal.ts'
import { type Captured, endValue, type OpenWildcard, type Taken } from './captured.ts'
import { isWordUnit } from './fold-codes.ts'
import { blank, fitsJoined, sameUnits, skipBlanks } from './compare-units.ts'
import type { Literal } from './literal.ts'
import { type MatchText, noText } from './prepared-text.ts'
import { createPassedPlaces } from './passed-words.ts'
import { nodeSize, op, type Program, type SlotRef } from './program.ts'
import { createSeenPlaces, type SeenPlaces } from './seen-places.ts'
import { accentWeight, afterWildcard, createSlotFillings } from './slot-fillings.ts'

/** One way in which a whole text fits a template. */
export type RawReading = {
  readonly captured: Captured | null
  /** Characters of literal text that matched, and how often an accent was not as in the template. */
  readonly weight: number
}

/** Steps that are taken for a template before places that were seen are remembered, which costs more per step. */
const stepsBeforeMemo = 2_000
const maxReadings = 1_000

/**
 * Matches texts against templates exactly, and finds all readings in the order of the template's choices. The matcher walks
 * the graph with a place in the text and a flag: at the beginning of a word, blanks before the text and before a literal do
 * not count. After a literal that ends in a blank the flag is set, after a list it is what it was before the list.
 */
export type TemplateMatcher = {
  /** Begins with another text; what was found out about the one before is forgotten. */
  readonly begin: (text: MatchText, effort: Effort) => void
  readonly match: (start: number) => readonly RawReading[]
}

/** How many steps are left for a message, counted where branches made remembering necessary. */
export type Effort = { left: number }

export function createTemplateMatcher(program: Program): TemplateMatcher {
  const { nodes, literals, branches, slots, values, passed, ignoreWhitespace } = program
  let text = noText
  let { folded } = text
  const fillings = createSlotFillings()
  const passedPlaces = createPassedPlaces(passed)
  let readings: RawReading[] = []
  let effort: Effort = { left: 0 }
  let steps = 0
  let seen: SeenPlaces | null = null
  return { begin, match }

  function begin(next: MatchText, spends: Effort): void {
    text = next
    folded = next.folded
    fillings.begin(next)
    passedPlaces.begin(folded)
    effort = spends
  }

  function match(start: number): readonly RawReading[] {
    readings = []
    steps = stepsBeforeMemo
    seen = null
    run(start, 0, !ignoreWhitespace, 0, null)
    if (steps >= 0) return readings
    readings = []
    seen = createSeenPlaces()
    run(start, 0, !ignoreWhitespace, 0, null)
    return readings
  }

  function isSpent(): boolean {
    return seen === null ? --steps < 0 : --effort.left < 0 || readings.length >= maxReadings
  }

  /** Whether the end may be reached from a node; every way in which it is reached becomes a reading. */
  function run(node: number, at: number, atWordStart: boolean, weight: number, captured: Captured | null): boolean {
    if (isSpent()) return true
    if (seen === null) return enter(node * nodeSize, at, atWordStart, weight, captured)
    const place = { node, at, atWordStart, weight, captured }
    const before = seen.before(place)
    if (before !== null) return before
    const reached = enter(node * nodeSize, at, atWordStart, weight, captured)
    seen.keep(place, reached)
    return reached
  }

  function enter(place: number, at: number, atWordStart: boolean, weight: number, captured: Captured | null): boolean {
    const argument = nodes[place + 1] ?? 0
    const next = nodes[place + 2] ?? 0
    switch (nodes[place] ?? op.accept) {
      case op.literal:
        return runLiteral(argument, next, at, atWordStart, weight, captured)
      case op.branch:
        return runBranch(argument, at, atWordStart, weight, captured)
      case op.accept:
        return accept(at, weight, captured)
      case op.skip:
        return runSkip(next, at, atWordStart, weight, captured)
      case op.open:
        return runOpen(next, at, atWordStart, weight, captured)
      case op.close:
        return runClose(argument, next, at, weight, captured)
      default:
        return at < folded.length && runSlot(argument, next, at, atWordStart, weight, captured)
    }
  }

  /** Skip words leave the place as it was before them: at the end of a word, or at the beginning of one. */
  function runSkip(next: number, at: number, atWordStart: boolean, weight: number, captured: Captured | null): boolean {
    let reached = run(next, at, atWordStart, weight, captured)
    if (captured?.kind === 'wildcard') return reached
    for (const after of passedPlaces.from(at)) if (run(next, after, atWordStart, weight, captured)) reached = true
    return reached
  }

  function runBranch(
    branch: number,
    at: number,
    atWordStart: boolean,
    weight: number,
    captured: Captured | null,
  ): boolean {
    const options = branches[branch]
    if (options === undefined) return false
    let reached = false
    for (const option of options) if (run(option, at, atWordStart, weight, captured)) reached = true
    return reached
  }

  function runLiteral(
    index: number,
    next: number,
    at: number,
    atWordStart: boolean,
    weight: number,
    captured: Captured | null,
  ): boolean {
    const literal = literals[index]
    if (literal === undefined) return false
    if (captured?.kind === 'wildcard') return runToLiteral(index, next, at, atWordStart, weight, captured)
    const wanted = atWordStart ? literal.bare : literal.whole
    const from = atWordStart ? skipBlanks(folded, at) : at
    const end = from + wanted.length
    if (folded.startsWith(wanted, from)) {
      return run(next, end, literal.endsInBlank, weight + literal.worth + misfit(literal, end), captured)
    }
    const loose = literal.hasApostrophe || text.hasApostrophe ? matchLiteral(folded, from, wanted) : -1
    if (loose > 0) return run(next, loose, literal.endsInBlank, weight + literal.worth, captured)
    if (wanted === ' ' && skipBlanks(folded, at) >= folded.length) return run(next, at, atWordStart, weight, captured)
    if (!text.hasJoiners || !fitsJoined(folded, from, wanted)) return false
    return run(next, end, atWordStart, weight + misfit(literal, end), captured)
  }

  /** What other accents than those of the template weigh. */
  function misfit({ bare, accented, hasAccents }: Literal, end: number): number {
    const compares = hasAccents || text.hasAccents
    return !compares || sameUnits(text.accented, end - bare.length, end, accented, 0) ? 0 : accentWeight
  }

  /** The literal ends the wildcard: every place where it stands is tried, the shortest capture first. */
  function runToLiteral(
    index: number,
    next: number,
    at: number,
    atWordStart: boolean,
    weight: number,
    open: OpenWildcard,
  ): boolean {
    const literal = literals[index]
    if (literal === undefined) return false
    const wanted = atWordStart ? literal.bare : literal.whole
    const from = atWordStart ? skipBlanks(folded, at) : at
    if (wanted.trim() === '') return run(next, from, !ignoreWhitespace, weight, open)
    let reached = false
    for (const end of placesOf(literal, wanted, from + 1)) {
      const taken = takeTo(open, end)
      if (taken !== null && runLiteral(index, next, end, !ignoreWhitespace, weight, taken)) reached = true
    }
    return reached
  }

  function* placesOf({ hasApostrophe }: Literal, wanted: string, from: number): Generator<number> {
    if (hasApostrophe || text.hasApostrophe) {
      for (let at = from; at < folded.length; at++) if (matchLiteral(folded, at, wanted) > 0) yield at
    } else for (let at = folded.indexOf(wanted, from); at > 0; at = folded.indexOf(wanted, at + 1)) yield at
  }

  /** The wildcard with what it took; `null` when that is nothing, or when a word would be cut that must not be. */
  function takeTo({ ref, from, rest }: OpenWildcard, to: number): Captured | null {
    const cuts = ref.closesWord && !ignoreWhitespace && isWordUnit(folded, to - 1) === isWordUnit(folded, to)
    if (cuts && folded.charCodeAt(to - 1) !== blank) return null
    return takenBy({ ref, from }, to, rest)
  }

  function runSlot(
    index: number,
    next: number,
    at: number,
    atWordStart: boolean,
    weight: number,
    captured: Captured | null,
  ): boolean {
    const ref = slots[index]
    if (ref === undefined) return false
    if (ref.list.kind === 'wildcard') {
      if (captured?.kind === 'wildcard') return runSideBySide(ref, next, at, weight, captured)
      return run(next, at, atWordStart, weight, { kind: 'wildcard', ref, from: at, rest: captured })
    }
    const found =
      captured?.kind === 'wildcard'
        ? afterWildcard(
            placesAfter(captured, at).flatMap(({ from, rest }) => fillings.at(ref, from, !ignoreWhitespace, rest)),
            folded,
          )
        : fillings.at(ref, at, atWordStart, captured)
    const { slot, capture } = ref
    let reached = false
    for (const { from, to, value, rest, weight: added, endsWord } of found) {
      const taken: Captured = { kind: 'taken', slot, capture, wildcard: false, from, to, value, rest }
      if (run(next, to, atWordStart && !endsWord, weight + added, taken)) reached = true
    }
    return reached
  }

  /** Of two wildcards side by side nobody could tell where the first one ends, unless it refuses some ends itself. */
  function runSideBySide(ref: SlotRef, next: number, at: number, weight: number, open: OpenWildcard): boolean {
    if (open.ref.list.kind !== 'wildcard' || open.ref.list.takes === null) return false
    let reached = false
    for (const { from, rest } of placesAfter(open, at)) {
      if (run(next, from, true, weight, { kind: 'wildcard', ref, from, rest })) reached = true
    }
    return reached
  }

  /** Every place where a wildcard may end. */
  function placesAfter(open: OpenWildcard, at: number): readonly { from: number; rest: Captured }[] {
    const places: { from: number; rest: Captured }[] = []
    for (let from = at + 1; from < folded.length; from++) {
      const rest = folded.charCodeAt(from) === blank || isSpent() ? null : takeTo(open, from)
      if (rest !== null) places.push({ from, rest })
    }
    return places
  }

  function runOpen(next: number, at: number, atWordStart: boolean, weight: number, captured: Captured | null): boolean {
    if (captured?.kind !== 'wildcard') {
      return run(next, at, atWordStart, weight, { kind: 'value', from: at, atWordStart, weight, rest: captured })
    }
    let reached = false
    for (const { from, rest } of placesAfter(captured, at)) {
      const open: Captured = { kind: 'value', from, atWordStart, weight, rest }
      if (run(next, from, !ignoreWhitespace, weight, open)) reached = true
    }
    return reached
  }

  /** Literals of a value are worth nothing; other accents weigh what they weigh everywhere. */
  function runClose(index: number, next: number, at: number, weight: number, captured: Captured | null): boolean {
    const ref = values[index]
    if (ref === undefined) return false
    const { slot, capture, value } = ref
    const ended = endValue(captured, ({ from }) => {
      return { kind: 'taken', slot, capture, wildcard: false, from, to: at, value }
    })
    if (ended === null) return false
    const { open } = ended
    const misfits = Math.floor((weight - open.weight) / accentWeight) * accentWeight
    return run(next, at, open.atWordStart, open.weight + misfits, ended.captured)
  }

  function accept(at: number, weight: number, captured: Captured | null): boolean {
    const all = captured?.kind === 'wildcard' ? takeRest(captured) : captured
    if (captured?.kind === 'wildcard' ? all === null : !isUsedUp(text.text, at)) return false
    readings.push({ captured: all, weight })
    return true
  }

  function takeRest({ ref, from, rest }: OpenWildcard): Captured | null {
    return takenBy({ ref, from }, folded.length, rest)
  }

  function takenBy({ ref, from }: Pick<OpenWildcard, 'ref' | 'from'>, to: number, rest: Captured | null): Taken | null {
    const { slot, capture, list } = ref
    if (skipBlanks(folded, from) >= to) return null
    if (list.kind === 'wildcard' && list.takes !== null && !list.takes(text, from, to)) return null
    return { kind: 'taken', slot, capture, wildcard: true, from, to, value: null, rest }
  }
}
