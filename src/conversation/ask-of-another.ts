import type { Command, Parameter } from '../catalogue/catalogue.ts'
import type { Reading, ValueOf } from '../understanding/reading.ts'
import { periods } from '../understanding/values/dates/days-of-period.ts'
import { draftCommand } from './draft-command.ts'
import { beginDraft } from './drafts.ts'
import type { MessageFacts } from './event.ts'
import { lookAtNumber } from './look-at-number.ts'
import { leadsNowhere } from './resolve-arguments.ts'
import type { Scene } from './scene.ts'
import { isFree, type Draft } from './session.ts'
import type { Step } from './step.ts'

type WhatAbout = Extract<Reading, { kind: 'what-about' }>

/**
 * What was asked last, of something else: of another day, month or choice what only looks, whatever is open; of another thing only
 * while nothing is, but for a look at a number. What changes something is meant only where the same is asked for, and it is previewed. Where nothing was asked
 * that could be meant, a number is the thing to look at; `null` where there is nothing at all.
 */
export function askOfAnother(
  scene: Scene,
  { value, same, free, valueOf }: WhatAbout,
  message: MessageFacts,
): Step | null {
  const { session, context } = scene
  const { repeat } = session
  const command = repeat === null ? undefined : context.catalogue.commands.get(repeat.command)
  const target = command?.intent.target ?? null
  const looks = command?.safety === 'read'
  const other = looks && same !== true ? valueOf?.[command.token] : undefined
  if (repeat !== null && command !== undefined && other !== undefined)
    return draftCommand(scene, draftOfAnother(repeat, command, other, message))
  if (!isFree(session)) return isLook(value, same) ? lookAtNumber(scene, Number(value), message) : null
  if (repeat === null || target === null || !(same === true || looks))
    return isLook(value, same) ? lookAtNumber(scene, Number(value), message) : null
  const { [target]: _before, ...args } = repeat.args
  const draft = beginDraft(repeat.command, message, { raw: { [target]: value }, args })
  const parameter = command?.parameters.find(({ name }) => name === target)
  if (free === true && command !== undefined && parameter !== undefined) {
    const nowhere = leadsNowhere(scene, command, draft, parameter)
    if (typeof nowhere !== 'boolean') return nowhere
    if (nowhere) return null
  }
  return draftCommand(scene, draft)
}

function isLook(value: string, same: WhatAbout['same']): boolean {
  return same !== true && /^\d+$/u.test(value)
}

/** All else stays, but of days, months and periods a value takes the place of all: "last week" that of "yesterday". */
function draftOfAnother(
  repeat: Draft,
  { parameters }: Command,
  { parameter, value, said }: ValueOf,
  message: MessageFacts,
): Draft {
  const isOfTime = parameters.some((each) => each.name === parameter && isTime(each))
  const replaced = parameters.filter((each) => each.name === parameter || (isOfTime && isTime(each)))
  const kept = Object.entries(repeat.args).filter(([name]) => replaced.every((each) => each.name !== name))
  return beginDraft(repeat.command, message, {
    raw: { [parameter]: value },
    args: Object.fromEntries(kept),
    ...(said !== undefined && { said: { [parameter]: said } }),
  })
}

/** A choice of periods is one of time as well. */
function isTime({ type, schema }: Parameter): boolean {
  const { enum: choices } = schema
  const named: readonly unknown[] = periods
  return (
    type === 'date' || type === 'month' || (Array.isArray(choices) && choices.every((each) => named.includes(each)))
  )
}
