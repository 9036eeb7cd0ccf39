import type { ConversationEvent } from '../conversation/event.ts'
import { TerminalError } from '../errors.ts'
import { digestOf } from '../envelope/digest.ts'
import { logStep } from '../execution/run/log-step.ts'
import { createMemoryJournal } from '../execution/run/memory-journal.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import { runStoredChain } from '../execution/run/run-stored-chain.ts'
import type { Executor } from '../ledger/database.ts'
import { findRecords, loadEnvelope } from '../ledger/commands/envelopes.ts'
import type { LaneRow } from '../ledger/talk/inbox.ts'
import { recordOutcome } from '../ledger/commands/record-outcome.ts'
import { measureSteps } from '../telemetry/measure-steps.ts'
import { tellReadProgress } from './sending/tell-read-progress.ts'
import type { TurnDeps } from './turn-deps.ts'

export type PerformedRead = { readonly commandId: string; readonly outcome: Outcome }

/**
 * Runs a read from its stored envelope (invariant 1), in the bot, within its time limit, as part of the turn of this row.
 */
export async function performRead(deps: TurnDeps, row: LaneRow, commandId: string): Promise<PerformedRead> {
  const stored = await loadEnvelope(deps.db, commandId)
  if (stored === null || digestOf(stored.envelope) !== stored.digest) {
    throw new TerminalError('digest_mismatch', `The stored envelope of ${commandId} is not what was accepted`)
  }
  const { chain, name } = stored.envelope.sayso
  // Before it waits for a place: whoever waits is told so.
  const progress = tellReadProgress(deps, row, { commandId, total: chain.length })
  const leave = chain.some(({ actionDomain }) => actionDomain === 'sql') ? await deps.readPlaces.take() : null
  const attributes = { command_id: commandId, command: name, chat: row.chatId }
  return deps.tracer.span('run', { attributes }, async (span) => {
    const measure = measureSteps(deps, { commandId, chain })
    try {
      const outcome = await runStoredChain(deps, stored, {
        actions: deps.actions,
        journal: createMemoryJournal(),
        limits: { stepTimeoutMs: deps.limits.readTimeoutMs },
        signal: AbortSignal.timeout(deps.limits.readTimeoutMs * 2),
        onStep: (event) => {
          progress.onStep(event)
          logStep(deps.log, { commandId, chat: row.chatId }, event)
          measure(event)
        },
      })
      span.set({ status: outcome.kind })
      return { commandId, outcome }
    } finally {
      leave?.()
      await progress.end()
    }
  })
}

/** Stores the outcome of a read, and hands it to the conversation as what happened. */
export async function settleRead(
  deps: TurnDeps,
  db: Executor,
  { commandId, outcome }: PerformedRead,
): Promise<ConversationEvent | null> {
  await recordOutcome(db, deps, { commandId, from: 'accepted', outcome })
  const [record] = await findRecords(db, { commandId })
  return record === undefined ? null : { kind: 'outcome', record }
}

/** The command, if it is a read that was accepted and has not run. */
export async function acceptedRead(db: Executor, commandId: string): Promise<string | null> {
  const [record] = await findRecords(db, { commandId })
  return record?.safety === 'read' && record.status === 'accepted' ? commandId : null
}
