/**
 * What the ledger and the claims do for a conversation, in memory: answers lookups, applies decisions, and refuses
 * whatever the database would refuse. The rules are those of turns/lookups/answer-lookups.ts and turns/write-decisions.ts.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CommandRecord, FactOf, Lookup, WaitsElsewhere } from '../../conversation/lookup.ts'
import type { Decision } from '../../conversation/step.ts'
import { idempotencyKeyOf } from '../../envelope/idempotency-key.ts'
import { mayMove, type CommandStatus, type ReasonCode } from '../../envelope/lifecycle.ts'
import { assertNever } from '../../errors.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import type { ConversationEvent } from '../../conversation/event.ts'
import { createConversationApprovals } from './conversation-approvals.ts'
import { createConversationClaims } from './conversation-claims.ts'
import { type Asker, createConversationOthers } from './conversation-others.ts'
import { repeatIn } from './conversation-repeats.ts'
import type { StoredCommand } from './stored-command.ts'

/** What the ledger does not know. */
type OfWorld = 'entity' | 'queue' | 'pause' | 'asked-here' | 'owners' | 'speakers'

export type ConversationLedger = {
  readonly commands: ReadonlyMap<string, StoredCommand>
  readonly evidence: readonly Extract<Decision, { kind: 'note' }>[]
  readonly answer: <L extends Exclude<Lookup, { kind: OfWorld }>>(asker: Asker, lookup: L) => FactOf[L['kind']]
  readonly apply: (asker: Asker, decision: Decision) => void
  /** What waits for somebody beside what they say. */
  readonly takeEvents: (asker: Asker) => readonly ConversationEvent[]
  readonly recordOutcome: (commandId: string, outcome: Outcome) => void
  readonly recordOf: (commandId: string) => CommandRecord
}

