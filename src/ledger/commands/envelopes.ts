/** Envelopes at rest: stored once, never changed, moved from state to state by compare-and-set. */
import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { CommandRecord } from '../../conversation/lookup.ts'
import { digestOf } from '../../envelope/digest.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { safetiesThatMove, type CommandStatus, type ReasonCode } from '../../envelope/lifecycle.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import { halfwayAfter } from '../../execution/plan/reached-steps.ts'
import type { Executor } from '../database.ts'
import { isBegun } from './has-begun.ts'

/** Hardly any wish is executed this often; whether later executions were taken back is not looked at. */
const maxExecutions = 100

/** Stores a new envelope; `rejected` ones are kept too, as evidence of what was asked. */
export async function insertEnvelope(
  db: Executor,
  envelope: Envelope,
  state: {
    readonly chatId: string
    readonly identityId: string
    readonly tokenMac: Buffer | null
    readonly expiresAt: string | null
  } & ({ readonly status: 'accepted' } | { readonly status: 'rejected'; readonly reason: ReasonCode }),
): Promise<void> {
  const { sayso, intent } = envelope
  const createdAt = new Date(envelope.timestamp)
  await db
    .insertInto('envelopes')
    .values({
      command_id: envelope.command_id,
      ref: sayso.ref,
      name: sayso.name,
      safety: sayso.safety,
      status: state.status,
      reason: state.status === 'rejected' ? state.reason : null,
      document: JSON.stringify(envelope),
      digest: digestOf(envelope),
      idempotency_key: envelope.idempotency_key,
      base_key: sayso.base_key,
      again: sayso.issuance.again,
      target_entity: intent.entity,
      target_id: intent.target?.id ?? null,
      chat_id: state.chatId,
      identity_id: state.identityId,
      person_id: envelope.actor.user_id,
      token_mac: state.tokenMac,
      created_at: createdAt,
      expires_at: state.expiresAt === null ? null : new Date(state.expiresAt),
      confirmed_at: null,
      settled_at: state.status === 'rejected' ? createdAt : null,
      outcome: null,
    })
    .execute()
}

type Move =
  | { readonly to: 'confirmed'; readonly from: 'accepted'; readonly mac: Buffer }
  | { readonly to: 'rejected'; readonly from: 'accepted' | 'confirmed'; readonly reason: ReasonCode }
  | {
      readonly to: 'executed' | 'failed'
      readonly from: 'accepted' | 'confirmed'
      readonly reason: ReasonCode | null
      readonly outcome: Outcome
    }

