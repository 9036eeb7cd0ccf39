/**
 * Of what the commands were that changed something called so. What a thing is called is known from what was looked up for the commands
 * on it, so that also what is gone by now is found by its name.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '../database.ts'
import { plainText } from '../people/plain-text.ts'

/** Something that commands looked up: "order" and its id. */
type Thing = { readonly entity: string; readonly id: string }

/** More than so many of one name are no longer told apart by it. */
const mostThings = 50

/** The things in which some text has these words, in any case and without accents. */
export async function thingsCalled(db: Executor, name: string): Promise<readonly Thing[]> {
  const { rows } = await sql<Thing>`
    select distinct entity, looked_up->>'id' as id
    from envelopes, ${lookedUp}, jsonb_each(looked_up) as cells(name, value)
    where safety <> 'read' and looked_up->>'id' is not null
      and cells.name <> 'id' and jsonb_typeof(value) = 'string' and ${hasWords(sql`value #>> '{}'`, name)}
    limit ${mostThings}`.execute(db)
  return rows
}

/** The ids of the commands that changed one of these things, or what belongs to it. */
export function commandsOn(things: readonly Thing[]): RawBuilder<unknown> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as wanted(entity text, id text)`
  return sql`(
    select command_id from envelopes, ${lookedUp}, ${wanted}
    where safety <> 'read'
      and ((facts.entity = wanted.entity and looked_up->>'id' = wanted.id)
        or looked_up->>(replace(wanted.entity, '-', '_') || '_id') = wanted.id))`
}

/** The ids of the commands that were asked for with these words. */
export function commandsWithName(name: string): RawBuilder<unknown> {
  return sql`(
    select command_id
    from envelopes, jsonb_each(case jsonb_typeof(document->'args') when 'object' then document->'args' else '{}' end) as args(name, value)
    where safety <> 'read' and jsonb_typeof(value) = 'string' and ${hasWords(sql`value #>> '{}'`, name)})`
}

const lookedUp = sql`
  jsonb_each(case jsonb_typeof(document->'sayso'->'facts') when 'object' then document->'sayso'->'facts' else '{}' end)
    as facts(entity, found),
  lateral (select case jsonb_typeof(found) when 'object' then found else '{}' end) as row(looked_up)`

function hasWords(text: RawBuilder<unknown>, words: string): RawBuilder<boolean> {
  return sql`position(' ' || ${plainText(sql`${words}::text`)} || ' ' in ' ' || ${plainText(text)} || ' ') > 0`
}
