/**
 * What happens because time passes: previews that nobody confirmed expire, and so do confirmed commands that nobody began
 * with.
 */
import { sql } from 'kysely'
import type { LedgerDb } from '../ledger/database.ts'
import { admitCommandEvent } from '../ledger/inbox.ts'
import { dropStaleSecrets } from '../ledger/kept-secrets.ts'
import { hasRun } from '../ledger/runs.ts'
import type { TurnDeps } from './turn-deps.ts'
import { Overtaken, reject } from './write-decisions.ts'

/** How many are handled in one round; the next one continues. */
const batchSize = 100
/** How long a secret is kept for a command that never comes about, in milliseconds. */
const secretsForMs = 60 * 60_000

type Late = {
  readonly commandId: string
  readonly chatId: string
  readonly identityId: string
  readonly personId: string
}

/** One round; returns the chats whose lanes have something new. */
export async function watchTime(
  deps: Pick<TurnDeps, 'db' | 'secrets' | 'clock' | 'meter'>,
  { startWithinMs }: { readonly startWithinMs: number },
): Promise<string[]> {
  const now = deps.clock()
  const previews = await lateCommands(deps.db, 'accepted', now)
  for (const command of previews) await admitCommandEvent(deps.db, deps.secrets, 'expiry', command, now)
  const unstarted = await lateCommands(deps.db, 'confirmed', new Date(now.getTime() - startWithinMs))
  for (const command of unstarted) await expireUnstarted(deps, command)
  await dropStaleSecrets(deps.db, new Date(now.getTime() - secretsForMs))
  return [...new Set([...previews, ...unstarted].map(({ chatId }) => chatId))]
}

/** Confirmed, but not begun in time: rejected, and the person is told. A worker that begins meanwhile wins. */
async function expireUnstarted(
  deps: Pick<TurnDeps, 'db' | 'secrets' | 'clock' | 'meter'>,
  command: Late,
): Promise<void> {
  try {
    const expired = await deps.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('envelopes')
        .select('status')
        .where('command_id', '=', command.commandId)
        .forUpdate()
        .execute()
      if (await hasRun(trx, deps.secrets, command.commandId)) return false
      await reject(deps, trx, { ...command, messageId: null }, command.commandId, 'confirmed', 'expired')
      await admitCommandEvent(trx, deps.secrets, 'outcome', command, deps.clock())
      return true
    })
    if (expired) deps.meter.command('rejected')
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
  }
}

/** Longest late first; not those of which their lane knows already, for nobody may be serving it. */
async function lateCommands(db: LedgerDb, status: 'accepted' | 'confirmed', before: Date): Promise<Late[]> {
  const time = status === 'accepted' ? 'expires_at' : 'confirmed_at'
  const rows = await db
    .selectFrom('envelopes')
    .leftJoin('runs', 'runs.command_id', 'envelopes.command_id')
    .select(['envelopes.command_id', 'envelopes.chat_id', 'envelopes.identity_id', 'envelopes.person_id'])
    .where('status', '=', status)
    .where('safety', '<>', 'read')
    .where('runs.epoch', 'is', null)
    .where(time, '<=', before)
    .where(
      sql<boolean>`not exists (
        select from inbox i join chats c on c.account = i.account and c.id = i.chat_id
        where c.id = envelopes.chat_id and i.sender_id = envelopes.identity_id
          and i.kind = 'expiry' and i.message_id = envelopes.command_id::text)`,
    )
    .orderBy(time)
    .limit(batchSize)
    .execute()
  return rows.map((row) => ({
    commandId: row.command_id,
    chatId: row.chat_id,
    identityId: row.identity_id,
    personId: row.person_id,
  }))
}