/** Moves an envelope on; false, with nothing changed, when it was no longer in `from`. */
export async function moveEnvelope(db: Executor, commandId: string, move: Move, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('envelopes')
    .set({
      status: move.to,
      ...(move.to === 'confirmed'
        ? { confirmed_at: now, confirmation_mac: move.mac }
        : { settled_at: now, reason: move.reason }),
      ...(move.to === 'executed' || move.to === 'failed' ? { outcome: JSON.stringify(move.outcome) } : {}),
    })
    .where('command_id', '=', commandId)
    .where('status', '=', move.from)
    .where('safety', 'in', safetiesThatMove(move.from, move.to))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts a wrong token against the command. */
export async function countWrongToken(db: Executor, commandId: string): Promise<void> {
  await db
    .updateTable('envelopes')
    .set({ wrong_tries: sql<number>`wrong_tries + 1` })
    .where('command_id', '=', commandId)
    .execute()
}

/** An envelope with what the ledger knows about it. */
export type StoredEnvelope = {
  readonly envelope: Envelope
  readonly digest: string
  readonly status: CommandStatus
  readonly confirmedAt: Date | null
  /** See confirmations.ts. */
  readonly confirmationMac: Buffer | null
  readonly chatId: string
  readonly identityId: string
}

/** Keeps everybody else from moving an envelope until the transaction ends. */
export function lockOfEnvelope(db: Executor, commandId: string): Compilable {
  return db.selectFrom('envelopes').select('command_id').where('command_id', '=', commandId).forUpdate()
}

/** Reads an envelope, and with `lock` keeps everybody else from moving it until the transaction ends. */
export async function loadEnvelope(
  db: Executor,
  commandId: string,
  { lock = false } = {},
): Promise<StoredEnvelope | null> {
  const row = await db
    .selectFrom('envelopes')
    .select(['document', 'digest', 'status', 'confirmed_at', 'confirmation_mac', 'chat_id', 'identity_id'])
    .where('command_id', '=', commandId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    // Written by `insertEnvelope` alone; the digest tells whether it is still what was written.
    envelope: row.document as unknown as Envelope,
    digest: row.digest,
    status: row.status,
    confirmedAt: row.confirmed_at,
    confirmationMac: row.confirmation_mac,
    chatId: row.chat_id,
    identityId: row.identity_id,
  }
}

/** Commands as the conversation sees them, picked by a condition on the table; the newest first. */
export async function findRecords(db: Executor, where: RecordFilter): Promise<CommandRecord[]> {
  const rows = await recordRows(db)
    .$if(where.commandId !== undefined, (query) => query.where('envelopes.command_id', '=', where.commandId ?? ''))
    .$if(where.personId !== undefined, (query) => query.where('person_id', '=', where.personId ?? ''))
    .$if(where.ref !== undefined, (query) => query.where('ref', '=', where.ref ?? ''))
    .$if(where.messageId !== undefined, (query) =>
      query
        .where('envelopes.command_id', 'in', commandsOfMessage(db, where.messageId ?? ''))
        .where('chat_id', '=', where.chatId ?? ''),
    )
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()
  return rows.map(recordOfRow)
}

/** Every time that the same wish was executed, earliest first, so that the limit never drops one that was counted before. */
export async function executionsOf(db: Executor, baseKey: string): Promise<CommandRecord[]> {
  const rows = await recordRows(db)
    .where('base_key', '=', baseKey)
    .where((where) =>
      where.or([where('status', 'in', ['executed', 'compensated']), where('verdicts.verdict', '=', 'happened')]),
    )
    .orderBy('settled_at')
    .limit(maxExecutions)
    .execute()
  return rows.map(recordOfRow)
}

/** Through the evidence, whose indexes know what a message asked for (granted or refused) and what it confirmed. */
function commandsOfMessage(db: Executor, messageId: string) {
  const about = (kinds: readonly string[], names: RawBuilder<boolean>) =>
    db
      .selectFrom('evidence')
      .select('command_id')
      // As literals, so that the planner recognises the partial index that covers all of them.
      .where(
        'kind',
        'in',
        kinds.map((kind) => sql.lit(kind)),
      )
      .where('command_id', 'is not', null)
      .where(names)
  return about(['command.accepted', 'command.rejected'], sql<boolean>`facts->'messages' ? ${messageId}`)
    .unionAll(about(['command.confirmed'], sql<boolean>`facts->>'message' = ${messageId}`))
    .$narrowType<{ command_id: string }>()
}

/** Commands with what is known about them besides their envelope, for `recordOfRow`. */
export function recordRows(db: Executor) {
  return db
    .selectFrom('envelopes')
    .leftJoin('verdicts', 'verdicts.command_id', 'envelopes.command_id')
    .selectAll('envelopes')
    .select(['verdicts.verdict', 'verdicts.said', isBegun('envelopes').as('is_begun')])
}

/** A row of `recordRows` as the conversation sees it. */
export function recordOfRow(row: Awaited<ReturnType<ReturnType<typeof recordRows>['execute']>>[number]): CommandRecord {
  // Both are written by this file alone.
  const envelope = row.document as unknown as Envelope
  const outcome = row.outcome as unknown as Outcome | null
  const halfway = row.verdict === 'in_part' ? row.said : null
  return {
    commandId: envelope.command_id,
    ref: row.ref,
    name: row.name,
    safety: row.safety,
    status: row.status,
    reason: row.reason,
    args: envelope.args,
    intent: envelope.intent,
    messageIds: envelope.trace.message_ids,
    facts: envelope.sayso.facts,
    actor: envelope.sayso.actor,
    lastStep: envelope.sayso.chain.at(-1)?.stepName ?? '',
    outcome: halfway === null ? outcome : halfwayAfter(outcome, halfway),
    settledAt: row.settled_at?.toISOString() ?? null,
    verdict: row.verdict === 'in_part' ? null : row.verdict,
    started: row.is_begun,
  }
}

export type RecordFilter = {
  readonly commandId?: string
  readonly personId?: string
  readonly ref?: string
  /** With `chatId`: commands that this message asked for or confirmed. */
  readonly messageId?: string
  readonly chatId?: string
}
