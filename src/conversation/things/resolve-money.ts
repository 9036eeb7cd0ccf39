/**
 * Sums that are in the currency of a thing, or a share of what there is of it: their value is known once the thing has been
 * found. From then on they are numbers, and those are what is shown and confirmed.
 */
import type { Parameter } from '../../catalogue/catalogue.ts'
import { currencyColumnOf, currencyOf, wholeColumnOf } from '../../envelope/money-amount.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { cellOf, type ThingColumn } from '../../envelope/thing-column.ts'
import { jsonText, type JsonObject } from '../../json.ts'
import { moneyText, parseMoney, type Money } from '../../understanding/values/money-text.ts'
import { hundredthsOf, isShare } from '../../understanding/values/share.ts'
import type { Because, One, Thing } from './resolve-one.ts'

export function isMoneyOfThing(parameter: Parameter): boolean {
  return (currencyColumnOf(parameter) ?? wholeColumnOf(parameter)) !== null
}

/** @param facts the rows that were found so far, by entity */
export function resolveMoney(parameter: Parameter, raw: string, facts: JsonObject): One {
  const currency = currencyOf(parameter) ?? currencyIn(currencyColumnOf(parameter), facts)
  const whole = wholeColumnOf(parameter)
  const text = raw.trim()
  if (whole !== null && currency !== null && isShare(text)) return resolveShare(parameter, text, whole, currency, facts)
  const normalised = normaliseArgument(parameter, text, currency)
  if (normalised.kind === 'value') return normalised
  const { problem, limit = '' } = normalised
  const column = currencyColumnOf(parameter)
  return problem === 'other_currency' && column !== null
    ? because({ kind: 'other-currency', currency: limit, thing: thingOf(column, facts) })
    : because({ kind: 'invalid', problem, limit })
}

/** A share of what there is of the thing; if nobody knows how much that is, the person is asked for the sum. */
function resolveShare(
  parameter: Parameter,
  share: string,
  column: ThingColumn,
  currency: string,
  facts: JsonObject,
): One {
  const there = jsonText(cellOf(column, facts) ?? null)
  if (/^(?:-.*|0(?:\.0*)?)$/u.test(there)) return because({ kind: 'nothing-left', thing: thingOf(column, facts) })
  const whole = parseMoney(moneyText(asWritten(there), currency) ?? '')
  if (whole === null) return because({ kind: 'missing' })
  const normalised = normaliseArgument(parameter, shareOf(whole, share), currency)
  if (normalised.kind === 'value') return normalised
  return because({ kind: 'invalid', problem: normalised.problem, limit: normalised.limit ?? '' })
}

/** A column may say more decimals than people write: "120.0000". */
function asWritten(there: string): string {
  return there.includes('.') ? there.replace(/0+$/u, '').replace(/\.$/u, '') : there
}

/** Rounded down to what there are coins for. */
function shareOf({ amount }: Money, share: string): string {
  const [whole = '', cents = ''] = amount.split('.')
  const part = String((BigInt(`${whole}${cents}`) * hundredthsOf(share)) / 100n).padStart(cents.length + 1, '0')
  return cents === '' ? part : `${part.slice(0, -cents.length)}.${part.slice(-cents.length)}`
}

function currencyIn(column: ThingColumn | null, facts: JsonObject): string | null {
  const found = column === null ? undefined : cellOf(column, facts)
  return typeof found === 'string' && /^[A-Z]{3}$/u.test(found) ? found : null
}

function thingOf({ entity }: ThingColumn, facts: JsonObject): Thing {
  return { entity, id: jsonText(cellOf({ entity, column: 'id' }, facts) ?? null) }
}

function because(why: Because): One {
  return { kind: 'because', because: why }
}
