import { isWordEnd } from '../text/match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { parseDecimal } from './decimal.ts'
import { numberTable } from './number-table.ts'
import { matchAt, maxDigits } from './read-numbers.ts'
import { isDigits } from '../text/is-digits.ts'

type UnitLanguage = { readonly code: string; readonly groupMark: string }

/** Numbers with one of these units behind them, "2 kilos", "2kg" and "dos kilos y medio", beside the same numbers without. */
export function withUnits(
  text: string,
  at: number,
  plain: readonly Capture[],
  units: readonly string[],
  language: UnitLanguage,
): readonly Capture[] {
  if (units.length === 0) return plain
  const figures = matchAt(/\d[\d.,]*/y, text, at)
  const glued = figures === null || figures.length > maxDigits ? null : parseDecimal(figures, language.groupMark)
  const numbers = figures === null || glued === null ? plain : [...plain, { end: at + figures.length, value: glued }]
  const found = numbers.flatMap(({ end, value }) =>
    unitsAfter(text, end, units).flatMap((to) => [...halfAfter(text, to, value, language), { end: to, value }]),
  )
  return [...found, ...plain]
}

function unitsAfter(text: string, end: number, units: readonly string[]): readonly number[] {
  const from = text[end] === ' ' ? end + 1 : end
  return units
    .map((unit) => [unit, from + unit.length] as const)
    .flatMap(([unit, to]) => (text.startsWith(unit, from) && isWordEnd(text, to) ? [to] : []))
}

/** "dos kilos y medio" */
function halfAfter(text: string, at: number, value: string, { code }: UnitLanguage): readonly Capture[] {
  const halves = isDigits(value) ? (numberTable(code)?.half ?? []) : []
  return halves.flatMap((half) => {
    const end = at + 1 + half.length
    return text.startsWith(` ${half}`, at) && isWordEnd(text, end) ? [{ end, value: `${value}.5` }] : []
  })
}
