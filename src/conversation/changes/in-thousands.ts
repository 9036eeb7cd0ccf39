/**
 * "20 thousand", then "no, 25": who speaks in thousands leaves the word out of what they put right. Twenty-five itself would be
 * less than a hundredth of what was said, so both are offered.
 */
import { parseMoney } from '../../understanding/values/money-text.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import type { Json } from '../../json.ts'
import type { Option } from '../waiting/among-waiting.ts'
import type { Draft } from '../session.ts'

const thousand = 1000
/** How many times more or less than before thousands may be: nobody puts ten thousand right with a million. */
const likely = 10

/** An option, and behind it the same number of thousands where it may be so meant. */
export function withThousands({ args }: Draft, option: Option): readonly Option[] {
  const { parameter, value } = option
  const before = isNumber(parameter.type) && parameter.entity === null ? numberOf(args[parameter.name]) : null
  // "25.50" is to the cent.
  if (before === null || before < thousand || !/^\d{1,3}(?:\.[1-9])?$/u.test(value.correction)) return [option]
  const after = Math.round(Number(value.correction) * thousand)
  const isLikely = after < before * likely && after * likely > before
  return isLikely ? [option, { parameter, value: { ...value, correction: String(after) } }] : [option]
}

function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value
  const money = typeof value === 'string' ? parseMoney(value) : null
  return money === null ? null : Number(money.amount)
}
