/**
 * One turn: everything that follows from one row of a lane, in one transaction under the chat's row lock. If a read follows,
 * it runs between two such transactions, from its stored envelope. Whatever is interrupted is resumed where it stopped,
 * because every transaction leaves a state that says what is left to do.
 */
import type { Person } from '../access/person.ts'
import type { OutboundReply } from '../channel/channel.ts'
import type { Reply } from '../channel/reply.ts'
import type { ConversationEvent } from '../conversation/event.ts'
import type { Session } from '../conversation/session.ts'
import type { Decision } from '../conversation/step.ts'
import { say } from '../conversation/render/say.ts'
import { localeOf } from '../conversation/render/locale-of.ts'
import { errorCodeOf } from '../errors.ts'
import { createShopPatience, SlowLookups } from './lookups/answer-lookups.ts'
import { asClaimant } from '../ledger/people/claimant.ts'
import type { Executor } from '../ledger/database.ts'
import { lockOfChat, markTaken, type LaneRow } from '../ledger/talk/inbox.ts'
import { firstInLane } from '../ledger/talk/next-in-lane.ts'
import { blankText } from '../ledger/talk/message-contents.ts'
import { clearRefusals, standingOf } from '../ledger/people/lockouts.ts'
import { findSpeaker } from '../ledger/people/people.ts'
import { wordsInTheEnd } from '../ledger/talk/overtaken-words.ts'
import { loadSession, saveSession } from '../ledger/talk/sessions.ts'
import { commitAsynchronously, transact } from '../ledger/transact.ts'
import { measureDecisions, measureOutcome } from '../telemetry/measure-decisions.ts'
import { claimedInVain, claimOwnership, offeredTo } from './reading/claim-ownership.ts'
import { converse } from './converse.ts'
import { hideSecrets } from './reading/hide-secrets.ts'
import { keptOf, textToKeep } from './reading/kept-text.ts'
import { countRefused, wasCodeRefused } from './refusing/lock-out.ts'
import { readEvent } from './reading/read-event.ts'
import { refuseCode } from './refusing/refuse-code.ts'
import { acceptedRead, performRead, settleRead, type PerformedRead } from './run-read.ts'
import { sendReplies } from './sending/send-replies.ts'
import { tellSlowLookups } from './sending/tell-slow-lookups.ts'
import { turnAway } from './refusing/turn-away.ts'
import type { TurnDeps } from './turn-deps.ts'
import { Overtaken, writeDecisions } from './write-decisions.ts'

/** The row is done, or is not next: somebody else is working in this lane too, or an earlier row has come to light. */
export class NotDue extends Error {}

/** What remains to be done once the turn is stored. */
export type TurnResult = {
  readonly confirmed: readonly string[]
  readonly cancelled: readonly string[]
  /** What it has put into the outbox, where all of it is known, in its order; else none of it. */
  readonly said: readonly OutboundReply[]
}

/** What one transaction of a turn came to. */
type Taken = {
  readonly decisions: readonly Decision[]
  readonly said: readonly OutboundReply[]
  /** Something else is in the outbox in front of what the turn says. */
  readonly isBehind?: true
}

const nothing: Taken = { decisions: [], said: [] }
/** That the shop takes its time. */
const toldBefore: Taken = { ...nothing, isBehind: true }

/** How often a turn is repeated when the world overtakes it. */
const maxTries = 5
/** More reads than a message can ask for: beyond this, something is wrong. */
const maxReads = 20

/**
 * Waits for something, and lets others have the place meanwhile if it takes its time.
 * @param options.afterMs when it does; default a second
 */
export type Waiting = <Found>(find: () => Promise<Found>, afterMs?: number) => Promise<Found>

/**
 * Takes a row of the lane from where it was left to its end.
 * @param waiting waits for what may take its time and holds no transaction
 */