export function createConversationLedger({
  catalogue,
  clock,
  nameOf,
}: {
  readonly catalogue: Catalogue
  readonly clock: () => Date
  /** What somebody is called. */
  readonly nameOf: (personId: string) => string
}): ConversationLedger {
  const commands = new Map<string, StoredCommand>()
  const evidence: Extract<Decision, { kind: 'note' }>[] = []
  const { holderOf, claim, release, hold } = createConversationClaims(clock)
  const approvals = createConversationApprovals({ nameOf, recordOf })
  const others = createConversationOthers({ catalogue, clock, nameOf, commands, recordOf })
  const { wasUndone } = others

  function stored(commandId: string): StoredCommand {
    const found = commands.get(commandId)
    if (found === undefined) throw new TypeError(`No command ${commandId}`)
    return found
  }

  function recordOf(commandId: string): CommandRecord {
    const { envelope, status, reason, outcome, settledAt, started } = stored(commandId)
    const { ref, name, safety, facts, actor, chain } = envelope.sayso
    const lastStep = chain.at(-1)?.stepName ?? ''
    const asked = { args: envelope.args, intent: envelope.intent, messageIds: envelope.trace.message_ids }
    return {
      commandId,
      ref,
      name,
      safety,
      status,
      reason,
      ...asked,
      facts,
      actor,
      lastStep,
      outcome,
      settledAt,
      verdict: null,
      started,
    }
  }

  function insert(command: StoredCommand): void {
    if (!mayMove(command.envelope.sayso.safety, 'none', command.status)) throw new TypeError('Illegal beginning')
    if (commands.has(command.envelope.command_id)) throw new TypeError('A command id was used twice')
    commands.set(command.envelope.command_id, command)
    if (command.status === 'rejected') approvals.tellWhoAsked(command)
  }

  function move(commandId: string, to: CommandStatus, reason: ReasonCode | null): StoredCommand {
    const command = stored(commandId)
    if (!mayMove(command.envelope.sayso.safety, command.status, to))
      throw new TypeError(`${command.envelope.sayso.name} cannot go from ${command.status} to ${to}`)
    command.status = to
    command.reason = reason
    if (to === 'confirmed') return command
    command.settledAt = clock().toISOString()
    approvals.tellWhoAsked(command)
    return command
  }

  function recordsOf({ personId }: Asker): CommandRecord[] {
    return [...commands.values()]
      .filter(({ envelope }) => envelope.actor.user_id === personId)
      .toReversed()
      .map(({ envelope }) => recordOf(envelope.command_id))
  }

  function answer(asker: Asker, lookup: Exclude<Lookup, { kind: OfWorld }>) {
    switch (lookup.kind) {
      case 'repeat': {
        const { issuance, before } = repeatIn({ catalogue, commands, recordOf, wasUndone, now: clock() }, lookup)
        const holder = holderOf(idempotencyKeyOf(lookup, issuance))
        return { issuance, earlier: holder === null ? null : recordOf(holder), before }
      }
      case 'same-by-another':
        return others.sameByAnother(asker, lookup)
      case 'was-undone':
        return wasUndone(recordOf(lookup.commandId))
      case 'under-way':
        return others.underWay(asker, lookup)
      case 'asking':
        return stored(lookup.commandId).asking ?? null
      case 'asked-of-another':
        return others.askedOfAnother(asker, lookup.ref)
      case 'asking-ended-by': {
        const { askingEndedBy: by } = stored(lookup.commandId)
        return by === undefined || by === asker.personId ? null : nameOf(by)
      }
      case 'changed-since':
        return others.changedSince(asker, recordOf(lookup.commandId))
      case 'holder': {
        const holder = holderOf(lookup.key)
        return holder === null || holder === lookup.commandId ? null : recordOf(holder)
      }
      case 'token': {
        const { status, token, wrongTries } = stored(lookup.commandId)
        const [isOwn, waits] = [token === lookup.token, status === 'accepted']
        return { matches: isOwn && waits, spent: isOwn && !waits && status !== 'rejected', wrongTries }
      }
      case 'elsewhere': {
        const found = [...commands.values()].find(
          ({ chatId, envelope, status, token }) =>
            chatId !== asker.chatId &&
            envelope.actor.user_id === asker.personId &&
            status === 'accepted' &&
            token === lookup.token,
        )
        return found === undefined ? null : placeOf(found)
      }
      case 'waits-elsewhere': {
        const [only, ...rest] = [...commands.values()].filter(
          ({ chatId, envelope, status, expiresAt }) =>
            chatId !== asker.chatId &&
            envelope.actor.user_id === asker.personId &&
            status === 'accepted' &&
            Date.parse(expiresAt ?? '') > clock().getTime(),
        )
        return only === undefined || rest.length > 0 ? null : placeOf(only)
      }
      case 'answers':
        return [...commands.values()]
          .filter(({ envelope }) => envelope.sayso.asked_by === lookup.commandId)
          .toReversed()
          .map(({ envelope }) => ({ record: recordOf(envelope.command_id), by: nameOf(envelope.actor.user_id) }))
      case 'secret':
        return 'kept'
      case 'file':
        return { kind: 'missing' }
      case 'ref':
        return recordsOf(asker).find(({ ref }) => ref === lookup.ref) ?? null
      case 'done-before':
        return null
      case 'command':
        return recordsOf(asker).find(({ commandId }) => commandId === lookup.commandId) ?? null
      case 'message':
        return recordsOf(asker).filter(
          ({ commandId, messageIds }) =>
            stored(commandId).chatId === asker.chatId && messageIds.includes(lookup.messageId),
        )
      default:
        return assertNever(lookup)
    }
  }

  function apply({ chatId, personId }: Asker, decision: Decision): void {
    const fresh = { chatId, outcome: null, started: false, confirmedAt: null, wrongTries: 0 }
    switch (decision.kind) {
      case 'accept': {
        const { envelope, token, expiresAt } = decision
        return insert({ ...fresh, envelope, token, expiresAt, status: 'accepted', reason: null, settledAt: null })
      }
      case 'refuse': {
        const { envelope, reason } = decision
        const settledAt = clock().toISOString()
        return insert({ ...fresh, envelope, token: null, expiresAt: null, status: 'rejected', reason, settledAt })
      }
      case 'confirm':
        claim(decision.key, {
          id: decision.commandId,
          windowMs: stored(decision.commandId).envelope.sayso.window_ms,
        })
        move(decision.commandId, 'confirmed', null).confirmedAt = clock().toISOString()
        return
      case 'reject':
        if (stored(decision.commandId).status !== 'accepted') throw new TypeError('Only what waits can be rejected')
        return void move(decision.commandId, 'rejected', decision.reason)
      case 'ask-approval':
        if (stored(decision.commandId).status !== 'accepted') throw new TypeError('Only what waits is asked for')
        move(decision.commandId, 'rejected', 'approval_asked')
        return approvals.ask(stored(decision.commandId), decision.of)
      case 'recall':
        return approvals.recall(stored(decision.commandId))
      case 'turn-down':
        return approvals.turnDown(stored(decision.commandId))
      case 'cancel':
        if (stored(decision.commandId).started) throw new TypeError('The command has begun')
        move(decision.commandId, 'rejected', 'cancelled')
        return release(decision.commandId)
      case 'end-asking': {
        const command = stored(decision.commandId)
        const { state, until } = command.asking ?? { state: null, until: null }
        if (state !== 'asked' && state !== 'resting') throw new TypeError('The command is not asked about')
        command.asking = { state: 'ended', until }
        command.askingEndedBy = personId
        return
      }
      case 'count-wrong-token':
        stored(decision.commandId).wrongTries += 1
        return
      case 'note':
        return void evidence.push(decision)
      case 'run-read':
        return
      default:
        return assertNever(decision)
    }
  }

  return {
    commands,
    evidence,
    // Each case of `answer` gives what `FactOf` says for its kind; TypeScript cannot follow that through the switch.
    answer: answer as ConversationLedger['answer'],
    apply,
    takeEvents: approvals.take,
    recordOf,
    recordOutcome: (commandId, outcome) => {
      const reason = outcome.kind === 'failed' ? outcome.reason : null
      move(commandId, outcome.kind, reason).outcome = outcome
      if (outcome.kind === 'failed' && outcome.effect === 'none') return release(commandId)
      hold(commandId, outcome.kind === 'failed' && outcome.effect === 'unknown')
    },
  }
}

function placeOf({ chatId, envelope }: Pick<StoredCommand, 'chatId' | 'envelope'>): WaitsElsewhere {
  return { ref: envelope.sayso.ref, chatKind: chatId.startsWith('group') ? 'group' : 'private' }
}
