import type { Logger } from 'pino'
import type { Executor } from '../database.ts'
import { loadEnvelope } from './envelopes.ts'
import { rejectCommand } from './reject-command.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { loadSession, saveSession } from '../talk/sessions.ts'

type Deps = { readonly secrets: Secrets; readonly clock: () => Date; readonly log: Pick<Logger, 'error'> }

/** How many are looked for at a time. */
const batchSize = 1000

/**
 * After a restore: what waited for its confirmation when the backup was made may have been confirmed and done since, so the answer that
 * confirmed it, or one that is still to be read, must not have it done again (invariant 4). Each is rejected as expired, with its evidence,
 * and a late answer gets a fresh preview that says why. All of it in the caller's transaction. Returns their references.
 */
export async function closePreviews(trx: Executor, deps: Deps): Promise<readonly string[]> {
  const closed: string[] = []
  for (let ids = await openPreviews(trx); ids.length > 0; ids = await openPreviews(trx)) {
    for (const commandId of ids) closed.push(await closeOne(trx, deps, commandId))
  }
  return closed
}

/** A read that was accepted needs no confirmation, and may run any number of times. */
async function openPreviews(trx: Executor): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('envelopes')
    .select('command_id')
    .where('status', '=', 'accepted')
    .where('safety', '<>', 'read')
    .orderBy('created_at')
    .limit(batchSize)
    .execute()
  return rows.map(({ command_id: commandId }) => commandId)
}

async function closeOne(trx: Executor, deps: Deps, commandId: string): Promise<string> {
  const stored = await loadEnvelope(trx, commandId)
  if (stored === null) throw new TypeError(`Somebody else has removed ${commandId} meanwhile`)
  const { chatId, identityId, envelope } = stored
  const rejection = { commandId, from: 'accepted', reason: 'expired', messageId: null } as const
  const moved = await rejectCommand(trx, deps, { ...rejection, chatId, personId: envelope.actor.user_id })
  if (!moved) throw new TypeError(`Somebody else has settled ${commandId} meanwhile`)
  await lapse(trx, deps, { chatId, identityId }, commandId)
  return envelope.sayso.ref
}

/** As when its time is over: what was said to come after it would be previewed to nobody. */
async function lapse(
  trx: Executor,
  deps: Deps,
  lane: { readonly chatId: string; readonly identityId: string },
  commandId: string,
): Promise<void> {
  const session = await loadSession(trx, deps, lane)
  const { pending } = session
  if (pending?.commandId !== commandId) return
  const lapsed = { ...session, pending: { ...pending, lapsed: true, restored: true as const }, wishes: [] }
  await saveSession(trx, deps.secrets, lane, lapsed, deps.clock())
}
