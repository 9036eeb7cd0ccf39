import type { Executor } from './database.ts'

/** Since when everything that mutates is stopped, and by whom. */
export type Pause = { readonly since: Date; readonly personId: string | null; readonly name: string }

/** The name of the setting that is there while everything that mutates is stopped. */
export const pauseSetting = 'pause'

/** Whether everything that mutates is stopped; commands with `whilePaused` still run. */
export async function isPaused(db: Executor): Promise<boolean> {
  return (await pauseOf(db)) !== null
}

/** The pause that holds now; `null` when there is none. */
export async function pauseOf(db: Executor): Promise<Pause | null> {
  const row = await db
    .selectFrom('settings')
    .leftJoin('people', 'people.id', 'settings.changed_by')
    .select(['settings.changed_at', 'settings.changed_by', 'people.name'])
    .where('settings.name', '=', pauseSetting)
    .executeTakeFirst()
  if (row === undefined) return null
  return { since: row.changed_at, personId: row.changed_by, name: row.name ?? '' }
}

/** Pauses, or ends the pause; returns whether that changed anything. Doing it twice changes nothing. */
export async function setPaused(
  db: Executor,
  { paused, personId, now }: { readonly paused: boolean; readonly personId: string; readonly now: Date },
): Promise<boolean> {
  if (!paused) {
    const { numDeletedRows } = await db.deleteFrom('settings').where('name', '=', pauseSetting).executeTakeFirst()
    return numDeletedRows === 1n
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('settings')
    .values({ name: pauseSetting, value: '{}', changed_by: personId, changed_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
