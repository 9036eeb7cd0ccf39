/**
 * Who somebody was under the numbers that they had before: a new number is a new person to the ledger, and what an owner said when they
 * gave it the rights of the old one tells that both are one human being (docs/decisions/028).
 */
import { sql } from 'kysely'
import type { Executor } from '../database.ts'

/** Somebody under one of their numbers. */
export type Self = { readonly id: string; readonly phone: string }

/** Nobody has changed their number as often. */
const mostChanges = 50

/**
 * Somebody under each number that they had before, the newest first; without those that somebody has, or had after them, and without those
 * that were forgotten.
 */
export async function formerSelves(db: Executor, personId: string): Promise<readonly Self[]> {
  const selves = new Map<string, Self>()
  let [id, until] = [personId, mostId]
  for (let changes = 0; changes < mostChanges; changes++) {
    const came = await howTheyCame(db, id, until)
    if (came === null) break
    const { before, at } = came
    const self = await leftBehind(db, before, at)
    if (self !== null && before !== personId) selves.set(before, self)
    ;[id, until] = [before, at]
  }
  return [...selves.values()]
}

/** Under which number somebody speaks now who had this one and left it; `null` when they do not, or somebody has had it since. */
export async function laterSelf(db: Executor, personId: string): Promise<Self | null> {
  const { rows } = await sql<Self>`
    select p.id, p.phone from evidence e join people p on p.id::text = e.facts->>'person'
    where e.kind = 'admin.number_changed' and e.facts->>'before' = ${personId} order by e.id desc limit 1`.execute(db)
  const [next] = rows
  if (next === undefined || !(await formerSelves(db, next.id)).some(({ id }) => id === personId)) return null
  return (await laterSelf(db, next.id)) ?? next
}

/** Who somebody was when they last came to be who they are, before this evidence; `null` when they just came, or have always been. */
async function howTheyCame(
  db: Executor,
  personId: string,
  until: string,
): Promise<{ readonly before: string; readonly at: string } | null> {
  const { rows } = await sql<{ before: string | null; at: string }>`
    select facts->>'before' as before, id::text as at from evidence
    where kind in ('admin.person_added', 'admin.number_changed') and facts->>'person' = ${personId} and id < ${until}::bigint
    order by id desc limit 1`.execute(db)
  const [came] = rows
  return came === undefined || came.before === null ? null : { before: came.before, at: came.at }
}

/** A number that was left, and that nobody has, or had, since. */
async function leftBehind(db: Executor, personId: string, at: string): Promise<Self | null> {
  const { rows } = await sql<Self>`
    select id, phone from people p
    where id = ${personId}::uuid and not active and forgotten_at is null and not exists (
      select from evidence e where e.kind in ('admin.person_added', 'admin.number_changed')
        and e.facts->>'person' = ${personId} and e.id > ${at}::bigint)`.execute(db)
  return rows[0] ?? null
}

/** Greater than the id of any row. */
const mostId = String(2n ** 63n - 1n)
