/** What is said when a turn, or what follows from it, goes wrong. */
import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { mainLocale } from '../catalogue/locale-for.ts'
import { localeOf } from '../conversation/render/locale-of.ts'
import type { Reply } from '../channel/reply.ts'
import type { CommandRecord } from '../conversation/lookup.ts'
import { commandOf, renderBareOutcome } from '../conversation/render/render-outcome.ts'
import { say } from '../conversation/render/say.ts'
import { openPreview } from '../conversation/session.ts'
import { assertNever, RetryableError, TerminalError } from '../errors.ts'
import type { Executor } from '../ledger/database.ts'
import { findRecords } from '../ledger/commands/envelopes.ts'
import { lockOfChat, markTaken, type LaneRow } from '../ledger/talk/inbox.ts'
import { blankText } from '../ledger/talk/message-contents.ts'
import { findPerson } from '../ledger/people/people.ts'
import { loadSession, saveSession } from '../ledger/talk/sessions.ts'
import { transact } from '../ledger/transact.ts'
import { closeUntold } from './refusing/close-untold.ts'
import { mayHoldSecret } from './reading/hide-secrets.ts'
import { acceptedRead } from './run-read.ts'
import { sendReplies } from './sending/send-replies.ts'
import type { TurnDeps } from './turn-deps.ts'
import { reject } from './write-decisions.ts'

type GiveUpDeps = Pick<TurnDeps, 'db' | 'secrets' | 'catalogue' | 'clock' | 'log'> & {
  readonly limits: Pick<TurnDeps['limits'], 'lockWaitMs'>
}

/**
 * The apology for a turn that keeps breaking; it ends the row, a read that it could not run and what the row says is over, so that the
 * chat goes on.
 */
export async function giveUp(deps: GiveUpDeps, row: LaneRow, error: unknown): Promise<void> {
  const person = await findPerson(deps.db, deps, row.senderId)
  const locale = person === null ? mainLocale(deps.catalogue) : localeOf(deps.catalogue, person)
  const apologise = async (db: Executor) => {
    // A message whose turn broke before it was understood may contain what nobody should read.
    if (
      mayHoldSecret(deps.catalogue, row, await loadSession(db, deps, { chatId: row.chatId, identityId: row.senderId }))
    )
      await blankText(db, deps.secrets, row)
    if (person !== null) await dropOpenRead(deps, db, row, person.id)
    if (row.kind === 'message') await markUnheard(deps, db, row)
    const told = row.kind === 'outcome' ? (await findRecords(db, { commandId: row.messageId }))[0] : undefined
    const replies = apologies(deps.catalogue, locale, { row, told, error })
    const answers = told?.messageIds[0] ?? null
    await sendReplies(deps, db, row, { cause: 'gave-up', replies, ...(row.kind === 'outcome' ? { answers } : {}) })
    await markTaken(db, row.seq, { now: deps.clock(), over: true })
  }
  const inLane = { ...deps.limits, first: lockOfChat(deps.db, row.chatId) }
  // By itself: should this be what always breaks, the chat goes on nevertheless.
  await transact(deps.db, (db) => closeUntold(deps, db, row), inLane).catch((cause: unknown) =>
    deps.log.error({ event: 'turn.unclosed', seq: row.seq, chat: row.chatId, err: cause }, 'what is over stays open'),
  )
  await transact(deps.db, apologise, inLane)
}

/** Somebody who is told that nothing was started will ask again, so that is never said of a command that has ended. */
function apologies(
  catalogue: Catalogue,
  locale: Locale,
  { row, told, error }: { readonly row: LaneRow; readonly told: CommandRecord | undefined; readonly error: unknown },
): readonly Reply[] {
  switch (row.kind) {
    case 'progress':
      // Nobody needs to know about progress that could not be reported: the outcome will be.
      return []
    case 'outcome':
      return told === undefined ? [] : [renderBareOutcome({ catalogue, locale }, told)]
    case 'settled':
    case 'asked':
    case 'recalled':
    case 'answered':
      // It is in the history, where they will find it.
      return []
    case 'message':
    case 'expiry':
      return [{ about: 'refusal', text: failureText(locale, error) }]
    default:
      return assertNever(row.kind)
  }
}

function failureText(locale: Locale, error: unknown): string {
  if (error instanceof RetryableError) return say(locale, 'turn_failed_busy')
  if (!(error instanceof TerminalError) || error.code !== 'lookup_failed') return say(locale, 'turn_failed')
  const entity = String(error.params['entity'])
  return say(locale, 'turn_failed_lookup', { entity: locale.entities[entity]?.title ?? entity })
}

async function dropOpenRead(deps: GiveUpDeps, db: Executor, row: LaneRow, personId: string): Promise<void> {
  const lane = { chatId: row.chatId, identityId: row.senderId }
  const session = await loadSession(db, deps, lane)
  const read = session.running === null ? null : await acceptedRead(db, session.running)
  if (read === null) return
  const context = { chatId: row.chatId, personId, messageId: row.kind === 'message' ? row.messageId : null }
  await reject(deps, db, context, read, 'accepted', 'action_failed')
  await saveSession(db, deps.secrets, lane, { ...session, running: null }, deps.clock())
}

/** What was said may have been against the preview that waits: it is shown once more before anything confirms it. */
async function markUnheard(deps: GiveUpDeps, db: Executor, { chatId, senderId }: LaneRow): Promise<void> {
  const lane = { chatId, identityId: senderId }
  const session = await loadSession(db, deps, lane)
  const pending = openPreview(session)
  if (pending === null) return
  await saveSession(db, deps.secrets, lane, { ...session, pending: { ...pending, unheard: true } }, deps.clock())
}

/** The queue was lost after the confirmation was stored: the command waits, and the person is told so, once. */
export async function tellKept(deps: TurnDeps, row: LaneRow, commandId: string): Promise<void> {
  const [record] = await findRecords(deps.db, { commandId })
  const person = await findPerson(deps.db, deps, row.senderId)
  if (record === undefined || person === null) return
  const text = say(localeOf(deps.catalogue, person), 'kept_for_queue', { ref: record.ref })
  const reply = { about: 'info', text, command: commandOf(record) } as const
  await sendReplies(deps, deps.db, row, { cause: `kept/${commandId}`, replies: [reply] })
}
