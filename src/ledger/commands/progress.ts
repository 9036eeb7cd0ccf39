/** What a worker reports about a run that takes its time, on its way to the person's lane. The newest wins. */
import { sql } from 'kysely'
import type { Progress } from '../../execution/run/tell-progress.ts'
import type { Executor, LedgerDb } from '../database.ts'
import type { LaneRow } from '../talk/inbox.ts'
import { notifyLane } from '../talk/lane-signal.ts'
import type { RunHolder } from './vouched-runs.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { codeOfEvent } from '../talk/vouched-inbox.ts'

/** Progress is not worth waiting any longer for. */
const timeoutMs = 2000

/** What a row of kind `progress` holds. */
export type ProgressBody = Progress & { readonly commandId: string; readonly trace?: string }

/** Whose run it is (a worker that has lost it must not report on it any more), and the lane of the person who asked. */
export type ProgressOf = RunHolder & { readonly chatId: string; readonly identityId: string }

/**
 * Puts progress into the lane and wakes it, unless the run is over or another worker has it.
 * @param ordinal counts what this worker has reported about the run, from 1
 */
export async function recordProgress(
  { db, schema, secrets }: { readonly db: LedgerDb; readonly schema: string; readonly secrets: Secrets },
  { commandId, epoch, owner, chatId, identityId }: ProgressOf,
  {
    ordinal,
    progress,
    now,
    trace = null,
  }: {
    readonly ordinal: number
    readonly progress: Progress
    readonly now: Date
    /** What caused it, as a `traceparent`. */
    readonly trace?: string | null
  },
): Promise<void> {
  const body: ProgressBody = { commandId, ...progress, ...(trace === null ? {} : { trace }) }
  const messageId = `${commandId}/${epoch}/${ordinal}`
  const event = { kind: 'progress', chatId, senderId: identityId, messageId, receivedAt: now, body } as const
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${`${timeoutMs}ms`}, true)`.execute(trx)
    const { numAffectedRows } = await sql`
      insert into inbox (kind, account, chat_id, sender_id, message_id, body, sent_at, received_at, code)
      select 'progress', chats.account, chats.id, ${identityId}, ${messageId},
        ${JSON.stringify(body)}::jsonb, ${now}, ${now}, ${codeOfEvent(secrets, event)}
      from chats join runs on runs.command_id = ${commandId} and runs.epoch = ${epoch} and runs.owner = ${owner}
        and runs.finished_at is null
      where chats.id = ${chatId}
      on conflict (account, chat_id, sender_id, kind, message_id) do nothing`.execute(trx)
    if (numAffectedRows === 1n) await notifyLane(trx, schema, chatId)
  })
}

/** Whether newer progress of the same command waits in the lane. */
export async function isOvertaken(db: Executor, row: LaneRow, commandId: string): Promise<boolean> {
  const newer = await db
    .selectFrom('inbox')
    .select('seq')
    .where('account', '=', row.account)
    .where('chat_id', '=', row.chatId)
    .where('done_at', 'is', null)
    .where('seq', '>', row.seq)
    .where('kind', '=', 'progress')
    .where(sql<boolean>`body->>'commandId' = ${commandId}`)
    .executeTakeFirst()
  return newer !== undefined
}
