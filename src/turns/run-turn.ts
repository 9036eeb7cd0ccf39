/**
 * One turn: everything that follows from one row of a lane, in one transaction under the chat's row lock. A read that
 * follows from it runs between two such transactions, from its stored envelope. Whatever is interrupted is taken up
 * again where it stopped, because every transaction leaves a state that says what is left.
 */
import type { ConversationEvent } from '../conversation/event.ts'
import { say } from '../conversation/render/say.ts'
import type { Decision } from '../conversation/step.ts'
import { localeFor } from '../catalogue/locale-for.ts'
import { errorCodeOf } from '../errors.ts'
import type { Executor } from '../ledger/database.ts'
import { loadEnvelope } from '../ledger/envelopes.ts'
import { appendEvidence } from '../ledger/evidence.ts'
import { blankText, lockChat, markTaken, nextInLane, type LaneRow, type MessageBody } from '../ledger/inbox.ts'
import { findPerson } from '../ledger/people.ts'
import { loadSession, saveSession } from '../ledger/sessions.ts'
import { converse } from './converse.ts'
import { readEvent } from './read-event.ts'
import { acceptedRead, performRead, settleRead, type PerformedRead } from './run-read.ts'
import { sendReplies } from './send-replies.ts'
import type { TurnDeps } from './turn-deps.ts'
import { Overtaken, reject, writeDecisions } from './write-decisions.ts'

/** The row is over, or it is another's turn: somebody else works in this lane too, or a row before it has come to light. */
export class NotDue extends Error {}

/** What is to be done once the turn is stored. */
export type TurnResult = { readonly confirmed: readonly string[]; readonly cancelled: readonly string[] }

/** A turn that the world overtakes is done over so often. */
const maxTries = 5
/** More reads than a message may wish for: then something is wrong. */
const maxReads = 20

/** Does a row of the lane from where it was left to its end. */
export async function runTurn(deps: TurnDeps, row: LaneRow): Promise<TurnResult> {
  const decided: Decision[] = []
  let read = row.takenAt === null ? await take(deps, row, null, decided) : await openRead(deps, row)
  for (let reads = 0; read !== null && reads < maxReads; reads++) {
    const performed: PerformedRead = await performRead(deps, read)
    read = await take(deps, row, performed, decided)
  }
  return {
    confirmed: decided.flatMap((each) => (each.kind === 'confirm' ? [each.commandId] : [])),
    cancelled: decided.flatMap((each) => (each.kind === 'cancel' ? [each.commandId] : [])),
  }
}

/** The read that an interrupted turn had still to run. */
async function openRead({ db, clock }: TurnDeps, row: LaneRow): Promise<string | null> {
  const { running } = await loadSession(db, { chatId: row.chatId, identityId: row.senderId })
  const read = running === null ? null : await acceptedRead(db, running)
  if (read === null) await markTaken(db, row.seq, { now: clock(), over: true })
  return read
}

/** One transaction; returns the read that is to run next. */
async function take(
  given: TurnDeps,
  row: LaneRow,
  performed: PerformedRead | null,
  decided: Decision[],
): Promise<string | null> {
  let deps = given
  for (let attempt = 1; ; attempt++) {
    try {
      const current = deps
      const decisions = await current.db.transaction().execute((trx) => takeIn(current, trx, row, performed))
      decided.push(...decisions)
      const read = decisions.findLast(({ kind }) => kind === 'run-read')
      return read?.kind === 'run-read' ? read.commandId : null
    } catch (error) {
      const lostQueue = errorCodeOf(error) === 'queue_unavailable'
      if (attempt >= maxTries || !(error instanceof Overtaken || isTakenRef(error) || lostQueue)) throw error
      // What the claims' front could not say counts as a queue that is down: the conversation refuses in its own words.
      if (lostQueue) deps = { ...deps, queue: { ...deps.queue, health: async () => 'down' } }
    }
  }
}

async function takeIn(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  performed: PerformedRead | null,
): Promise<readonly Decision[]> {
  await beginTurn(deps, db, row, { taken: performed !== null })
  const person = await findPerson(db, row.senderId)
  if (person === null) return turnAway(deps, db, row)
  const lane = { chatId: row.chatId, identityId: row.senderId }
  const session = await loadSession(db, lane)
  if (performed !== null && session.running !== performed.commandId) throw new NotDue('the read was told already')
  const event: ConversationEvent | null =
    performed === null
      ? await readEvent(deps, db, row, session, person.language)
      : await settleRead(deps, db, performed)
  if (event === null) {
    await markTaken(db, row.seq, { now: deps.clock(), over: true })
    return []
  }
  const done = await converse(deps, db, { row, person, session, event })
  await writeDecisions(
    deps,
    db,
    { ...lane, personId: person.id, messageId: row.messageId, text: textOf(row) },
    done.decisions,
  )
  await saveSession(db, lane, done.session, deps.clock())
  if (event.kind === 'reading' && event.reading.kind === 'token') await blankText(db, row.seq)
  await sendReplies(deps, db, row, {
    cause: performed === null ? 'turn' : performed.commandId,
    replies: done.replies,
    ...(event.kind === 'outcome' && row.kind === 'outcome' ? { answers: event.record.messageIds[0] ?? null } : {}),
  })
  await markTaken(db, row.seq, { now: deps.clock(), over: !done.decisions.some(({ kind }) => kind === 'run-read') })
  return done.decisions
}

/** Under the chat's lock the row is looked at again: what was read before it may have been done by somebody else. */
async function beginTurn(deps: TurnDeps, db: Executor, row: LaneRow, { taken }: { taken: boolean }): Promise<void> {
  await lockChat(db, row.chatId, deps.limits.lockWaitMs)
  const due = await nextInLane(db, row.chatId)
  if (due?.seq !== row.seq || (due.takenAt !== null) !== taken) throw new NotDue('it is not the turn of this row')
}

/** Strangers get a polite refusal and nothing else (invariant 6); it is kept who knocked. */
async function turnAway(deps: TurnDeps, db: Executor, row: LaneRow): Promise<readonly Decision[]> {
  const asks = row.kind === 'message' && (row.body as MessageBody).content.kind === 'text'
  const addressed = row.chatKind === 'private' || (row.body as MessageBody).mentions
  if (asks && addressed) {
    await appendEvidence(db, deps.secrets, [
      {
        at: deps.clock(),
        kind: 'access.refused',
        chatId: row.chatId,
        facts: { message: row.messageId },
        payload: { text: textOf(row) },
      },
    ])
    await sendReplies(deps, db, row, {
      cause: 'turn',
      replies: [{ about: 'refusal', text: say(localeFor(deps.catalogue, 'en'), 'stranger') }],
    })
  }
  // Whoever lost their rights has lost their open preview too.
  if (row.kind === 'expiry') await expireUnowned(deps, db, row)
  await markTaken(db, row.seq, { now: deps.clock(), over: true })
  return []
}

async function expireUnowned(deps: TurnDeps, db: Executor, row: LaneRow): Promise<void> {
  const stored = await loadEnvelope(db, row.messageId)
  if (stored?.status !== 'accepted') return
  const context = { chatId: row.chatId, personId: stored.envelope.actor.user_id, messageId: null }
  await reject(deps, db, context, row.messageId, 'accepted', 'expired')
}

function textOf(row: LaneRow): string | null {
  if (row.kind !== 'message') return null
  const { content } = row.body as MessageBody
  return content.kind === 'text' || content.kind === 'edit' ? content.text : null
}

/** Two commands drew the same short reference: the next draw will differ. */
function isTakenRef(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'envelopes_ref_key'
}
