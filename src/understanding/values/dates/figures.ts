import type { DateExpression, MomentExpression, MonthExpression } from './date-expression.ts'
import { type DateOrder, parseNumericDate, parseNumericMonth } from './numeric-date.ts'

/** Something said from one word on, and the word after it. */
export type Said<T> = { readonly to: number; readonly said: T }

export function numericDate(
  words: readonly string[],
  from: number,
  order: DateOrder,
): readonly Said<Extract<DateExpression, { kind: 'full' }>>[] {
  const word = words[from] ?? ''
  const found = parseNumericDate(word, order)
  if (found === null) return []
  const other = parseNumericDate(word, order === 'day-first' ? 'month-first' : 'day-first')
  const isOpen = other !== null && other.day !== found.day
  return [{ to: from + 1, said: { kind: 'full', ...found, weekday: 0, ...(isOpen ? { figures: true } : {}) } }]
}

export function numericMonth(words: readonly string[], from: number): readonly Said<MonthExpression>[] {
  const found = parseNumericMonth(words[from] ?? '')
  return found === null ? [] : [{ to: from + 1, said: { kind: 'named', ...found } }]
}

/** "2026-11-22T14:30", "2026-11-22T14:30:00-03:00", with a blank for the T as well. */
export function isoMoment(words: readonly string[], from: number): readonly Said<MomentExpression>[] {
  return [1, 2].flatMap((count) => {
    const text = words.slice(from, from + count).join(' ')
    const found = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(z|[+-]\d\d:\d\d)?$/u.exec(text)
    if (found === null || from + count > words.length) return []
    const local = `${found[1] ?? ''}T${found[2] ?? ''}`
    return [{ to: from + count, said: { kind: 'instant', local, offset: found[3]?.toUpperCase() ?? null } as const }]
  })
}
