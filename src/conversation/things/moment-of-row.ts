import type { EntityRow } from '../../catalogue/catalogue.ts'
import { isDayAlone } from '../../understanding/values/day-alone.ts'
import { isoInstant } from '../../understanding/values/dates/zoned-time.ts'
import type { Context } from '../scene.ts'

/** A day, or a moment as a database gives it. */
const isoText = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/u

/**
 * The day or the moment that a thing is of, as whoever sees it counts days: that of the one column which holds such, among those that its
 * label shows if there is one there. `null` where it has none, or several that it may be.
 */
export function momentOfRow({ locale, person }: Context, entity: string | null, row: EntityRow): string | null {
  const label = locale.entities[entity ?? '']?.label ?? ''
  const timed = Object.entries(row).flatMap(([column, value]) => {
    const isTime = typeof value === 'string' && isoText.test(value)
    return isTime ? [{ value, isShown: new RegExp(`\\{\\s*${column}\\s*[,}]`, 'u').test(label) }] : []
  })
  const shown = timed.filter(({ isShown }) => isShown)
  const [only, ...others] = shown.length > 0 ? shown : timed
  if (only === undefined || others.length > 0) return null
  const at = new Date(only.value)
  return isDayAlone(only.value) ? only.value : Number.isNaN(at.getTime()) ? null : isoInstant(at, person.timeZone)
}
