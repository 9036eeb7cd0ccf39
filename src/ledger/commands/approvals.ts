/**
 * What somebody may not do themselves is asked of others: it goes into the lanes of those who may, and how each of them answers into the lane of
 * whoever asked. All of it is in the transaction of what causes it, so that nothing is asked or answered twice, or not at all.
 */
import { sql } from 'kysely'
import type { Answer, CommandRecord } from '../../conversation/lookup.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { isDone, type ReasonCode } from '../../envelope/lifecycle.ts'
import type { Executor } from '../database.ts'
import { appendEvidence } from '../evidence/evidence.ts'
import { speakerRows } from '../people/owners.ts'
import { privateChats } from '../people/private-chats.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { admitCommandEvent } from '../talk/inbox.ts'
import { notifyLaneHere } from '../talk/lane-signal.ts'
import { findRecords } from './envelopes.ts'

/** Another preview of the same takes the place of what ended so. */
const goesOn: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['superseded', 'changed', 'duplicate'])

/** More previews than so many come of nothing that was asked. */
const mostAnswers = 20

type Told = { readonly secrets: Secrets; readonly now: Date }

/** Asks these people, by their ids, for a command of somebody else; whoever may not speak any more is not asked. */
export async function askApproval(
  trx: Executor,
  { secrets, now }: Told,
  { commandId, of }: { readonly commandId: string; readonly of: readonly string[] },
): Promise<void> {
  const chat = await trx
    .selectFrom('envelopes')
    .innerJoin('chats', 'chats.id', 'envelopes.chat_id')
    .select(['chats.id', 'account', 'channel', 'person_id'])
    .where('command_id', '=', commandId)
    .executeTakeFirstOrThrow()
  const asked = (await speakerRows(trx, secrets)).filter(({ id }) => of.includes(id))
  for (const { chatId, identityId } of await privateChats(trx, chat, asked)) {
    await admitCommandEvent(trx, secrets, 'asked', { commandId, chatId, identityId }, now)
    await notifyLaneHere(trx, chatId)
  }
  const facts = { of: asked.map(({ id }) => id) }
  await appendEvidence(trx, secrets, [
    { at: now, kind: 'approval.asked', commandId, chatId: chat.id, personId: chat.person_id, facts },
  ])
}

/** Tells whoever asked for a command of somebody else how it ended, unless it goes on; nothing of what people asked for on their own. */
export async function tellWhoAsked(
  trx: Executor,
  told: Told,
  { command_id: commandId, sayso }: Envelope,
  reason: ReasonCode | null,
): Promise<void> {
  if (sayso.asked_by === undefined || (reason !== null && goesOn.has(reason))) return
  await admitAnswer(trx, told, { asked: sayso.asked_by, answer: commandId })
  // It was done: nobody else need do it.
  if (reason === null) await recall(trx, told, sayso.asked_by)
}

/** Tells everybody who was asked for a command that it need not be done any more. */
export async function recall(trx: Executor, { secrets, now }: Told, commandId: string): Promise<void> {
  const lanes = await trx
    .selectFrom('inbox')
    .select(['chat_id as chatId', 'sender_id as identityId'])
    .where('kind', '=', 'asked')
    .where('message_id', '=', commandId)
    .orderBy('chat_id')
    .execute()
  for (const lane of lanes) {
    await admitCommandEvent(trx, secrets, 'recalled', { commandId, ...lane }, now)
    await notifyLaneHere(trx, lane.chatId)
  }
}

/** Tells whoever asked for this command that nothing came of it. */
export async function turnDown(trx: Executor, told: Told, commandId: string): Promise<void> {
  await admitAnswer(trx, told, { asked: commandId, answer: commandId })
}

async function admitAnswer(
  trx: Executor,
  { secrets, now }: Told,
  { asked, answer }: { readonly asked: string; readonly answer: string },
): Promise<void> {
  const asker = await trx
    .selectFrom('envelopes')
    .innerJoin('people', 'people.id', 'envelopes.person_id')
    .select(['chat_id as chatId', 'identity_id as identityId'])
    .where('command_id', '=', asked)
    .where('people.active', '=', true)
    .executeTakeFirst()
  if (asker === undefined) return
  await admitCommandEvent(trx, secrets, 'answered', { commandId: answer, ...asker }, now)
  await notifyLaneHere(trx, asker.chatId)
}

/** What somebody is asked for, and the name of whoever asks, '' when they have been forgotten; `null` when nobody asks for it any more. */
export async function askedFor(
  db: Executor,
  commandId: string,
): Promise<{ readonly record: CommandRecord; readonly by: string } | null> {
  const [record] = await findRecords(db, { commandId })
  return record?.reason === 'approval_asked' ? { record, by: await nameOfActor(db, commandId) } : null
}

/**
 * What need not be done any more, and who has done it, or else whoever asked and has taken it back; '' when they have been forgotten. `null` when
 * nothing was asked for.
 */
export async function recalledFrom(
  db: Executor,
  commandId: string,
): Promise<{ readonly record: CommandRecord; readonly by: string; readonly isDone: boolean } | null> {
  const asked = await askedFor(db, commandId)
  if (asked === null) return null
  const answers = await answersOf(db, commandId)
  const answer = answers.find(({ record }) => isDone(record))
  return answer === undefined ? { ...asked, isDone: false } : { ...asked, by: answer.by, isDone: true }
}

/**
 * What came of it: the command that was asked for, and the one of whoever was asked, `null` where there was none. `null` when nothing was
 * asked for.
 * @param commandId as the lane has it: of the command that ended, or of the one that was turned down
 */
export async function answerTo(
  db: Executor,
  commandId: string,
): Promise<{ readonly asked: CommandRecord; readonly record: CommandRecord | null; readonly by: string } | null> {
  const [[record], row] = await Promise.all([
    findRecords(db, { commandId }),
    db.selectFrom('envelopes').select('document').where('command_id', '=', commandId).executeTakeFirst(),
  ])
  if (record === undefined || row === undefined) return null
  // Written by `insertEnvelope` alone.
  const askedBy = (row.document as unknown as Envelope).sayso.asked_by
  if (askedBy === undefined) return { asked: record, record: null, by: '' }
  const [asked] = await findRecords(db, { commandId: askedBy })
  return asked === undefined ? null : { asked, record, by: await nameOfActor(db, commandId) }
}

/** What came so far of asking others for a command of this person, the newest first. */
export async function answersTo(
  db: Executor,
  { commandId, personId }: { readonly commandId: string; readonly personId: string },
): Promise<readonly Answer[]> {
  const [own] = await findRecords(db, { commandId, personId })
  return own === undefined ? [] : answersOf(db, commandId)
}

async function answersOf(db: Executor, commandId: string): Promise<readonly Answer[]> {
  const answers = await db
    .selectFrom('envelopes')
    .select('command_id')
    .where(sql<string>`document #>> '{sayso,asked_by}'`, '=', commandId)
    .orderBy('created_at', 'desc')
    .limit(mostAnswers)
    .execute()
  return Promise.all(
    answers.map(async ({ command_id: id }) => {
      const [[record], by] = await Promise.all([findRecords(db, { commandId: id }), nameOfActor(db, id)])
      if (record === undefined) throw new TypeError(`${id} is gone`)
      return { record, by }
    }),
  )
}

async function nameOfActor(db: Executor, commandId: string): Promise<string> {
  const row = await db
    .selectFrom('envelopes')
    .innerJoin('people', 'people.id', 'envelopes.person_id')
    .select('people.name')
    .where('command_id', '=', commandId)
    .executeTakeFirst()
  return row?.name ?? ''
}
