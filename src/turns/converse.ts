import { uuidv7 } from './uuid.ts'
import { localeOf } from '../conversation/render/locale-of.ts'
import type { Person } from '../access/person.ts'
import type { Reply } from '../channel/reply.ts'
import { advance } from '../conversation/advance.ts'
import type { ConversationEvent } from '../conversation/event.ts'
import type { Facts } from '../conversation/lookup.ts'
import type { Context } from '../conversation/scene.ts'
import { unfilledByOutcome } from '../conversation/render/render-outcome.ts'
import type { Session } from '../conversation/session.ts'
import { type Decision, type Done, maxRounds } from '../conversation/step.ts'
import { isWishDue } from '../conversation/waiting/wishes.ts'
import { createRef, createToken } from '../envelope/token.ts'
import type { Executor } from '../ledger/database.ts'
import type { LaneRow } from '../ledger/talk/inbox.ts'
import { answerLookups } from './lookups/answer-lookups.ts'
import { filesOf } from './sending/outcome-files.ts'
import type { TurnDeps } from './turn-deps.ts'

/** Lets the conversation handle an event, an outcome with its files, and any further wishes that are due after it. */
export async function converse(
  deps: TurnDeps,
  db: Executor,
  { row, person, session, event }: { row: LaneRow; person: Person; session: Session; event: ConversationEvent },
): Promise<Omit<Done, 'kind'>> {
  const replies: Reply[] = []
  const decisions: Decision[] = []
  let current = session
  for (
    let next: ConversationEvent | null = await withFiles(deps, event);
    next !== null;
    next = isWishDue(current) ? { kind: 'next-wish' } : null
  ) {
    const step = await settleEvent(deps, db, { row, person, session: current, event: next })
    replies.push(...step.replies)
    decisions.push(...step.decisions)
    current = step.session
  }
  return { session: current, replies, decisions }
}

async function withFiles(deps: TurnDeps, event: ConversationEvent): Promise<ConversationEvent> {
  return event.kind === 'outcome' ? { ...event, files: await filesOf(deps, event.record) } : event
}

async function settleEvent(
  deps: TurnDeps,
  db: Executor,
  { row, person, session, event }: { row: LaneRow; person: Person; session: Session; event: ConversationEvent },
): Promise<Done> {
  const context: Context = {
    now: deps.clock(),
    person,
    identityId: row.senderId,
    channel: row.channel,
    chatId: row.chatId,
    chatKind: row.chatKind,
    catalogue: deps.catalogue,
    locale: localeOf(deps.catalogue, person),
    ids: { commandId: uuidv7(deps.clock()), ref: createRef(), token: createToken() },
    limits: await limitsFor(deps, person.language),
  }
  let facts: Facts = new Map()
  for (let round = 0; round < maxRounds; round++) {
    const known = facts
    const attributes = { event: event.kind, chat: row.chatId }
    const step = deps.tracer.span('advance', { attributes }, () => advance({ session, facts: known, context }, event))
    if (step.kind === 'done') {
      warnUnfilled(deps, context, event)
      return step
    }
    facts = await answerLookups(deps, db, { chatId: row.chatId, personId: person.id }, facts, step.lookups)
  }
  throw new TypeError(`The conversation still asks after ${maxRounds} rounds`)
}

/**
 * Voice is not offered where no engine can hear it: a person whose language none understands cannot confirm by voice note.
 */
async function limitsFor({ limits, ears, log }: TurnDeps, language: string): Promise<TurnDeps['limits']> {
  if (limits.voiceConfirm !== 'phrase') return limits
  try {
    if ((await ears?.understands(language)) === true) return limits
  } catch (error) {
    log.warn({ event: 'voice.failed', err: error }, 'it could not be found out whether voice notes are understood')
  }
  return { ...limits, voiceConfirm: 'typed' }
}

/**
 * Tells the author of the texts that they ask for something that the command does not provide; the person sees a dash in
 * its place.
 */
function warnUnfilled({ log }: TurnDeps, context: Context, event: ConversationEvent): void {
  if (event.kind !== 'outcome') return
  const { name: command, commandId } = event.record
  const columns = unfilledByOutcome(context, event.record)
  if (columns.length > 0)
    log.warn(
      { event: 'text.unfilled', command, commandId, columns },
      'the texts of a command ask for values that it did not return',
    )
}
