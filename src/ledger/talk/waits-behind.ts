import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import type { LaneRow } from './inbox.ts'

/** Whether anything waits behind a row of its chat that could go on without it: voice notes and files would have to be fetched themselves. */
export async function waitsBehind(db: Executor, { chatId, seq }: LaneRow): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from inbox where chat_id = ${chatId} and done_at is null and seq > ${seq}::bigint
                   and not (kind = 'message' and body #>> '{content,kind}' in ('voice', 'file'))) as waits`.execute(db)
  return rows[0]?.waits === true
}
