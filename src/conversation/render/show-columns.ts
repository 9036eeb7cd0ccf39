import { knownZone } from '../../access/known-zone.ts'
import type { Person } from '../../access/person.ts'
import type { EntityRow, FieldFormat, Locale } from '../../catalogue/catalogue.ts'
import { assertNever } from '../../errors.ts'
import { jsonText, type Json, type JsonObject } from '../../json.ts'
import { canonicalDate } from '../../understanding/values/dates/canonical.ts'
import type { Context } from '../scene.ts'
import { choiceName } from './choice-name.ts'
import { dateFormat, moneyFormat } from './formats.ts'
import { clockTime } from './render-time.ts'
import { format, say, unfilledIn } from './say.ts'
import { showBytes } from './show-bytes.ts'
import { showNumber } from './show-number.ts'
import { showText, showValue } from './show-value.ts'

/** How many of a list are shown. */
const maxListed = 20

/** When, in which language and in which time zone something is shown. */
type View = Pick<Context, 'catalogue' | 'locale' | 'now'> & { readonly person: Pick<Person, 'timeZone'> }

/** The label of a found thing: "Maria Souza, R$ 120.00, paid". */
export function labelOf(view: View, entity: string, row: EntityRow): string {
  const texts = view.locale.entities[entity]
  if (texts === undefined) throw new TypeError(`No texts for entity "${entity}" in locale ${view.locale.language}`)
  return format(view.locale, texts.label, shownColumns(view, entity, row))
}

/** The columns that a label asks for and this row has not. */
export function unfilledInLabel(
  { catalogue, locale }: Pick<Context, 'catalogue' | 'locale'>,
  entity: string,
  row: EntityRow,
): readonly string[] {
  // Where and when a column is shown is nothing to whether it is there.
  const shown = shownColumns({ catalogue, locale, person: { timeZone: 'UTC' }, now: new Date(0) }, entity, row)
  return unfilledIn(locale, locale.entities[entity]?.label ?? '', shown)
}

/** A row's columns as people read them: those that the entity has a format for in that, everything else as safe text. */
export function shownColumns(view: View, entity: string | null, row: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, showField(view, row, formatOf(view, entity, column), value)]),
  )
}

/** The same, lists as lines: only for what tells of nothing that is yet to be confirmed. */
export function listedColumns(view: View, entity: string | null, row: JsonObject): Record<string, string> {
  const lists = Object.entries(row).flatMap(([column, value]) =>
    Array.isArray(value) && formatOf(view, entity, column) === undefined
      ? [[column, showList(view.locale, value)]]
      : [],
  )
  return { ...shownColumns(view, entity, row), ...Object.fromEntries(lists) }
}

function formatOf({ catalogue }: View, entity: string | null, column: string): FieldFormat | undefined {
  const fields = entity === null ? {} : (catalogue.entities.get(entity)?.fields ?? {})
  return Object.hasOwn(fields, column) ? fields[column] : undefined
}

function showField(
  { locale, person, now }: View,
  row: JsonObject,
  field: FieldFormat | undefined,
  value: Json,
): string {
  if (field === undefined || value === null) return showCell(value)
  switch (field.type) {
    case 'money': {
      const currency = row[field.currency]
      return typeof currency === 'string' ? showMoney(locale, value, currency) : showCell(value)
    }
    case 'bytes':
      return showSize(locale, value)
    case 'time':
      return showTime(locale, person.timeZone, value)
    case 'date':
      return showDate(locale, person.timeZone, value)
    case 'clock':
      return showClock(locale, value, now)
    case 'number':
      return showNumber(locale, jsonText(value)) ?? showCell(value)
    case 'choice':
      return showValue(
        jsonText(value)
          .split(', ')
          .map((each) => choiceName(locale, each))
          .join(', '),
      )
    default:
      return assertNever(field)
  }
}

/** What a column holds, a list too, on one line: among the bot's own words no record can make a line of its own. */
export function showCell(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  return showValue(Array.isArray(value) ? value.map(jsonText).join(', ') : value)
}

/** A list where nothing else is told but what was found or done: a line for each of the first, marked as such. */
function showList(locale: Locale, list: readonly Json[]): string {
  const lines = list.slice(0, maxListed).map((each) => `• ${showText(each)}`)
  const left = list.length - lines.length
  return [...lines, ...(left > 0 ? [say(locale, 'outcome_more', { count: left })] : [])].join('\n')
}

function showMoney(locale: Locale, value: Json, currency: string): string {
  const amount = Number(value)
  if (!Number.isFinite(amount) || !/^[A-Z]{3}$/u.test(currency)) return showValue(value)
  return moneyFormat(locale.region, currency).format(amount)
}

function showSize(locale: Locale, value: Json): string {
  const bytes = Number(value)
  return Number.isFinite(bytes) && bytes >= 0 ? showBytes(locale, bytes) : showValue(value)
}

function showTime(locale: Locale, timeZone: string, value: Json): string {
  const { at, zone } = momentOf(jsonText(value), timeZone)
  if (Number.isNaN(at.getTime())) return showValue(value)
  return dateFormat(locale.region, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at)
}

/** The time of day that it is in a zone; what names none shows as it is. */
function showClock(locale: Locale, value: Json, now: Date): string {
  const zone = jsonText(value)
  return knownZone(zone) === zone ? clockTime(locale, zone, now) : showValue(value)
}

/** A day is the same everywhere; of a moment it is the one that it falls on where the person is. */
function showDate(locale: Locale, timeZone: string, value: Json): string {
  const text = jsonText(value)
  const { at, zone } = momentOf(text, timeZone)
  if (Number.isNaN(at.getTime())) return showValue(value)
  const isDay = canonicalDate(text) !== null
  return dateFormat(locale.region, { dateStyle: 'medium', timeZone: isDay ? 'UTC' : zone }).format(at)
}

/** What says no zone is of no moment, and shows as it is: in the zone in which it is read. */
function momentOf(text: string, timeZone: string): { readonly at: Date; readonly zone: string } {
  const isLocal = /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/u.test(text)
  return isLocal ? { at: new Date(`${text}Z`), zone: 'UTC' } : { at: new Date(text), zone: timeZone }
}
