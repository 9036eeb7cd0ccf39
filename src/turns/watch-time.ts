/**
 * What happens because time passes: previews that nobody confirmed expire, and so do confirmed commands that nobody began
 * with.
 */
import { mayPass } from '../ledger/connection-trouble.ts'
import { admitCommandEvent } from '../ledger/talk/inbox.ts'
import { dropStaleSecrets } from '../ledger/secrets/kept-secrets.ts'
import { type LateCommand, lateCommands } from '../ledger/commands/late-commands.ts'
import { barRun } from '../ledger/commands/runs.ts'
import type { TurnDeps } from './turn-deps.ts'
import { Overtaken, reject } from './write-decisions.ts'

/** How long a secret is kept for a command that never comes about, in milliseconds. */
const secretsForMs = 60 * 60_000

/**
 * One round; returns the chats whose lanes have something new. What one command cannot do keeps no other from it.
 * @throws what the first of those threw, once the others were looked after; what may pass, at once
 */
export async function watchTime(
  deps: Pick<TurnDeps, 'db' | 'secrets' | 'clock' | 'meter'>,
  { startWithinMs }: { readonly startWithinMs: number },
): Promise<string[]> {
  const now = deps.clock()
  const previews = await lateCommands(deps.db, 'accepted', now)
  const troubles: unknown[] = []
  const orTrouble = (error: unknown) => {
    if (mayPass(error)) throw error
    troubles.push(error)
  }
  for (const command of previews)
    await admitCommandEvent(deps.db, deps.secrets, 'expiry', command, now).catch(orTrouble)
  const unstarted = await lateCommands(deps.db, 'confirmed', new Date(now.getTime() - startWithinMs))
  for (const command of unstarted) await expireUnstarted(deps, command).catch(orTrouble)
  await dropStaleSecrets(deps.db, new Date(now.getTime() - secretsForMs))
  if (troubles.length > 0) throw troubles[0]
  return [...new Set([...previews, ...unstarted].map(({ chatId }) => chatId))]
}

/** Confirmed, but not begun in time: rejected, and the person is told. A worker that begins meanwhile wins. */
async function expireUnstarted(
  deps: Pick<TurnDeps, 'db' | 'secrets' | 'clock' | 'meter'>,
  command: LateCommand,
): Promise<void> {
  try {
    const expired = await deps.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('envelopes')
        .select('status')
        .where('command_id', '=', command.commandId)
        .forUpdate()
        .execute()
      if (!(await barRun(trx, deps.secrets, command.commandId))) return false
      await reject(deps, trx, { ...command, messageId: null }, command.commandId, 'confirmed', 'expired')
      await admitCommandEvent(trx, deps.secrets, 'outcome', command, deps.clock())
      return true
    })
    if (expired) deps.meter.command('rejected')
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
  }
}
