import { isDeepStrictEqual } from 'node:util'
import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { type NormalisedArgument, normaliseArgument } from '../../envelope/normalise-argument.ts'
import type { FreeCorrection, ValueCorrection } from '../../understanding/correction-reading.ts'
import { clockReadings, isClockType } from '../../understanding/values/clock-values.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import { isDayAlone } from '../../understanding/values/day-alone.ts'
import { parseMoney } from '../../understanding/values/money-text.ts'
import { isText } from '../things/is-text.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import type { Option } from '../waiting/among-waiting.ts'

/** What is said in place of what is open, or was done. */
export type Corrects = ValueCorrection | FreeCorrection

type Named = Option['value']

/**
 * Only what was said can be corrected; the target comes first, and free text last because it accepts anything. A name
 * corrects the target if things of its kind are found by name.
 */
export function correctedOptions(
  { context }: Pick<Scene, 'context'>,
  command: Command,
  draft: Draft,
  { values, of, not }: Pick<Corrects, 'of' | 'not'> & { readonly values: readonly Named[] },
): readonly Option[] {
  const { target } = command.intent
  const [first] = values
  const called = command.parameters.find(({ name }) => name === of)
  if (called !== undefined && first !== undefined) return [{ parameter: called, value: first }]
  const said = command.parameters
    .filter(({ name }) => draft.args[name] !== undefined)
    .toSorted(
      (a, b) =>
        Number(b.name === target) - Number(a.name === target) || Number(a.type === 'text') - Number(b.type === 'text'),
    )
  const fits = (parameter: Parameter, { correction, as, for: only = parameter.name }: Named) =>
    only === parameter.name &&
    (as === undefined || as === parameter.type || (as === 'file' && isNewName(parameter))) &&
    (isClockType(parameter.type) ? clockReadings(correction) : [correction]).every(
      // Of a moment the time is asked for where only the day, or a part of it, is another one.
      (each) => (isMoment(parameter) && isDayAlone(each)) || isUsable(normaliseArgument(parameter, each)),
    )
  const fitting = said.flatMap((parameter) =>
    values.filter((value) => fits(parameter, value)).map((value) => ({ parameter, value })),
  )
  const wrong = fitting.filter(({ parameter }) => isCurrentValue(parameter, draft, not))
  const named = targetOf({ context }, command, draft)
  if (fitting.length > 0) return wrong.length > 0 ? wrong : fitting
  // Nothing is called "8 reais".
  const mayBeName = first !== undefined && (first.as === undefined || !isNumber(first.as))
  return named === null || !mayBeName ? fitting : [{ parameter: named, value: first }]
}

/** Whether it is a value, or a sum of which only the currency has to be asked for: "$205" is no order of that number. */
function isUsable(read: NormalisedArgument): boolean {
  return read.kind === 'value' || read.problem === 'no_currency' || read.problem === 'other_currency'
}

/** Whether this is the current value: 30 in "not 30, 35". */
export function isCurrentValue(parameter: Parameter, { args }: Draft, said: string | undefined): boolean {
  const current = args[parameter.name]
  const currency = parameter.type === 'money' && typeof current === 'string' ? parseMoney(current)?.currency : undefined
  const value = said === undefined ? null : normaliseArgument(parameter, said, currency ?? null)
  return value?.kind === 'value' && isDeepStrictEqual(value.value, current)
}

/** The target that was named, if things of its kind are found by name. */
function targetOf(
  { context }: Pick<Scene, 'context'>,
  { intent, parameters }: Command,
  { args }: Draft,
): Parameter | null {
  const target = parameters.find(({ name }) => name === intent.target && args[name] !== undefined)
  const entity = target?.entity ?? null
  return target !== undefined && entity !== null && context.catalogue.entities.get(entity)?.byName != null
    ? target
    : null
}

function isMoment({ type }: Parameter): boolean {
  return type === 'datetime'
}

/** A text that a command cannot do without may be the name that a file is to get. */
function isNewName(parameter: Parameter): boolean {
  return isText(parameter) && parameter.required
}