export async function runTurn(deps: TurnDeps, row: LaneRow, waiting: Waiting): Promise<TurnResult> {
  const taken: Taken[] = []
  let read =
    row.takenAt === null ? await take(deps, row, { performed: null, taken, waiting }) : await openRead(deps, row)
  for (let reads = 0; read !== null && reads < maxReads; reads++) {
    const commandId = read
    const performed: PerformedRead = await waiting(() => performRead(deps, row, commandId))
    read = await take(deps, row, { performed, taken, waiting })
  }
  const decided = taken.flatMap(({ decisions }) => decisions)
  const isAnySaid = taken.slice(0, -1).some(({ said, isBehind = false }) => isBehind || said.length > 0)
  const saidOnce = row.takenAt === null && !isAnySaid
  return {
    confirmed: decided.flatMap((each) => (each.kind === 'confirm' ? [each.commandId] : [])),
    cancelled: decided.flatMap((each) => (each.kind === 'cancel' ? [each.commandId] : [])),
    said: saidOnce ? (taken.at(-1)?.said ?? []) : [],
  }
}

/** The read that an interrupted turn still had to run. */
async function openRead(deps: TurnDeps, row: LaneRow): Promise<string | null> {
  const { db, clock } = deps
  const { running } = await loadSession(db, deps, { chatId: row.chatId, identityId: row.senderId })
  const read = running === null ? null : await acceptedRead(db, running)
  if (read === null) await markTaken(db, row.seq, { now: clock(), over: true })
  return read
}

/** One transaction; returns the read that has to run next. */
async function take(
  given: TurnDeps,
  row: LaneRow,
  { performed, taken, waiting }: { performed: PerformedRead | null; taken: Taken[]; waiting: Waiting },
): Promise<string | null> {
  let deps = given
  let overtaken = 0
  for (;;) {
    try {
      const current = { ...deps, shopPatience: createShopPatience() }
      const result = await transact(current.db, (trx) => takeIn(current, trx, row, performed), {
        ...current.limits,
        first: lockOfChat(current.db, row.chatId),
      })
      const { decisions } = result
      taken.push(result)
      measureDecisions(deps.meter, decisions)
      if (performed !== null) measureOutcome(deps.meter, performed.outcome)
      const read = decisions.findLast(({ kind }) => kind === 'run-read')
      return read?.kind === 'run-read' ? read.commandId : null
    } catch (error) {
      if (error instanceof SlowLookups) {
        const { found, told } = await waiting(() => tellSlowLookups(given, row, error.found), 0)
        if (told) taken.push(toldBefore)
        deps = { ...deps, lookedUp: new Map([...(deps.lookedUp ?? []), ...found]) }
        continue
      }
      const lostQueue = errorCodeOf(error) === 'queue_unavailable'
      overtaken += 1
      if (overtaken >= maxTries || !(error instanceof Overtaken || isTakenRef(error) || lostQueue)) throw error
      // What the shop answered before may be so no more either.
      if (error instanceof Overtaken) deps = { ...deps, lookedUp: new Map() }
      // If the claims' front could not answer, that counts as a queue that is down: the conversation refuses in its own
      // words.
      if (lostQueue) deps = { ...deps, queue: { ...deps.queue, health: async () => 'down' } }
    }
  }
}

async function takeIn(deps: TurnDeps, db: Executor, row: LaneRow, performed: PerformedRead | null): Promise<Taken> {
  const said = row.kind === 'message' && performed === null
  const lane = { chatId: row.chatId, identityId: row.senderId }
  const [due, words, standing, known, session] = await Promise.all([
    checkDue(deps, db, row, { taken: performed !== null }),
    said ? wordsInTheEnd(db, deps.secrets, row) : undefined,
    said ? standingOf(db, row.senderId, deps.clock()) : null,
    findSpeaker(db, deps, row),
    loadSession(db, deps, lane),
  ])
  const text = await textToKeep(deps, db, due, session)
  // They were told when the lockout began; until it is over nothing is answered.
  if (standing?.lockedOut === true) return end(deps, db, row)
  const claim = said ? await claimOwnership(deps, db, row, known) : null
  if (claim !== null && claim.kind !== 'claimed') {
    await refuseCode(deps, db, row, { person: known, why: claim.kind })
    return end(deps, db, row)
  }
  const person = claim?.person ?? (known === null ? null : await asClaimant(db, deps.secrets, known, deps.clock()))
  if (person === null) {
    await turnAway(deps, db, row, text)
    return nothing
  }
  const taken = await hear(deps, db, {
    row,
    words,
    text,
    session,
    performed,
    person,
    claimed: claim?.event ?? null,
  })
  const refused = said && wasCodeRefused(taken.decisions)
  if (refused) await countRefused(deps, db, row, person)
  const succeeded = claim !== null || taken.decisions.some(({ kind }) => kind === 'confirm')
  if (standing?.refused === true && succeeded) await clearRefusals(db, row.senderId)
  return taken
}

