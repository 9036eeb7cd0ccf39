/**
 * What a worker does with a command: everything comes from the stored envelope, nothing from the job or the chat. The
 * run is taken with a fencing epoch, so that of two workers only the newer one can write.
 */
import type { Logger } from 'pino'
import { digestOf } from '../../envelope/digest.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { errorCodeOf } from '../../errors.ts'
import { isAskingEnded } from '../../ledger/commands/asking.ts'
import { isConfirmed } from '../../ledger/commands/confirmations.ts'
import type { Executor, LedgerDb } from '../../ledger/database.ts'
import { loadEnvelope, lockOfEnvelope, type StoredEnvelope } from '../../ledger/commands/envelopes.ts'
import { insist } from '../../ledger/insist.ts'
import { admitCommandEvent } from '../../ledger/talk/inbox.ts'
import { notifyLane } from '../../ledger/talk/lane-signal.ts'
import { actorOf } from '../../ledger/people/people.ts'
import { recordProgress, type ProgressOf } from '../../ledger/commands/progress.ts'
import { recordOutcome } from '../../ledger/commands/record-outcome.ts'
import { rejectCommand } from '../../ledger/commands/reject-command.ts'
import { hasBegun } from '../../ledger/commands/has-begun.ts'
import {
  barRun,
  createPostgresJournal,
  finishRun,
  hasFinished,
  releaseRun,
  runOf,
  takeRun,
} from '../../ledger/commands/runs.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'
import { isPaused } from '../../ledger/settings.ts'
import { commitAsynchronously, transact } from '../../ledger/transact.ts'
import type { RunHolder } from '../../ledger/commands/vouched-runs.ts'
import { isWorkerPresent } from '../../ledger/worker-presence.ts'
import { measureOutcome } from '../../telemetry/measure-decisions.ts'
import { measureSteps } from '../../telemetry/measure-steps.ts'
import type { Meter } from '../../telemetry/meter.ts'
import type { Tracer } from '../../telemetry/tracer.ts'
import type { Actions } from '../action.ts'
import type { Outcome } from './outcome.ts'
import type { Journal } from './journal.ts'
import { logStep } from './log-step.ts'
import { mayStillAsk, type Rights } from './may-still-ask.ts'
import type { RunOptions } from './run.ts'
import { runStoredChain } from './run-stored-chain.ts'
import { createProgressTeller, type ProgressTeller } from './tell-progress.ts'

export type RunEnvelopeDeps = {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly actions: Actions
  /** What is asked again before a run begins. */
  readonly rights: Rights
  /** Where the files lie that arguments name. */
  readonly workspaceDir: string
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly tracer: Tracer
  readonly meter: Meter
  /** The name under which this process shows that it lives (`enterWorker`). */
  readonly owner: string
  /**
   * Commands of which a step may go on in this process for all that anybody knows: nobody takes them up as long as it lives, nor does it
   * itself, until that step has ended. Begins empty, and is kept here.
   */
  readonly held: Set<string>
  /** The schema of the ledger; names the channel on which the bot hears of outcomes. */
  readonly schema: string
  readonly limits: {
    /** How long one step may take, in milliseconds. */
    readonly stepTimeoutMs: number
    /** A command that no worker began with so long after its confirmation is not run any more, in milliseconds. */
    readonly startWithinMs: number
  }
}

/**
 * Runs a confirmed command to its recorded outcome, or until its service has to be asked again later. Rejects when the run was fenced or stopped; the command is then left
 * to whoever took it over, or to the sweep.
 */
export async function runEnvelope(deps: RunEnvelopeDeps, commandId: string, signal: AbortSignal): Promise<void> {
  // The sweep adds the job of what is held again and again.
  if (deps.held.has(commandId)) return
  const taken = await take(deps, commandId)
  if (taken === null) return
  const { epoch, chatId, outcome: broken } = taken
  const attributes = { command_id: commandId, command: taken.envelope.sayso.name, chat: chatId, epoch }
  await deps.tracer.span('run', { attributes }, async (span) => {
    const leftOpen: Promise<void>[] = []
    let isOver = false
    try {
      const outcome =
        broken ?? (await perform(deps, taken, { signal, onLeftOpen: (ended) => void leftOpen.push(ended) }))
      // The sweep adds its job again.
      if (outcome === 'asked_again') return
      await settle(deps, taken, outcome)
      isOver = true
      span.set({ status: outcome.kind })
      measureOutcome(deps.meter, outcome)
      deps.log.info({ event: 'command.settled', commandId, chat: chatId, outcome: outcome.kind }, 'command settled')
    } finally {
      if (!isOver && leftOpen.length > 0) hold(deps.held, commandId, leftOpen, () => letGo(deps, taken, signal))
      else if (!isOver) await letGo(deps, taken, signal)
    }
  })
}

