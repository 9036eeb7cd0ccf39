import { sql, type RawBuilder } from 'kysely'
import { unheeded } from './written-classes.ts'

/**
 * A text as names are compared. In this normal form accents are characters of their own and can be dropped, as can invisible ones;
 * whatever stands between two words becomes one blank.
 */
export function plainText(text: RawBuilder<unknown>): RawBuilder<string> {
  const letters = sql`lower(regexp_replace(normalize(${text}, NFKD), ${`[${unheeded}]`}, '', 'g'))`
  return sql`trim(regexp_replace(${letters}, '[[:space:][:punct:]’]+', ' ', 'g'))`
}
