import { templateError } from './template-error.ts'
import type { RangeSource } from './grammar.ts'
import type { ListNode } from './template.ts'

/** A longer run of digits is no number, in characters. */
export const maxDigits = 30

/** Whether a number is one of a range; with fractions every whole number has its decimal parts, the last one too. */
export function isInRange({ from, to, step = 1, fractions }: RangeSource, value: number): boolean {
  const whole = Math.floor(value)
  if (whole < from || whole > to || (whole - from) % step !== 0) return false
  if (value === whole) return true
  const tenths = Math.round((value - whole) * 10)
  if (Number((whole + tenths / 10).toFixed(1)) !== value) return false
  return fractions === 'tenths' || (fractions === 'halves' && tenths === 5)
}

/** What a number of a range is as a slot's value. */
export function rangeValue({ multiplier = 1 }: RangeSource, value: number): number {
  return value * multiplier
}

/** The range that `{0..100,5:slot}` spells; `null` when the name is no range. */
export function inlineRange(node: ListNode, source: string): RangeSource | null {
  const found = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:,(\d{1,9}))?$/.exec(node.list.replaceAll(/\s/gu, ''))
  if (found === null) return null
  const [from, to, step] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 1)]
  if (from > to) throw templateError(source, node.column, `the range {${node.list}} ends before it begins`)
  if (step === 0) throw templateError(source, node.column, `the range {${node.list}} has no steps`)
  if (node.slot === node.list) throw templateError(source, node.column, `the range {${node.list}} names no slot`)
  return { from, to, step }
}