/** What may go on even now is left alone until it has ended, or this worker, which stays its owner until then. */
function hold(
  held: Set<string>,
  commandId: string,
  leftOpen: readonly Promise<void>[],
  release: () => Promise<void>,
): void {
  held.add(commandId)
  void Promise.all(leftOpen)
    .then(release)
    .finally(() => held.delete(commandId))
}

/** Any worker may go on with it now, not only this one. */
async function letGo({ db, secrets, log }: RunEnvelopeDeps, holder: RunHolder, signal: AbortSignal): Promise<void> {
  const release = () => releaseRun(db, secrets, holder)
  try {
    // A worker that stops has no time, and soon counts as gone.
    await (signal.aborted ? release() : insist(release))
  } catch (error) {
    const { commandId } = holder
    log.warn({ event: 'run.held', commandId, err: error }, 'a run stays with this worker: it could not be let go')
  }
}

type Taken = ProgressOf & { readonly envelope: Envelope; readonly outcome: Outcome | null }

/**
 * Only a confirmed envelope is run, only in time, only if it still is what was confirmed, and only for who may still ask for it.
 * A run that had begun is gone on with, whatever became of their rights; one that was taken and did nothing had not.
 */
async function take(deps: RunEnvelopeDeps, commandId: string): Promise<Taken | null> {
  const { db, secrets, clock, owner, limits, log, rights, meter } = deps
  const takeIn = async (trx: Executor): Promise<Taken | 'rejected' | null> => {
    const [stored, run, begun, paused, actor] = await Promise.all([
      loadEnvelope(trx, commandId),
      runOf(trx, secrets, commandId),
      hasBegun(trx, secrets, commandId),
      isPaused(trx),
      actorOf(trx, deps, commandId),
    ])
    if (stored === null || stored.status !== 'confirmed' || stored.confirmedAt === null) {
      log.info({ event: 'command.not_run', commandId, status: stored?.status ?? null }, 'nothing to run')
      return null
    }
    const holder = run?.owner ?? null
    // A job may come again while its command runs (Redis lost everything, a lock expired): the living owner goes on.
    if (holder !== null && holder !== owner && (await isWorkerPresent(trx, holder))) return null
    // The bot rejects it as expired and tells the person; a worker only leaves it alone.
    if (!begun && clock().getTime() - stored.confirmedAt.getTime() > limits.startWithinMs) return null
    // What was confirmed before a pause waits for its end; the sweep brings it back.
    if (!begun && paused && !stored.envelope.sayso.while_paused) return null
    const { envelope, chatId, identityId } = stored
    const intact = digestOf(envelope) === stored.digest && isConfirmed(secrets, { ...stored, commandId })
    if (!begun && intact && !(await mayStillAsk(trx, { secrets, envelope, actor, rights, now: clock() })))
      return (await rejectIn(deps, trx, stored)) ? 'rejected' : null
    // On disk with the first intent, before which nothing happens.
    const [epoch] = await Promise.all([
      takeRun(trx, secrets, { commandId, owner, stored: run, now: clock() }),
      commitAsynchronously(trx),
    ])
    const outcome = intact ? null : tampered('The stored envelope is not what was confirmed', holder === null && !begun)
    return { envelope, commandId, epoch, owner, chatId, identityId, outcome }
  }
  const taken = await transact(db, takeIn, { first: lockOfEnvelope(db, commandId) })
  if (taken !== 'rejected') return taken
  meter.command('rejected')
  log.info({ event: 'command.not_run', commandId, reason: 'unauthorised' }, 'whoever asked may not ask for it any more')
  return null
}

/**
 * Whoever asked for it hears so in their lane, if they may still hear anything there. False when a worker that was taken for dead has
 * begun with it after all.
 */
