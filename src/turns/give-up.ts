/** What is said when a turn, or what follows from it, does not go as it should. */
import { localeFor } from '../catalogue/locale-for.ts'
import { commandOf } from '../conversation/render/render-outcome.ts'
import { say } from '../conversation/render/say.ts'
import { RetryableError } from '../errors.ts'
import type { Executor } from '../ledger/database.ts'
import { findRecords } from '../ledger/envelopes.ts'
import { blankText, lockOfChat, markTaken, type LaneRow } from '../ledger/inbox.ts'
import { findPerson } from '../ledger/people.ts'
import { loadSession, saveSession } from '../ledger/sessions.ts'
import { transact } from '../ledger/transact.ts'
import { mayHoldSecret } from './hide-secrets.ts'
import { acceptedRead } from './run-read.ts'
import { sendReplies } from './send-replies.ts'
import type { TurnDeps } from './turn-deps.ts'
import { reject } from './write-decisions.ts'

/** The apology for a turn that keeps breaking; it ends the row and a read that it could not run, so that the chat goes on. */
export async function giveUp(deps: TurnDeps, row: LaneRow, error: unknown): Promise<void> {
  const person = await findPerson(deps.db, row.senderId)
  const locale = localeFor(deps.catalogue, person?.language ?? 'en')
  const key = error instanceof RetryableError ? 'turn_failed_busy' : 'turn_failed'
  const apologise = async (db: Executor) => {
    // What broke before it was understood may show what nobody should read.
    if (mayHoldSecret(deps.catalogue, row, await loadSession(db, { chatId: row.chatId, identityId: row.senderId })))
      await blankText(db, row.seq)
    if (person !== null) await dropOpenRead(deps, db, row, person.id)
    // Of progress that cannot be told nobody needs to hear: its outcome will be.
    const replies = row.kind === 'progress' ? [] : [{ about: 'refusal', text: say(locale, key) } as const]
    await sendReplies(deps, db, row, { cause: 'gave-up', replies })
    await markTaken(db, row.seq, { now: deps.clock(), over: true })
  }
  await transact(deps.db, apologise, { ...deps.limits, first: lockOfChat(deps.db, row.chatId) })
}

async function dropOpenRead(deps: TurnDeps, db: Executor, row: LaneRow, personId: string): Promise<void> {
  const lane = { chatId: row.chatId, identityId: row.senderId }
  const session = await loadSession(db, lane)
  const read = session.running === null ? null : await acceptedRead(db, session.running)
  if (read === null) return
  const context = { chatId: row.chatId, personId, messageId: row.kind === 'message' ? row.messageId : null }
  await reject(deps, db, context, read, 'accepted', 'action_failed')
  await saveSession(db, lane, { ...session, running: null }, deps.clock())
}

/** The queue was lost after the confirmation was stored: the command waits, and the person hears so, once. */
export async function tellKept(deps: TurnDeps, row: LaneRow, commandId: string): Promise<void> {
  const [record] = await findRecords(deps.db, { commandId })
  const person = await findPerson(deps.db, row.senderId)
  if (record === undefined || person === null) return
  const text = say(localeFor(deps.catalogue, person.language), 'kept_for_queue', { ref: record.ref })
  const reply = { about: 'info', text, command: commandOf(record) } as const
  await sendReplies(deps, deps.db, row, { cause: `kept/${commandId}`, replies: [reply] })
}
