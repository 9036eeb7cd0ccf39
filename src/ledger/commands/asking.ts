/**
 * Commands of which nobody knows yet what came of a step, and whose action is asked again. That somebody has ended the asking is
 * evidence and nothing else: whoever runs the command finds it there before asking once more, and settles it as what nobody knows.
 */
import { sql } from 'kysely'
import type { AskedOfAnother, Asking } from '../../conversation/lookup.ts'
import type { Executor } from '../database.ts'
import { recordOfRow, recordRows } from './envelopes.ts'
import { appendEvidence } from '../evidence/evidence.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { pauseSetting } from '../settings.ts'
import type { Doubt } from './settlements.ts'

const ended = 'command.asking_ended'

/** The newest entries of the steps of a run `r`: where one `is_asked`, its action could not tell what came of it; `until` when. */
const newestOfSteps = sql`
  select bool_or(newest.entry ? 'asking') as is_asked,
    to_timestamp(max((newest.entry->'asking'->>'until')::numeric) / 1000) as until
  from (select distinct on (step) entry from journal where command_id = r.command_id order by step, seq desc) newest`

const isEnded = sql<boolean>`exists (select from evidence where command_id = r.command_id and kind = ${ended})`

/** To be joined to envelopes `e` with runs `r`: what is asked again and not over. */
export const asked = sql`lateral (${newestOfSteps}) asked on e.status = 'confirmed' and asked.is_asked and not ${isEnded}`

/** Of an envelope `e`: whether what may do now what was not done is asked at all, which rests under a pause. */
export const mayBeAsked = sql<boolean>`((e.document->'sayso'->>'while_paused')::boolean or not exists (select from settings where name = ${pauseSetting}))`

/** How a command is asked about; `null` when it is not. */
export async function askingOf(db: Executor, commandId: string): Promise<Asking | null> {
  const { rows } = await sql<{ until: Date | null; over: boolean; rests: boolean }>`
    select asked.until, ${isEnded} as over, not ${mayBeAsked} as rests
    from envelopes e join runs r on r.command_id = e.command_id
      join lateral (${newestOfSteps}) asked on e.status = 'confirmed' and asked.is_asked
    where e.command_id = ${commandId}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const until = row.until?.toISOString() ?? null
  if (row.over) return { state: 'ended', until }
  if (until === null) return { state: 'looked', until }
  return { state: row.rests ? 'resting' : 'asked', until }
}

/** The command of somebody else with this reference and how it is asked about; `null` when it is not, or there is none. */
export async function askedOfAnother(
  db: Executor,
  { ref, personId }: { readonly ref: string; readonly personId: string },
): Promise<AskedOfAnother | null> {
  const row = await recordRows(db)
    .innerJoin('people', 'people.id', 'envelopes.person_id')
    .select('people.name as who')
    .where('ref', '=', ref)
    .where('person_id', '<>', personId)
    .where('envelopes.status', '=', 'confirmed')
    .executeTakeFirst()
  const asking = row === undefined ? null : await askingOf(db, row.command_id)
  return row === undefined || asking === null ? null : { record: recordOfRow(row), asking, who: row.who }
}

/** The name of whoever but this person has ended the asking about a command, '' when they were forgotten; `null` when nobody has. */
export async function askingEndedBy(
  db: Executor,
  { commandId, personId }: { readonly commandId: string; readonly personId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('evidence')
    .innerJoin('people', 'people.id', 'evidence.person_id')
    .select('people.name')
    .where('command_id', '=', commandId)
    .where('kind', '=', ended)
    .where('person_id', '<>', personId)
    .executeTakeFirst()
  return row?.name ?? null
}

/** The command with this reference, where it is still asked about: it may yet happen, so nobody can settle it. */
export async function findAskedAbout(
  db: Executor,
  { ref, ofPerson }: { readonly ref: string; readonly ofPerson: string | null },
): Promise<readonly Doubt[]> {
  const { rows } = await sql<Doubt>`
    select e.command_id as "commandId", e.ref, e.name, e.document->'args' as args, p.name as who, e.confirmed_at as since,
      null as verdict, null as steps
    from envelopes e join people p on p.id = e.person_id join runs r on r.command_id = e.command_id join ${asked}
    where e.ref = ${ref} and (${ofPerson}::uuid is null or e.person_id = ${ofPerson})`.execute(db)
  return rows
}

/** How many commands got no clear answer and are not asked about while everything is paused. */
export async function countResting(db: Executor): Promise<number> {
  const { rows } = await sql<{ resting: number }>`
    select count(*)::int as resting from envelopes e join runs r on r.command_id = e.command_id join ${asked}
    where asked.until is not null and not ${mayBeAsked}`.execute(db)
  return rows[0]?.resting ?? 0
}

/** Whether somebody has ended the asking about a command. */
export async function isAskingEnded(db: Executor, commandId: string): Promise<boolean> {
  const row = await db
    .selectFrom('evidence')
    .select('id')
    .where('command_id', '=', commandId)
    .where('kind', '=', ended)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the asking about a command, in the caller's transaction. */
export async function endAsking(
  trx: Executor,
  secrets: Secrets,
  {
    messageId,
    ...whose
  }: {
    readonly at: Date
    readonly commandId: string
    readonly chatId: string
    readonly personId: string
    readonly messageId: string
  },
): Promise<void> {
  await appendEvidence(trx, secrets, [{ ...whose, kind: ended, facts: { message: messageId } }])
}
