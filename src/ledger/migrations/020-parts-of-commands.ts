import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * What somebody found out is about the steps of a command that were in doubt: it is `in_part` where the rest of the command was not
 * done although they were, or was done although they were not. And what a service said goes with the rest of what is erased.
 */
export const partsOfCommands = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `create or replace view verdicts as
    select distinct on (s.command_id) s.command_id,
      case when jsonb_array_length(coalesce(
          e.outcome->'steps'->(case s.verdict when 'happened' then 'left' else 'done' end), '[]')) > 0
        then 'in_part' else s.verdict end as verdict,
      s.at, s.verdict as said
    from settlements s join envelopes e using (command_id)
    order by s.command_id, s.id desc`,
  `create or replace function erased_outcome(outcome jsonb) returns jsonb language sql immutable return
    case when outcome is null or jsonb_typeof(outcome) = 'null' then outcome
      else (outcome - '{explanation,said}'::text[]) || case when outcome->>'kind' = 'failed'
        then '{"outputs":{},"explanation":""}'::jsonb else '{"outputs":{}}'::jsonb end end`,
  `create or replace function erased_entry(entry jsonb) returns jsonb language sql immutable return
    (entry - '{meta,prepared,output,explanation,said}'::text[]) || '{"erased":true}'::jsonb`,
]
