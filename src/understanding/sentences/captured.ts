import type { CompiledValue, SlotRef } from './program.ts'

/** What slots have taken, the last one first. Shared between readings, never changed. */
export type Captured = Taken | OpenWildcard | OpenValue

export type Taken = {
  readonly kind: 'taken'
  readonly slot: string
  readonly capture: boolean
  readonly wildcard: boolean
  /** Where it stands in the matched text, with the blanks around it. */
  readonly from: number
  readonly to: number
  /** The value of a list, a number, or what a reader gave; `null` when the text is the value. */
  readonly value: CompiledValue | number | string | null
  readonly rest: Captured | null
}

/** A wildcard that still takes text. */
export type OpenWildcard = {
  readonly kind: 'wildcard'
  readonly ref: SlotRef
  readonly from: number
  readonly rest: Captured | null
}

/** A value that is matched as a template and whose end is yet to come. */
export type OpenValue = {
  readonly kind: 'value'
  readonly from: number
  readonly atWordStart: boolean
  readonly weight: number
  readonly rest: Captured | null
}

/** Ends the innermost open value: what it took itself stays, and it is taken after that. `null` when it still takes text. */
export function endValue(
  captured: Captured | null,
  end: (open: OpenValue) => Omit<Taken, 'rest'>,
): { readonly open: OpenValue; readonly captured: Captured } | null {
  const inside: Taken[] = []
  let one = captured
  while (one?.kind === 'taken') {
    inside.push(one)
    one = one.rest
  }
  if (one?.kind !== 'value') return null
  const kept = inside.reduceRight<Captured | null>((rest, taken) => ({ ...taken, rest }), one.rest)
  return { open: one, captured: { ...end(one), rest: kept } }
}
