/**
 * What would take a command back: which command, and with which values. The values come from what was asked for, what the
 * preview showed of the world, who asked, and what was done; those that are unknown are asked for, never guessed.
 */
import { judge } from '../../access/judge.ts'
import { knownZone } from '../../access/known-zone.ts'
import type { Command, Parameter, Undo, UndoSource } from '../../catalogue/catalogue.ts'
import { assertNever } from '../../errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json.ts'
import { intentOf } from '../../envelope/build-envelope.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { rawOf } from '../../envelope/file-reference.ts'
import { readArgument } from '../../envelope/read-argument.ts'
import { struck } from '../../envelope/struck.ts'
import { timeProblem } from '../../envelope/time-bounds.ts'
import { canonicalMoment } from '../../understanding/values/dates/canonical.ts'
import { isoInstant } from '../../understanding/values/dates/zoned-time.ts'
import type { CommandRecord } from '../lookup.ts'
import { rowsOf } from './rows-of.ts'
import type { Context } from '../scene.ts'

/** What is known about a command: everything once it was done, everything but the outcome at its preview. */
export type Undoable = Pick<CommandRecord, 'args' | 'intent' | 'facts' | 'actor' | 'lastStep' | 'outcome'>

/** Who would have it undone, and when. */
type Asker = Pick<Context, 'catalogue' | 'person' | 'now'>

/** The command that undoes, and those of its values that are known; `later`: some will be known only once it was done. */
export type UndoPlan = {
  readonly command: Command
  readonly raw: Readonly<Record<string, string>>
  readonly later: boolean
}

/** The undo of a command as it stands; `null` when nothing takes it back. */
export function undoOf({ catalogue }: Pick<Context, 'catalogue'>, command: Command, done: Undoable): UndoPlan | null {
  const { undo } = command
  const undoing = undo === null ? undefined : catalogue.commands.get(undo.command)
  if (undo === null || undoing === undefined) return null
  const values = valuesOf(undo, undoing, done)
  // What the command is about must be known: an undo that asks for its own target would undo nothing in particular.
  const { target } = undoing.intent
  const later = done.outcome === null && Object.values(undo.arguments ?? {}).some(({ from }) => from === 'output')
  if (target !== null && values[target] === undefined && !later) return null
  return { command: undoing, raw: values, later }
}

/** An undo as the ledger would keep it; `made`: what it is about was made by the command that it undoes. */
type KeptUndo = Pick<Envelope, 'intent' | 'args'> & { readonly name: string; readonly made: boolean }

/** The undo of what was done as the ledger would keep it, whoever asks for it and in whatever words. */
export function keptUndoOf(
  { catalogue }: Pick<Context, 'catalogue'>,
  record: Pick<CommandRecord, 'name'> & Undoable,
): KeptUndo | null {
  const command = catalogue.commands.get(record.name)
  const plan = command === undefined ? null : undoOf({ catalogue }, command, record)
  if (plan === null) return null
  const args = readValues(plan)
  const { target } = plan.command.intent
  const kept = plan.command.parameters.filter(({ name, kind }) => kind !== 'file' && args[name] !== undefined)
  return {
    name: plan.command.token,
    intent: intentOf(plan.command, args),
    // A file is kept together with its content, which nobody knows beforehand.
    args: Object.fromEntries(kept.map(({ name }) => [name, args[name] ?? null])),
    made: target !== null && command?.undo?.arguments?.[target]?.from === 'output',
  }
}

/** The undo that is offered to the person, or `null`: only what they may ask for with these values (invariant 6). */
export function offeredUndo(context: Asker, command: Command, done: Undoable): UndoPlan | null {
  const plan = fillableUndo(context, command, done)
  return plan !== null && isWithinRights(context, plan, done) ? plan : null
}

/**
 * The undo of a command if every required value that it takes from elsewhere is known, will be known once the command was
 * done, or can be chosen from what there is, and what is known would be accepted now; otherwise `null`, because nobody remembers
 * such a value. It is still asked for if somebody wants to undo all the same.
 */
export function fillableUndo(context: Asker, command: Command, done: Undoable): UndoPlan | null {
  const plan = undoOf(context, command, done)
  const sources = command.undo?.arguments ?? {}
  const { now, person } = context
  const isLacking = (parameter: Parameter): boolean => {
    const { name, required, type } = parameter
    const source = sources[name]
    if (plan === null || source === undefined) return false
    const raw = plan.raw[name]
    if (raw !== undefined) return timeProblem(parameter, raw, { now, timeZone: person.timeZone }) !== null
    if (source.from === 'output' && done.outcome === null) return false
    return required ? type !== 'choice' : (valueOf(source, done) ?? null) !== null
  }
  return plan === null || plan.command.parameters.some(isLacking) ? null : plan
}

/** Whether the person may have it done with what is known of its values; what is asked for is judged then. */
function isWithinRights({ catalogue: { roles }, person }: Asker, plan: UndoPlan, done: Undoable): boolean {
  const { command } = plan
  const args = readValues(plan)
  const judged = judge({ person, command, args, facts: done.facts, roles })
  if (judged.kind !== 'over-limit') return judged.kind === 'allowed'
  const limited = command.parameters.find(({ name }) => name === judged.parameter)
  return args[judged.parameter] === undefined && (plan.later || limited?.required === true)
}

/** The values of an undo as they would be read. */
function readValues({ command, raw }: UndoPlan): JsonObject {
  const read = command.parameters.flatMap((parameter) => {
    const said = raw[parameter.name]
    const value = said === undefined ? null : readArgument(parameter, said)
    return value?.kind === 'value' ? [[parameter.name, value.value] as const] : []
  })
  return Object.fromEntries(read)
}

/** A command that was just made, before any of it was done. */
export function undoableOf({ args, intent, sayso }: Envelope): Undoable {
  return { args, intent, facts: sayso.facts, actor: sayso.actor, lastStep: '', outcome: null }
}

function valuesOf(undo: Undo, undoing: Command, done: Undoable): Readonly<Record<string, string>> {
  if (undo.arguments === null) {
    const { target } = undoing.intent
    return target === null || done.intent.target === null ? {} : { [target]: done.intent.target.id }
  }
  const { arguments: sources } = undo
  const known = undoing.parameters.flatMap((parameter) => {
    const source = sources[parameter.name]
    const value = source === undefined ? undefined : valueOf(source, done)
    // Words that were struck out are known no more, and their mark is nobody's value.
    if (value === undefined || value === null || value === struck) return []
    const raw = parameter.type === 'datetime' ? momentWhere(done.actor.time_zone, rawOf(value)) : rawOf(value)
    // A value that is not accepted there is asked for: the one role of somebody who had two.
    return readArgument(parameter, raw).kind === 'value' ? [[parameter.name, raw] as const] : []
  })
  return Object.fromEntries(known)
}

/** A moment in UTC, as databases give it, converted to where the person is, as they would say it. */
function momentWhere(timeZone: string, raw: string): string {
  const moment = canonicalMoment(raw)
  return moment?.endsWith('+00:00') === true ? (isoInstant(new Date(moment), knownZone(timeZone)) ?? raw) : raw
}

function valueOf(source: UndoSource, done: Undoable): Json | undefined {
  switch (source.from) {
    case 'args':
      return done.args[source.name]
    case 'facts':
      return columnOf(done.facts[source.entity], source.column)
    case 'actor':
      return done.actor[source.name]
    case 'output':
      return rowsOf(done)[0]?.[source.column]
    default:
      return assertNever(source)
  }
}

function columnOf(row: Json | undefined, column: string): Json | undefined {
  return isJsonObject(row) ? row[column] : undefined
}
