/** How a database encodes text, as Postgres reports it. */
export type TextEncoding = { readonly encoding: string; readonly name: string }

/** The query for a `TextEncoding`. */
export const encodingQuery =
  "select current_setting('server_encoding') as encoding, current_database() as name" as const

/**
 * Why a ledger cannot live in such a database, and what to do about it; `null` when it can: people write letters that only
 * UTF-8 has.
 */
export function encodingTrouble({
  encoding,
  name,
}: TextEncoding): { readonly says: string; readonly cure: string } | null {
  if (encoding === 'UTF8') return null
  return {
    says: `${name} stores text as ${encoding}, which cannot hold everything that people write`,
    cure: `createdb --encoding=UTF8 --locale=C --template=template0 ${name}_utf8, and name that one in DATABASE_URL.`,
  }
}
