import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { asId } from '../../envelope/as-id.ts'
import type { WhatAbout } from '../../understanding/reading.ts'
import { isDigits } from '../../understanding/text/is-digits.ts'
import type { ValueOf } from '../../understanding/value-of.ts'
import { addMonths, civilDate, isoDate } from '../../understanding/values/dates/civil-date.ts'
import { periods } from '../../understanding/values/dates/days-of-period.ts'
import { draftCommand } from '../previews/draft-command.ts'
import { addAlike } from '../waiting/add-alike.ts'
import { beginDraft } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import { lookAtNumber } from '../waiting/look-at-number.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import type { Scene } from '../scene.ts'
import { isFree, type Draft } from '../session.ts'
import type { Step } from '../step.ts'

/**
 * Asks what was asked last about something else ("what about 206?"). A read can be asked for another day, month or choice
 * whatever is open; for another thing only while nothing is open, except that a number can always be looked at. A change is
 * meant only if the person asks for the same, or for one more of what is open ("and 205"), and it is previewed. If no earlier request can be meant, a number is the thing
 * to look at; `null` when there is nothing at all.
 */
export function askOfAnother(
  scene: Scene,
  { value, idOf = [], same, free, asValue, more }: WhatAbout,
  message: MessageFacts,
): Step | null {
  const { session, context } = scene
  const added = more === true ? addAlike(scene, { value, idOf }, message) : null
  if (added !== null) return added
  const { repeat } = session
  const command = repeat === null ? undefined : context.catalogue.commands.get(repeat.command)
  const target = command?.intent.target ?? null
  const looks = command?.safety === 'read'
  const other = looks && same !== true ? asValue?.[command.token] : undefined
  if (repeat !== null && command !== undefined && other !== undefined)
    return draftCommand(scene, draftOfAnother(repeat, command, other, message))
  if (!isFree(session)) return isLook(value, same) ? lookAtNumber(scene, Number(value), message) : null
  if (repeat === null || target === null || !(same === true || looks))
    return isLook(value, same) ? lookAtNumber(scene, Number(value), message) : null
  const { [target]: _before, ...args } = repeat.args
  const parameter = command?.parameters.find(({ name }) => name === target)
  const isId = idOf.includes(parameter?.entity ?? '') || (isDigits(value) && repeat.byNumber?.includes(target) === true)
  const raw = isId ? asId(value) : value
  const draft = beginDraft(repeat.command, message, { raw: { [target]: raw }, args })
  if (free === true && command !== undefined && parameter !== undefined) {
    const nowhere = whetherNowhere(scene, command, draft, parameter)
    if (nowhere.kind === 'needs') return nowhere
    if (nowhere.kind === 'yes') return null
  }
  return draftCommand(scene, draft)
}

function isLook(value: string, same: WhatAbout['same']): boolean {
  return same !== true && isDigits(value)
}

/**
 * Everything else stays, except that a day, month or period replaces all values of time: "last week" replaces "yesterday".
 */
function draftOfAnother(
  repeat: Draft,
  { parameters }: Command,
  { parameter, value, said, anyMonth }: ValueOf,
  message: MessageFacts,
): Draft {
  const before = repeat.args[parameter]
  const meant = anyMonth === true && typeof before === 'string' ? nearestOf(value, before) : value
  const isOfTime = parameters.some((each) => each.name === parameter && isTime(each))
  const replaced = parameters.filter((each) => each.name === parameter || (isOfTime && isTime(each)))
  const kept = Object.entries(repeat.args).filter(([name]) => replaced.every((each) => each.name !== name))
  return beginDraft(repeat.command, message, {
    raw: { [parameter]: meant },
    args: Object.fromEntries(kept),
    ...(said !== undefined && { said: { [parameter]: said } }),
  })
}

/** The day of that number which is nearest to another one: behind 25 December, "and the 27th" is the 27th of December. */
function nearestOf(day: string, other: string): string {
  const asked = new Date(other)
  if (!/^\d{4}-\d\d-\d\d$/u.test(day) || Number.isNaN(asked.getTime())) return day
  const days = [-1, 0, 1].flatMap((months) => {
    const first = { year: asked.getUTCFullYear(), month: asked.getUTCMonth() + 1, day: 1 }
    const { year, month } = addMonths(first, months) ?? first
    return civilDate(year, month, Number(day.slice(-2))) ?? []
  })
  const distance = (date: string) => Math.abs(Date.parse(date) - asked.getTime())
  return days.map(isoDate).toSorted((a, b) => distance(a) - distance(b))[0] ?? day
}

/** A choice of periods is a value of time too. */
function isTime({ type, schema }: Parameter): boolean {
  const { enum: choices } = schema
  const named: readonly unknown[] = periods
  return (
    type === 'date' || type === 'month' || (Array.isArray(choices) && choices.every((each) => named.includes(each)))
  )
}
