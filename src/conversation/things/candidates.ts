import { mayGive } from '../../access/may-give.ts'
import type { EntityRow, Parameter } from '../../catalogue/catalogue.ts'
import { isDayAlone, withoutPart } from '../../understanding/values/day-alone.ts'
import { askedParameter } from './asked-parameter.ts'
import { inOwnPlaces } from './in-own-places.ts'
import { capitalised } from '../render/capitalised.ts'
import { choiceName } from '../render/choice-name.ts'
import { labelOf } from '../render/show-columns.ts'
import { showTyped } from '../render/show-typed.ts'
import { showValue } from '../render/show-value.ts'
import { momentOfRow } from './moment-of-row.ts'
import type { Ask } from './resolve-arguments.ts'
import type { Context } from '../scene.ts'
import type { Candidate, Question } from '../session.ts'

/**
 * What can be picked by number: what was found, or those values of a choice that the person may give; none for any other
 * value.
 */
export function candidatesOf({ catalogue, locale, person }: Context, question: Question): readonly Candidate[] {
  if (question.kind === 'choice') return question.candidates
  const parameter = askedParameter({ catalogue }, question)
  const values = parameter?.schema['enum']
  if (!Array.isArray(values)) return []
  const ids = values.map(String)
  const open =
    parameter?.schema['role'] === true ? ids.filter((role) => mayGive({ person, role, roles: catalogue.roles })) : ids
  return open.map((id) => ({ id, label: capitalised(locale, choiceName(locale, id)) }))
}

export function candidateOf(context: Context, { entity }: Pick<Parameter, 'entity'>, row: EntityRow): Candidate {
  const label = labelOf(context, entity ?? '', row)
  // An entity with a text for how its things are named is not shown by id.
  const isNamed = entity !== null && context.locale.entities[entity]?.named !== undefined
  const at = momentOfRow(context, entity, row)
  return { id: row.id, label: isNamed ? label : `${showValue(row.id)} — ${label}`, ...(at !== null && { at }) }
}

/** One of the days or moments that may be meant, in full. */
export function readingOf({ locale }: Context, { type }: Parameter, value: string): Candidate {
  const shown = showTyped(locale, isDayAlone(value) ? 'date' : type, withoutPart(value))
  return { id: value, label: showValue(capitalised(locale, shown ?? withoutPart(value))) }
}

/** All there are in place of what does not exist, or things near it, where a number is the only way to say which is meant: they are not known by their ids. */
export function nearToChoose(context: Context, { because, parameter }: Ask): readonly Candidate[] | null {
  if (because.kind === 'not-found' && because.all !== undefined) return listedRows(context, parameter, because.all)
  if (because.kind !== 'not-found' || because.near.length === 0) return null
  if (because.misspelt !== true && context.locale.entities[parameter.entity ?? '']?.named === undefined) return null
  return listedRows(context, parameter, because.near)
}

export function listedRows(
  context: Context,
  kind: Pick<Parameter, 'entity'>,
  rows: readonly EntityRow[],
): readonly Candidate[] {
  return inOwnPlaces(rows.map((row) => candidateOf(context, kind, row)))
}
