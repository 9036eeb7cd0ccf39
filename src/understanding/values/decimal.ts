import { recall } from '../../recall.ts'

/** The character that parts thousands in a region (BCP 47). */
export const groupMarkOf = recall(
  (region) => new Intl.NumberFormat(region).formatToParts(1_234_567).find((part) => part.type === 'group')?.value ?? '',
)

/**
 * A decimal as people type it, with `.` as the only separator left: "1,234.50", "1.234,50", "10,50". One separator
 * before exactly three digits parts thousands where it is the region's `groupMark`, and is a decimal mark elsewhere.
 * `null` when it is no number.
 */
export function parseDecimal(text: string, groupMark: string): string | null {
  if (!/^-?(?:\d[\d.,]*)?[.,]?\d+$/.test(text)) return null
  const mark = decimalMark(text, groupMark)
  const parts = mark === null ? [text] : [text.slice(0, text.lastIndexOf(mark)), text.slice(text.lastIndexOf(mark) + 1)]
  const whole = withoutGroups(parts[0] ?? '')
  const fraction = parts[1]
  if (whole === null) return null
  return fraction === undefined ? whole : `${whole}.${fraction}`
}

/**
 * Whether an amount with two decimals at most may be two numbers, one a thousand times the other: "1.000" and "1,000". The language
 * or the currency tells which; nothing else does.
 */
export function isTwoNumbers(text: string): boolean {
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)
}

function decimalMark(text: string, groupMark: string): string | null {
  const marks = text.replace(/[^.,]/g, '')
  const last = marks.at(-1)
  if (last === undefined) return null
  if (marks.length > 1) return new Set(marks).size === 1 ? null : last
  return last === groupMark && isTwoNumbers(text) ? null : last
}

/** Each three figures, or in South Asia each two but the last three: "1.234.567", "12,34,567". */
const grouped = /^-?(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/u

function withoutGroups(whole: string): string | null {
  if (/^-?\d+$/.test(whole)) return whole
  if (/^-?$/.test(whole)) return `${whole}0`
  return grouped.test(whole) ? whole.replace(/[.,]/g, '') : null
}
