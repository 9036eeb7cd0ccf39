import { releaseKey, settleKey } from '../../dispatch/postgres-claims.ts'
import { digestOf } from '../../envelope/digest.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import type { Executor } from '../database.ts'
import { tellWhoAsked } from './approvals.ts'
import { loadEnvelope, moveEnvelope } from './envelopes.ts'
import { appendEvidence, type EvidenceEntry } from '../evidence/evidence.ts'
import type { Secrets } from '../secrets/secrets.ts'

/**
 * CCP IX.C: records the outcome of a command, its evidence, and what becomes of its claim, in the caller's transaction: an
 * executed command keeps its window, a failure without effect gives the key back, an unknown effect holds it (invariant 4).
 * Returns the lane that waits for the outcome; `null`, with nothing written, when the command was settled before.
 */
export async function recordOutcome(
  db: Executor,
  { secrets, clock }: { readonly secrets: Secrets; readonly clock: () => Date },
  {
    commandId,
    from,
    outcome,
  }: { readonly commandId: string; readonly from: 'accepted' | 'confirmed'; readonly outcome: Outcome },
): Promise<{ readonly chatId: string; readonly identityId: string } | null> {
  const stored = await loadEnvelope(db, commandId, { lock: true })
  // Under the lock nobody can move it meanwhile.
  if (stored?.status !== from) return null
  const { idempotency_key: key, actor } = stored.envelope
  const now = clock()
  const entry: EvidenceEntry = {
    at: now,
    kind: `command.${outcome.kind}`,
    commandId,
    chatId: stored.chatId,
    personId: actor.user_id,
    facts: {
      ...(outcome.kind === 'executed'
        ? {}
        : {
            reason: outcome.reason,
            effect: outcome.effect,
            step: outcome.step ?? null,
            ...(outcome.steps === undefined ? {} : { steps: outcome.steps }),
          }),
      // The digest of what is stored, which can differ: JSON does not have every number, for one.
      outcome: digestOf(JSON.parse(JSON.stringify(outcome))),
      settledAt: now.toISOString(),
    },
    payload: { outputs: outcome.outputs },
  }
  const reason = outcome.kind === 'failed' ? outcome.reason : null
  await Promise.all([
    moveEnvelope(db, commandId, { from, to: outcome.kind, reason, outcome }, now),
    key === null ? null : settleClaim(db, { key, commandId }, outcome),
    appendEvidence(db, secrets, [entry]),
    tellWhoAsked(db, { secrets, now }, stored.envelope, reason),
  ])
  return stored
}

async function settleClaim(
  db: Executor,
  claim: { readonly key: string; readonly commandId: string },
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === 'executed') return void (await settleKey(db, claim))
  switch (outcome.effect) {
    case 'none':
      return releaseKey(db, claim)
    case 'some':
      return void (await settleKey(db, claim))
    case 'unknown':
      // The claim was made as held, and stays so until a person has settled what happened.
      return
  }
}
