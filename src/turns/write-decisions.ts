/**
 * Writes what a turn decided in its transaction: envelope, claim, evidence. A decision that the world has overtaken
 * (somebody else's claim, a worker that has begun) throws `Overtaken`; the turn is then repeated with how things are now.
 */
import type { Decision } from '../conversation/step.ts'
import { claimKey } from '../dispatch/postgres-claims.ts'
import { digestOf } from '../envelope/digest.ts'
import type { Envelope } from '../envelope/envelope.ts'
import type { ReasonCode } from '../envelope/lifecycle.ts'
import { assertNever } from '../errors.ts'
import { askApproval, recall, tellWhoAsked, turnDown } from '../ledger/commands/approvals.ts'
import { askingOf, endAsking } from '../ledger/commands/asking.ts'
import { confirmEnvelope } from '../ledger/commands/confirmations.ts'
import type { Executor } from '../ledger/database.ts'
import { countWrongToken, insertEnvelope, loadEnvelope } from '../ledger/commands/envelopes.ts'
import { appendEvidence, type EvidenceEntry } from '../ledger/evidence/evidence.ts'
import { blankTokens } from '../ledger/talk/blank-replies.ts'
import { rejectCommand } from '../ledger/commands/reject-command.ts'
import { barRun } from '../ledger/commands/runs.ts'
import { lockSame } from '../ledger/commands/same-by-another.ts'
import { tokenMac } from '../ledger/commands/tokens.ts'
import { idsUnderWay, lockThing } from '../ledger/commands/under-way.ts'
import { findSameByAnother } from './lookups/find-same-by-another.ts'
import type { TurnDeps } from './turn-deps.ts'

/** Something that was true when the turn looked is no longer true. */
export class Overtaken extends Error {}

type Deps = Pick<TurnDeps, 'secrets' | 'clock' | 'tracer' | 'front' | 'catalogue'>

export type DecisionContext = {
  readonly chatId: string
  readonly identityId: string
  readonly personId: string
  readonly messageId: string
  /** What the person wrote; kept in the erasable payload of the evidence. */
  readonly text: string | null
}

export async function writeDecisions(
  deps: Deps,
  db: Executor,
  context: DecisionContext,
  decisions: readonly Decision[],
): Promise<void> {
  for (const decision of decisions) await writeDecision(deps, db, context, decision)
}

async function writeDecision(deps: Deps, db: Executor, context: DecisionContext, decision: Decision): Promise<void> {
  const prove = (entry: Pick<EvidenceEntry, 'kind' | 'facts' | 'payload' | 'commandId'>) =>
    appendEvidence(db, deps.secrets, [
      { at: deps.clock(), chatId: context.chatId, personId: context.personId, ...entry },
    ])
  switch (decision.kind) {
    case 'accept': {
      const { command_id: commandId, sayso } = decision.envelope
      const attributes = { command_id: commandId, command: sayso.name, chat: context.chatId, status: 'accepted' }
      return deps.tracer.span('accept', { attributes }, () => accept(deps, db, context, decision))
    }
    case 'refuse': {
      const { envelope, reason } = decision
      await tellWhoAsked(db, { secrets: deps.secrets, now: deps.clock() }, envelope, reason)
      await Promise.all([
        insertEnvelope(db, envelope, { ...context, status: 'rejected', reason, tokenMac: null, expiresAt: null }),
        prove({
          kind: 'command.rejected',
          commandId: envelope.command_id,
          facts: { ...factsOf(envelope), digest: digestOf(envelope), reason },
          payload: payloadOf(envelope, context),
        }),
      ])
      return
    }
    case 'confirm': {
      const { commandId, method } = decision
      const attributes = { command_id: commandId, chat: context.chatId, method, status: 'confirmed' }
      return deps.tracer.span('confirm', { attributes }, async () => {
        await Promise.all([confirm(deps, db, context, decision), blankTokens(db, deps.secrets, commandId)])
      })
    }
    case 'reject':
      return reject(deps, db, context, decision.commandId, 'accepted', decision.reason)
    case 'ask-approval':
      await reject(deps, db, context, decision.commandId, 'accepted', 'approval_asked')
      return askApproval(db, { secrets: deps.secrets, now: deps.clock() }, decision)
    case 'recall':
      return recall(db, { secrets: deps.secrets, now: deps.clock() }, decision.commandId)
    case 'turn-down':
      return turnDown(db, { secrets: deps.secrets, now: deps.clock() }, decision.commandId)
    case 'cancel':
      // Locked before it is looked at: a worker that takes it meanwhile needs the same lock.
      await loadEnvelope(db, decision.commandId, { lock: true })
      if (!(await barRun(db, deps.secrets, decision.commandId))) throw new Overtaken('the command has begun')
      return reject(deps, db, context, decision.commandId, 'confirmed', 'cancelled')
    case 'end-asking':
      return endAskingOf(deps, db, context, decision.commandId)
    case 'count-wrong-token':
      return countWrongToken(db, decision.commandId)
    case 'note':
      return prove({
        kind: decision.evidence,
        commandId: decision.commandId,
        facts: { ...decision.facts, message: context.messageId },
      })
    case 'run-read':
      return
    default:
      return assertNever(decision)
  }
}

async function endAskingOf(deps: Deps, db: Executor, context: DecisionContext, commandId: string): Promise<void> {
  // Locked before it is looked at: whoever settles it meanwhile needs the same lock.
  await loadEnvelope(db, commandId, { lock: true })
  const asking = await askingOf(db, commandId)
  if (asking?.state !== 'asked' && asking?.state !== 'resting') throw new Overtaken('the command is not asked about')
  const { chatId, personId, messageId } = context
  await endAsking(db, deps.secrets, { at: deps.clock(), commandId, chatId, personId, messageId })
}

