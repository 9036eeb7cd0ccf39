/**
 * "20 thousand", then "no, 25": who speaks in thousands leaves the word out of what they put right. Twenty-five itself would be
 * less than a hundredth of what was said, so both are offered.
 */
import { moneyText, parseMoney } from '../../understanding/values/money-text.ts'
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
  const after = before === null ? null : inThousands(value.correction)
  if (before === null || after === null || before < thousand) return [option]
  const amount = numberOf(after) ?? 0
  const isLikely = amount < before * likely && amount * likely > before
  return isLikely ? [option, { parameter, value: { ...value, correction: after } }] : [option]
}

/** A number, or a sum, times a thousand; `null` for one that nobody says in thousands: "25.50" is to the cent. */
function inThousands(said: string): string | null {
  const [, number, currency] = /^(\d{1,3}(?:\.[1-9](?! ))?)(?:\.00)?(?: ([A-Z]{3}))?$/u.exec(said) ?? []
  if (number === undefined) return null
  const after = String(Math.round(Number(number) * thousand))
  return currency === undefined ? after : moneyText(after, currency)
}

function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  const amount = parseMoney(value)?.amount ?? value
  return /^\d+(?:\.\d+)?$/u.test(amount) ? Number(amount) : null
}
