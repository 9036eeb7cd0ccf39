import { assertNever } from '../../errors.ts'
import type { Captured, Taken } from './captured.ts'
import { skipBlanks } from './compare-units.ts'
import { isWordUnit } from './fold-codes.ts'
import { listHits, type ListHit } from './list-hits.ts'
import { type MatchText, noText } from './prepared-text.ts'
import type { SlotRef, TextList } from './program.ts'
import { rangeHits, splitsNumber } from './range-hits.ts'

/** What a missing or additional accent adds to a weight, above every possible number of literal characters. */
export const accentWeight = 0x10_00_00

/** One way of filling a slot. */
export type Filling = {
  readonly from: number
  readonly to: number
  readonly value: Taken['value']
  readonly weight: number
  /** Whether no blank may be missing before what follows: after numbers in words. */
  readonly endsWord: boolean
  /** The place of the value in its list. */
  readonly order: number
  /** What was taken before it. */
  readonly rest: Captured | null
}

/** Finds what may fill a slot. A list is looked up once per place of a text, however many templates ask. */
export type SlotFillings = {
  readonly begin: (text: MatchText) => void
  readonly at: (ref: SlotRef, from: number, atWordStart: boolean, rest: Captured | null) => readonly Filling[]
}

export function createSlotFillings(): SlotFillings {
  let text = noText
  let hits = new Map<number, readonly ListHit[]>()
  return {
    begin: (next) => {
      text = next
      hits = new Map()
    },
    at: ({ list }, from, atWordStart, rest) => {
      switch (list.kind) {
        case 'values':
          return hitsAt(list, from, atWordStart).map(({ value, end, exact }) => {
            const weight = exact ? 0 : accentWeight
            return { from, to: end, value: list.values[value] ?? null, weight, endsWord: false, order: value, rest }
          })
        case 'range':
          if (rest !== null && isInsideNumber(rest, from)) return []
          return rangeHits(list, text, from).map(({ value, end, worth, digits }) => {
            return { from, to: end, value, weight: worth, endsWord: !digits, order: 0, rest }
          })
        case 'reader': {
          const start = skipBlanks(text.folded, from)
          if (start > from && !atWordStart) return []
          return list.read(text, start).map(({ end, value }) => {
            return { from: start, to: end, value, weight: 0, endsWord: false, order: 0, rest }
          })
        }
        case 'wildcard':
          return []
        default:
          return assertNever(list)
      }
    },
  }

  function hitsAt(list: TextList, at: number, atWordStart: boolean): readonly ListHit[] {
    const key = (list.id * (text.folded.length + 1) + at) * 2 + (atWordStart ? 1 : 0)
    const known = hits.get(key)
    if (known !== undefined) return known
    const found = listHits(list, text, at, atWordStart)
    hits.set(key, found)
    return found
  }

  /** A wildcard before a number ends before all of it. */
  function isInsideNumber(rest: Captured, from: number): boolean {
    return rest.kind === 'taken' && rest.wildcard && rest.to === from && splitsNumber(text.folded, from)
  }
}

/**
 * What may end a wildcard: values in their order, each with all places where it stands, but no number behind one that is
 * said in words. In "pizza one two minutes" nobody means "pizza one".
 */
export function afterWildcard(found: readonly Filling[], folded: string): readonly Filling[] {
  const number = found.find(
    (one) => saysNumber(one) && !isWordUnit(folded, one.from - 1) && !isWordUnit(folded, one.to),
  )
  const possible = number === undefined ? found : found.filter(({ from }) => from <= number.from)
  return possible.toSorted((a, b) => a.order - b.order)
}

function saysNumber({ value, endsWord }: Filling): boolean {
  return endsWord || (typeof value === 'object' && typeof value?.out === 'number')
}