async function accept(
  { secrets, clock }: Deps,
  db: Executor,
  context: DecisionContext,
  { envelope, token, expiresAt }: Extract<Decision, { kind: 'accept' }>,
): Promise<void> {
  const bound = {
    commandId: envelope.command_id,
    digest: digestOf(envelope),
    chatId: context.chatId,
    identityId: context.identityId,
  }
  const mac = token === null ? null : tokenMac(secrets, bound, token)
  const entry: EvidenceEntry = {
    at: clock(),
    kind: 'command.accepted',
    commandId: envelope.command_id,
    chatId: context.chatId,
    personId: context.personId,
    facts: { ...factsOf(envelope), digest: bound.digest, ...(expiresAt === null ? {} : { expiresAt }) },
    payload: payloadOf(envelope, context),
  }
  await Promise.all([
    insertEnvelope(db, envelope, { ...context, status: 'accepted', tokenMac: mac, expiresAt }),
    appendEvidence(db, secrets, [entry]),
  ])
}

type Confirm = Extract<Decision, { kind: 'confirm' }>

/** One lock, so that nobody waits for who waits for them: what is the same is about the same thing. */
async function lockRivals(db: Executor, { same, besides }: Confirm): Promise<void> {
  if (besides !== undefined) return lockThing(db, { entity: besides.entity, targetId: besides.target })
  if (same !== undefined) await lockSame(db, same)
}

/** The claim is part of the confirmation: both are stored, or neither (invariant 3). */
async function confirm(deps: Deps, db: Executor, context: DecisionContext, decision: Confirm): Promise<void> {
  const { commandId, key, method, same, seen, besides, told = [] } = decision
  const now = deps.clock()
  const [stored] = await Promise.all([loadEnvelope(db, commandId, { lock: true }), lockRivals(db, decision)])
  if (stored === null) throw new Overtaken('the command is gone')
  // Whatever the tables say is open here, only the person who asked for it can confirm it, where they asked (invariant 2).
  const isTheirs = stored.envelope.actor.user_id === context.personId && stored.identityId === context.identityId
  if (!isTheirs || stored.chatId !== context.chatId) throw new TypeError(`${commandId} is not theirs to confirm here`)
  const windowMs = stored.envelope.sayso.window_ms
  await askFront(deps, { key, commandId, windowMs })
  const entry: EvidenceEntry = {
    at: now,
    kind: 'command.confirmed',
    commandId,
    chatId: context.chatId,
    personId: context.personId,
    facts: { method, message: context.messageId, digest: stored.digest, key },
  }
  const [another, underWay, claim, moved] = await Promise.all([
    same === undefined ? null : findSameByAnother(deps, db, context.personId, same),
    besides === undefined
      ? []
      : idsUnderWay(db, { entity: besides.entity, targetId: besides.target, exceptId: commandId }),
    claimKey(db, { key, commandId, windowMs, held: true, now }),
    confirmEnvelope(db, deps.secrets, { ...stored, commandId }, now),
    appendEvidence(db, deps.secrets, [entry]),
  ])
  if (another !== null && another.commandId !== seen)
    throw new Overtaken('somebody else was quicker to confirm the same')
  if (underWay.some((id) => !told.includes(id)))
    throw new Overtaken('somebody else was quicker to confirm something on the same thing')
  if (claim.kind === 'held') throw new Overtaken('the key is taken')
  if (!moved) throw new Overtaken('the command is not open any more')
}

/**
 * Asks the fast front first. It may be out of date (the claim in Postgres was released meanwhile), so Postgres decides; but
 * if it does not answer at all, nothing is confirmed: Redis in trouble never lets a mutation through.
 */
async function askFront(
  { front }: Deps,
  claim: { readonly key: string; readonly commandId: string; readonly windowMs: number },
): Promise<void> {
  const answer = await front?.claim(claim)
  if (answer?.kind !== 'held') return
  await front?.release({ key: claim.key, commandId: answer.commandId })
  await front?.claim(claim)
}

/** Rejects a command that has not begun; see `rejectCommand`. @throws Overtaken when it is no longer open */
export async function reject(
  deps: Pick<TurnDeps, 'secrets' | 'clock'>,
  db: Executor,
  context: Pick<DecisionContext, 'chatId' | 'personId'> & { readonly messageId: string | null },
  commandId: string,
  from: 'accepted' | 'confirmed',
  reason: ReasonCode,
): Promise<void> {
  const moved = await rejectCommand(db, deps, { ...context, commandId, from, reason })
  if (!moved) throw new Overtaken('the command is not open any more')
}

/** Names what stays for ever; anything else that a command contains counts as personal until somebody decides otherwise. */
function factsOf(envelope: Envelope) {
  const { sayso, trace } = envelope
  const audio = (trace.audio ?? []).map(({ message_id, engine, model, language, duration_ms }) => ({
    message_id,
    engine,
    model,
    language,
    duration_ms,
  }))
  return {
    ref: sayso.ref,
    name: sayso.name,
    safety: sayso.safety,
    messages: [...trace.message_ids],
    ...(audio.length === 0 ? {} : { audio }),
  }
}

function payloadOf(envelope: Envelope, { text }: DecisionContext) {
  const heard = (envelope.trace.audio ?? []).flatMap(({ transcript, heard: raw }) =>
    raw === undefined ? [transcript] : [transcript, raw],
  )
  const { args, intent } = envelope
  return { text, args, target: intent.target?.id ?? null, ...(heard.length === 0 ? {} : { heard }) }
}