type Heard = {
  readonly row: LaneRow
  /** The final text of the message; `null` when it was deleted meanwhile, `undefined` when it has none. */
  readonly words: string | null | undefined
  /** The part of its text that may be kept. */
  readonly text: string | null
  readonly session: Session
  readonly performed: PerformedRead | null
  readonly person: Person
  /** What the first owner's code asks for, if the message is one; its text is then kept nowhere. */
  readonly claimed: ConversationEvent | null
}

/** Lets the conversation handle what the row says, and stores what follows. */
async function hear(
  deps: TurnDeps,
  db: Executor,
  { row, words, text, session, performed, person, claimed }: Heard,
): Promise<Taken> {
  const lane = { chatId: row.chatId, identityId: row.senderId }
  if (performed !== null && session.running !== performed.commandId) throw new NotDue('the read was told already')
  const heard =
    performed === null
      ? (claimed ?? (await readEvent(deps, db, { row, words, session, person })))
      : await settleRead(deps, db, performed)
  const event = heard && (await hideSecrets(deps, db, { row, session, personId: person.id }, heard))
  const kept = keptOf(deps.catalogue, event, text)
  const blank = async () => (kept === text ? null : blankText(db, deps.secrets, row, kept ?? undefined))
  if (event === null) {
    await blank()
    return end(deps, db, row)
  }
  const told = event.kind === 'outcome' ? event.record.name : null
  const offered = { ...deps, catalogue: offeredTo(deps.catalogue, person, told) }
  const inVain = claimedInVain(deps.catalogue, person, event)
  const done =
    inVain === null
      ? await converse(offered, db, { row, person, session, event })
      : { session, replies: [refusalOf(deps, person, inVain)], decisions: [] }
  const reads = done.decisions.some(({ kind }) => kind === 'run-read')
  const source = { messageId: row.messageId, text: claimed === null ? kept : null }
  const [, , , said] = await Promise.all([
    writeDecisions(deps, db, { ...lane, ...source, personId: person.id }, done.decisions),
    saveSession(db, deps.secrets, lane, done.session, deps.clock()),
    blank(),
    sendReplies(deps, db, row, {
      cause: performed === null ? 'turn' : performed.commandId,
      replies: done.replies,
      ...(event.kind === row.kind && event.kind !== 'expiry' ? { answers: messageAnswered(event) } : {}),
    }),
    markTaken(db, row.seq, { now: deps.clock(), over: !reads }),
    // Nobody is told anything before the read is over, and the commit that ends it is waited for.
    reads && done.replies.length === 0 ? commitAsynchronously(db) : null,
  ])
  return { decisions: done.decisions, said }
}

/** The message, of those that were written in this chat, that news of a command answers; `null` where nobody here asked for it. */
function messageAnswered(event: ConversationEvent): string | null {
  const asked =
    event.kind === 'answered'
      ? event.asked
      : event.kind !== 'asked' && event.kind !== 'recalled' && 'record' in event
        ? event.record
        : null
  return asked?.messageIds[0] ?? null
}

/**
 * Looks at the row again under the chat's lock: somebody else may have handled it since it was read. If nothing vouches for
 * what is there now, the lane deals with that.
 */
async function checkDue(
  { secrets }: TurnDeps,
  db: Executor,
  row: LaneRow,
  { taken }: { taken: boolean },
): Promise<LaneRow> {
  const due = await firstInLane(db, secrets, row.chatId)
  if (due?.isVouched !== true || due.row.seq !== row.seq || (due.row.takenAt !== null) !== taken)
    throw new NotDue('it is not the turn of this row')
  return due.row
}

function refusalOf({ catalogue }: TurnDeps, person: Person, key: string): Reply {
  return { about: 'refusal', text: say(localeOf(catalogue, person), key) }
}

/** Nothing more follows from the row. */
async function end({ clock }: TurnDeps, db: Executor, row: LaneRow): Promise<Taken> {
  await markTaken(db, row.seq, { now: clock(), over: true })
  return nothing
}

/** Two commands drew the same short reference: the next draw will differ. */
function isTakenRef(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'envelopes_ref_key'
}
