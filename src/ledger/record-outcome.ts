import { releaseKey, settleKey } from '../dispatch/postgres-claims.ts'
import type { Outcome } from '../execution/outcome.ts'
import type { Executor } from './database.ts'
import { loadEnvelope, moveEnvelope } from './envelopes.ts'
import { appendEvidence } from './evidence.ts'
import type { Secrets } from './secrets.ts'

/**
 * CCP IX.C: the outcome of a command, its evidence, and what becomes of its claim, in the caller's transaction: an
 * executed one keeps its window, a failure without effect gives the key back, an unknown effect holds it (invariant 4).
 * Returns the lane that waits for it; `null` when the command was settled before, and then nothing is written.
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
  const reason = outcome.kind === 'failed' ? outcome.reason : null
  const moved = await moveEnvelope(db, commandId, { from, to: outcome.kind, reason, outcome }, clock())
  if (stored === null || !moved) return null
  const { idempotency_key: key, actor } = stored.envelope
  if (key !== null) await settleClaim(db, { key, commandId }, outcome)
  await appendEvidence(db, secrets, [
    {
      at: clock(),
      kind: `command.${outcome.kind}`,
      commandId,
      chatId: stored.chatId,
      personId: actor.user_id,
      facts:
        outcome.kind === 'executed'
          ? {}
          : { reason: outcome.reason, effect: outcome.effect, step: outcome.step ?? null },
      payload: { outputs: outcome.outputs },
    },
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
      // The claim was made held, and stays so until a person has settled what happened.
      return
  }
}
