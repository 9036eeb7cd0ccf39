import { localeFor } from '../../catalogue/locale-for.ts'
import { say } from '../../conversation/render/say.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { isBegun } from '../../ledger/commands/has-begun.ts'
import type { Executor, LedgerDb } from '../../ledger/database.ts'
import { enqueueReply, isEnqueued, replyIdOf } from '../../ledger/talk/outbox.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** A worker that is present begins sooner than this; after it, in milliseconds, nobody waits in silence any longer. */
const silentForMs = 4000
/** Whoever has waited longer than this, in milliseconds, was told already, or it is old news. */
const newsForMs = 60_000
/** How many are looked at at a time. */
const batchSize = 100

/**
 * Tells whoever confirmed a command that nobody has begun with that it waits, and how to drop it. Only once, since the reply
 * has the id of its command; and not while the queue is down, which they have been told already.
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
  for (let rows = await unstarted(db, now, null); rows.length > 0;) {
    if ((await queue.health()) === 'down') return
    for (const row of rows) await tell({ db, secrets, catalogue, now }, row)
    const last = rows.length < batchSize ? undefined : rows.at(-1)
    rows = last === undefined ? [] : await unstarted(db, now, last.command_id)
  }
}

async function tell(
  { db, secrets, catalogue, now }: Pick<TurnDeps, 'db' | 'secrets' | 'catalogue'> & { readonly now: Date },
  { command_id: commandId, chat_id: chatId, identity_id: recipientId, ref, name, document, account }: Unstarted,
): Promise<void> {
  const id = replyIdOf(`waiting/${commandId}`, 0)
  // Written by `insertEnvelope` alone.
  const { sayso, trace } = document as unknown as Envelope
  const text = say(localeFor(catalogue, sayso.actor.language), 'waiting_to_start', { ref })
  await db.transaction().execute(async (trx) => {
    // It may have begun, and even ended, while the state of the queue was being asked.
    if ((await isEnqueued(trx, id)) || !(await stillWaits(trx, commandId))) return
    await enqueueReply(trx, secrets, {
      id,
      address: { account, chatId, recipientId, replyTo: trace.message_ids[0] ?? null },
      reply: { about: 'info', text, command: { id: commandId, ref, name, status: 'confirmed' } },
      now,
    })
  })
}

/** Whether nobody has begun with it; nobody can settle it before the commit. */
async function stillWaits(trx: Executor, commandId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('envelopes')
    .select('status')
    .where('envelopes.command_id', '=', commandId)
    .where('status', '=', 'confirmed')
    .where((eb) => eb.not(isBegun('envelopes')))
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

type Unstarted = Awaited<ReturnType<typeof unstarted>>[number]

/** In the order of their confirmation, starting after `last`. */
function unstarted(db: LedgerDb, now: Date, last: string | null) {
  return db
    .selectFrom('envelopes')
    .innerJoin('chats', 'chats.id', 'envelopes.chat_id')
    .select(['envelopes.command_id', 'envelopes.chat_id', 'envelopes.identity_id', 'ref', 'name', 'document'])
    .select('chats.account')
    .where('status', '=', 'confirmed')
    .where('safety', '<>', 'read')
    .where('confirmed_at', '<=', new Date(now.getTime() - silentForMs))
    .where('confirmed_at', '>', new Date(now.getTime() - newsForMs))
    .where((eb) => eb.not(isBegun('envelopes')))
    .$if(last !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('confirmed_at', 'envelopes.command_id'),
          '>',
          eb
            .selectFrom('envelopes as before')
            .select(['before.confirmed_at', 'before.command_id'])
            .where('before.command_id', '=', last)
            .$asTuple('confirmed_at', 'command_id'),
        ),
      ),
    )
    .orderBy('confirmed_at')
    .orderBy('envelopes.command_id')
    .limit(batchSize)
    .execute()
}
