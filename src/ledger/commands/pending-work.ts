import { sql } from 'kysely'
import type { Executor } from '../database.ts'

/** The confirmed commands, oldest first: each must have a job until it has ended. */
export async function confirmedCommands(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('envelopes')
    .select('command_id')
    .where('status', '=', 'confirmed')
    .orderBy('confirmed_at')
    .limit(1000)
    .execute()
  return rows.map(({ command_id: commandId }) => commandId)
}

/** Whether an account has no turn to do, no command queued or running, and nothing unsent. */
export async function isQuiet(db: Executor, account: string): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from inbox where account = ${account} and done_at is null)
        or exists (select from envelopes join chats on chats.id = envelopes.chat_id
                   where chats.account = ${account} and envelopes.status = 'confirmed')
        or exists (select from outbox where account = ${account} and sent_at is null) as busy`.execute(db)
  return rows[0]?.busy === false
}

/** The command that waits for confirmation in somebody's private chat on an account; `null` when none does. */
export async function unconfirmedCommand(
  db: Executor,
  { account, phone }: { readonly account: string; readonly phone: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('envelopes')
    .innerJoin('chats', 'chats.id', 'envelopes.chat_id')
    .select('command_id')
    .where('chats.account', '=', account)
    .where('chats.kind', '=', 'private')
    .where('chats.external', '=', phone)
    .where('envelopes.status', '=', 'accepted')
    .where('envelopes.safety', '<>', 'read')
    .orderBy('envelopes.created_at', 'desc')
    .executeTakeFirst()
  return row?.command_id ?? null
}