async function rejectIn(
  deps: RunEnvelopeDeps,
  trx: Executor,
  { envelope, chatId, identityId }: StoredEnvelope,
): Promise<boolean> {
  const { command_id: commandId, actor } = envelope
  if (!(await barRun(trx, deps.secrets, commandId))) return false
  const rejection = { commandId, chatId, personId: actor.user_id, messageId: null }
  await Promise.all([
    rejectCommand(trx, deps, { ...rejection, from: 'confirmed', reason: 'unauthorised' }),
    admitCommandEvent(
      trx,
      deps.secrets,
      'outcome',
      { commandId, chatId, identityId },
      deps.clock(),
      deps.tracer.current(),
    ),
    notifyLane(trx, deps.schema, chatId),
  ])
  return true
}

/** What a run has done that had begun, nobody can say any more: what told it is gone. */
function tampered(explanation: string, isNew: boolean): Outcome {
  return { kind: 'failed', reason: 'digest_mismatch', explanation, effect: isNew ? 'none' : 'unknown', outputs: {} }
}

/** How it ended; or nobody knows yet what came of a step. */
async function perform(
  deps: RunEnvelopeDeps,
  taken: Taken,
  { signal, onLeftOpen }: Required<Pick<RunOptions, 'signal' | 'onLeftOpen'>>,
): Promise<Outcome | 'asked_again'> {
  const { db, secrets, actions, limits, log } = deps
  const { commandId, chatId } = taken
  const progress = tellProgress(deps, taken)
  const measure = measureSteps(deps, { commandId, chain: taken.envelope.sayso.chain })
  try {
    return await runStoredChain(deps, taken, {
      actions,
      journal: resuming(createPostgresJournal(db, secrets, taken), progress),
      limits,
      signal,
      onLeftOpen,
      isAskingEnded: () => isAskingEnded(db, commandId),
      isPaused: async () => !taken.envelope.sayso.while_paused && (await isPaused(db)),
      onStep: (event) => {
        progress.onStep(event)
        measure(event)
        logStep(log, { commandId, chat: chatId }, event)
      },
    })
  } catch (error) {
    if (errorCodeOf(error) === 'asked_again' && !signal.aborted) return 'asked_again'
    if (errorCodeOf(error) === 'digest_mismatch')
      return tampered('The journal of its steps is not what was written', false)
    throw error
  } finally {
    await progress.end()
  }
}

/** What is told of a run goes into the lane of the person who asked, as its outcome does. */
function tellProgress({ db, schema, secrets, clock, log, tracer }: RunEnvelopeDeps, taken: Taken): ProgressTeller {
  const { commandId, envelope } = taken
  const trace = tracer.current()
  return createProgressTeller({
    total: envelope.sayso.chain.length,
    // What is taken up may be asked about again and again, each time for less than is told: once it is told all the same.
    tellsResumed: taken.epoch === 2,
    tell: (progress, ordinal) =>
      recordProgress({ db, schema, secrets }, taken, { ordinal, progress, now: clock(), trace }),
    onTrouble: (error) =>
      log.warn({ event: 'progress.failed', commandId, err: error }, 'the progress could not be told'),
  })
}

/** A run that is taken up again begins where the one before it was. */
function resuming(journal: Journal, progress: ProgressTeller): Journal {
  return {
    ...journal,
    read: async () => {
      const entries = await journal.read()
      progress.resume(entries.flatMap(({ kind, step }) => (kind === 'done' ? [step] : [])))
      return entries
    },
  }
}

/** The outcome, its evidence and the event in the person's lane: one transaction, under the run's epoch. */
async function settle(deps: RunEnvelopeDeps, holder: RunHolder, outcome: Outcome): Promise<void> {
  await insist(async (attempt) => {
    try {
      await transact(deps.db, (trx) => settleIn(deps, trx, holder, outcome), {
        // The envelope first, as `take` locks them: two workers must not wait for each other.
        first: lockOfEnvelope(deps.db, holder.commandId),
      })
    } catch (error) {
      // Nobody may have heard that it was committed.
      if (attempt === 1 || errorCodeOf(error) !== 'fenced' || !(await hasFinished(deps.db, holder))) throw error
    }
  })
}

async function settleIn(deps: RunEnvelopeDeps, trx: Executor, holder: RunHolder, outcome: Outcome): Promise<void> {
  const { commandId } = holder
  const [lane] = await Promise.all([
    recordOutcome(trx, deps, { commandId, from: 'confirmed', outcome }),
    finishRun(trx, { ...holder, now: deps.clock() }),
  ])
  if (lane === null) return
  await Promise.all([
    admitCommandEvent(trx, deps.secrets, 'outcome', { commandId, ...lane }, deps.clock(), deps.tracer.current()),
    notifyLane(trx, deps.schema, lane.chatId),
  ])
}
