import type { Locale } from '../../catalogue/catalogue.ts'
import type { JsonObject } from '../../json.ts'
import { format } from './say.ts'
import { showCell } from './show-columns.ts'

/** What a thing that was found is called, where its entity says so (`named`); else `null`, for it is known by its id. */
export function callThing(locale: Locale, entity: string, row: JsonObject): string | null {
  const named = locale.entities[entity]?.named
  if (named === undefined) return null
  const columns = Object.entries(row).map(([column, value]) => [column, showCell(value)])
  return format(locale, named, Object.fromEntries(columns))
}
