import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * A command is also about what the things that it names belong to: of a note that is removed, the order. What was looked up of them says
 * so in the columns `<entity>_id`, so this holds for the commands of before as well, and goes with the facts when one is erased.
 */
export const whatCommandsBelongTo = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `create function belongs_to(document jsonb) returns text[] language sql immutable return (
    select coalesce(array_agg(distinct named.value #>> '{}'), '{}')
    from jsonb_path_query(document, 'strict $.sayso.facts.*', silent => true) as facts(looked_up)
    cross join jsonb_each(case jsonb_typeof(looked_up) when 'object' then looked_up else '{}' end) as named(column_name, value)
    where column_name like '%\\_id' and jsonb_typeof(value) in ('string', 'number'))`,
  `create index envelopes_belongs_to on envelopes using gin (belongs_to(document)) where safety <> 'read'`,
  // Without knowing what is in it the planner does not trust an index on an expression.
  `analyze envelopes`,
]
