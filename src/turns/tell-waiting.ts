import { localeFor } from '../catalogue/locale-for.ts'
import { say } from '../conversation/render/say.ts'
import type { Envelope } from '../envelope/envelope.ts'
import type { LedgerDb } from '../ledger/database.ts'
import { enqueueReply, isEnqueued, replyIdOf } from '../ledger/outbox.ts'
import type { TurnDeps } from './turn-deps.ts'

/** A worker that is there begins sooner; after so long, in milliseconds, nobody waits in silence any more. */
const silentForMs = 4000
/** What has waited longer than this was told, or is old news, in milliseconds. */
const newsForMs = 60_000
/** How many are looked at in one round; the next one goes on. */
const batchSize = 100

/**
 * What was confirmed and nobody has begun with: whoever confirmed it hears that it waits, and how it is dropped. Once, for the
 * reply has the id of its command; and not while the queue is away, which they have heard already.
 */
export async function tellWaiting({
  db,
  secrets,
  catalogue,
  queue,
  clock,
}: Pick<TurnDeps, 'db' | 'secrets' | 'catalogue' | 'clock'> & {
  readonly queue: Pick<TurnDeps['queue'], 'health'>
}): Promise<void> {
  const now = clock()
  const rows = await unstarted(db, now)
  if (rows.length === 0 || (await queue.health()) === 'down') return
  for (const {
    command_id: commandId,
    chat_id: chatId,
    identity_id: recipientId,
    ref,
    name,
    document,
    account,
  } of rows) {
    const id = replyIdOf(`waiting/${commandId}`, 0)
    if (await isEnqueued(db, id)) continue
    // Written by `insertEnvelope` alone.
    const { sayso, trace } = document as unknown as Envelope
    const text = say(localeFor(catalogue, sayso.actor.language), 'waiting_to_start', { ref })
    await enqueueReply(db, secrets, {
      id,
      address: { account, chatId, recipientId, replyTo: trace.message_ids[0] ?? null },
      reply: { about: 'info', text, command: { id: commandId, ref, name, status: 'confirmed' } },
      now,
    })
  }
}

function unstarted(db: LedgerDb, now: Date) {
  return db
    .selectFrom('envelopes')
    .innerJoin('chats', 'chats.id', 'envelopes.chat_id')
    .leftJoin('runs', 'runs.command_id', 'envelopes.command_id')
    .select(['envelopes.command_id', 'envelopes.chat_id', 'envelopes.identity_id', 'ref', 'name', 'document'])
    .select('chats.account')
    .where('status', '=', 'confirmed')
    .where('safety', '<>', 'read')
    .where('confirmed_at', '<=', new Date(now.getTime() - silentForMs))
    .where('confirmed_at', '>', new Date(now.getTime() - newsForMs))
    .where('runs.epoch', 'is', null)
    .limit(batchSize)
    .execute()
}
