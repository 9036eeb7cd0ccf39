import { sql, type RawBuilder } from 'kysely'
import type { Reached } from '../../execution/run/outcome.ts'
import type { JsonObject } from '../../json.ts'
import type { Executor } from '../database.ts'
import { formerSelves, type Self } from '../people/former-numbers.ts'
import { commandsWithName, commandsOn, thingsCalled } from './things-called.ts'

/** Something that happened, from the evidence; programs' words, which the locales turn into people's. */
export type HistoryEntry = {
  readonly at: Date
  /** The kind of the evidence: `command.confirmed`, `admin.role_granted`. */
  readonly event: string
  /** The reference and token of the command; '' when it is about none. */
  readonly ref: string
  readonly command: string
  readonly target: string
  /** What the command was asked for with, and what was found then; `{}` when there is no command, or of what is erased. */
  readonly args: JsonObject
  readonly facts: JsonObject
  /** The name of whoever did it; '' when nobody did, or when they were forgotten. */
  readonly who: string
  readonly reason: string
  /** Of a command that failed, how far it came; `null` where nothing was changed. */
  readonly steps: Reached | null
}

/** What to tell of; without any of these, of everything. */
export type HistoryFilter = {
  /**
   * The id of what commands were about, or of what that belongs to, else what it is called; who only looked at it is left out.
   */
  readonly target?: string | null
  /** The short reference of one command, without `#`. */
  readonly ref?: string | null
  /** By phone number: what somebody did, and what was done about them, under that number and those that they had before. */
  readonly phone?: string | null
  /** Whose commands, by their id: what they did and what came of it, under the numbers that they had before too. */
  readonly askedBy?: string | null
  /** From the first of these moments until before the second. */
  readonly during?: readonly [from: Date, to: Date] | null
}

/** As much as fits a chat. */
const mostEntries = 30

/** Of a command that names somebody forgotten, such as the one that forgot them, these go a little later: they are not shown meanwhile. */
const target = sql`(case when u.command_id is null then c.target_id end)`
const args = sql`(case when u.command_id is null then c.document->'args' end)`
const facts = sql`(case when u.command_id is null then c.document->'sayso'->'facts' end)`

/**
 * The newest entries that fit, in the order in which they happened; without what was only passed on to other programs, and of what
 * only looked without that it was asked for, where that it was done is told.
 * `hasEarlier`: there are more before them.
 */
export async function readHistory(db: Executor, { phone, askedBy, ...filter }: HistoryFilter): Promise<History> {
  const { target: said = null, ...others } = filter
  const people = {
    selves: phone == null ? null : await selvesAt(db, phone),
    askers: askedBy == null ? null : [askedBy, ...(await formerSelves(db, askedBy)).map(({ id }) => id)],
  }
  const told = await readWhere(db, { ...filter, ...people })
  if (said === null || told.entries.length > 0 || !/\p{L}/u.test(said)) return told
  const things = await thingsCalled(db, said)
  const named = isIn(things.length > 0 ? commandsOn(things) : commandsWithName(said))
  return readWhere(db, { ...others, ...people }, named)
}

/** Whoever has this number, under all numbers that are theirs; somebody who is not known is still one whom commands were about. */
async function selvesAt(db: Executor, phone: string): Promise<readonly Pick<Self, 'phone'>[]> {
  const row = await db.selectFrom('people').select(['id', 'phone']).where('phone', '=', phone).executeTakeFirst()
  return row === undefined ? [{ phone }] : [row, ...(await formerSelves(db, row.id))]
}

/** The same with everybody who is meant. */
type Wanted = Omit<HistoryFilter, 'phone' | 'askedBy'> & {
  readonly selves: readonly Pick<Self, 'phone'>[] | null
  readonly askers: readonly string[] | null
}

type History = { readonly entries: readonly HistoryEntry[]; readonly hasEarlier: boolean }

async function readWhere(db: Executor, filter: Wanted, ...more: readonly RawBuilder<unknown>[]): Promise<History> {
  const found = waysTo(filter, more).map((conditions) => newestWhere(conditions))
  const { rows } = await sql<HistoryEntry>`
    select at, event, ref, command, target, args, facts, who, reason, steps from (${sql.join(found, sql` union `)}) as found
    order by at desc, id desc limit ${mostEntries + 1}`.execute(db)
  return { entries: rows.slice(0, mostEntries).toReversed(), hasEarlier: rows.length > mostEntries }
}

function newestWhere(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(
    select e.id, e.at, e.kind as event, coalesce(c.ref, '') as ref, coalesce(c.name, '') as command,
      coalesce(${target}, '') as target, coalesce(${args}, '{}') as args, coalesce(${facts}, '{}') as facts,
      coalesce(p.name, '') as who, coalesce(e.facts->>'reason', '') as reason, e.facts->'steps' as steps
    from evidence e
    left join envelopes c on c.command_id = e.command_id
    left join people p on p.id = e.person_id
    left join unfinished_erasures u on u.command_id = e.command_id
    where e.kind not in ('outcome.published', 'command.erased', 'command.struck')
      and (e.kind = 'command.accepted' and c.safety = 'read' and c.status = 'executed') is not true
      and ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by e.at desc, e.id desc limit ${mostEntries + 1})`
}

/** The conditions of which all must hold, once for each way in which something may be found; each as an index finds it. */
function waysTo(
  { selves, ...filter }: Wanted,
  more: readonly RawBuilder<unknown>[],
): readonly (readonly RawBuilder<unknown>[])[] {
  const always = [...conditionsOf(filter), ...more]
  if (selves === null) return [always]
  return selves.flatMap(({ phone }) => [
    [...always, sql`e.person_id in (select id from people where people.phone = ${phone})`],
    [...always, isAbout(phone)],
  ])
}

/** A preview that was shown again, for the words that asked for it and those that were not understood, is one request. */
const isNoneShownAgain = sql`(c.status = 'rejected' and c.reason = 'superseded' and c.base_key is not null and exists (
  select from envelopes again
  where again.base_key = c.base_key and again.chat_id = c.chat_id and again.command_id <> c.command_id
    and again.created_at >= c.created_at
    and (again.document->'trace'->'message_ids') @> (c.document->'trace'->'message_ids'))) is not true`

function conditionsOf({ target: id, ref, askers, during }: Omit<Wanted, 'selves'>): readonly RawBuilder<unknown>[] {
  return [
    ...(id == null ? [] : [isAbout(id)]),
    ref == null ? isNoneShownAgain : sql`e.command_id = (select command_id from envelopes where ref = ${ref})`,
    ...(askers === null ? [] : [sql`array[e.person_id, c.person_id] && ${[...askers]}::uuid[]`]),
    ...(during == null ? [] : [sql`e.at >= ${during[0]} and e.at < ${during[1]}`]),
  ]
}

function isIn(commands: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`u.command_id is null and e.command_id in ${commands}`
}

function isAbout(id: string): RawBuilder<unknown> {
  return isIn(sql`(
    select command_id from envelopes where coalesce(target_id, '') = ${id} and safety <> 'read'
    union select command_id from envelopes where belongs_to(document) @> array[${id}::text] and safety <> 'read')`)
}
