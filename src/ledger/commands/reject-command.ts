import { releaseKey } from '../../dispatch/postgres-claims.ts'
import type { ReasonCode } from '../../envelope/lifecycle.ts'
import type { Executor } from '../database.ts'
import { tellWhoAsked } from './approvals.ts'
import { loadEnvelope, moveEnvelope } from './envelopes.ts'
import { appendEvidence, type EvidenceEntry } from '../evidence/evidence.ts'
import { blankTokens } from '../talk/blank-replies.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** A rejection, with where and by whom the rejected command was asked for. */
export type Rejection = {
  readonly commandId: string
  readonly from: 'accepted' | 'confirmed'
  readonly reason: ReasonCode
  readonly chatId: string
  readonly personId: string
  /** The message that caused it; `null` when none did. */
  readonly messageId: string | null
}

/**
 * Rejects a command that has not begun, in the caller's transaction: records the evidence, gives its key back, and makes its
 * token useless. False when it was no longer in `from`; the caller then rolls the transaction back.
 */
export async function rejectCommand(
  db: Executor,
  { secrets, clock }: { readonly secrets: Secrets; readonly clock: () => Date },
  { commandId, from, reason, chatId, personId, messageId }: Rejection,
): Promise<boolean> {
  const stored = await loadEnvelope(db, commandId, { lock: true })
  const now = clock()
  const moved = await moveEnvelope(db, commandId, { from, to: 'rejected', reason }, now)
  if (stored === null || !moved) return false
  const key = stored.envelope.idempotency_key
  const entry: EvidenceEntry = {
    at: now,
    kind: 'command.rejected',
    commandId,
    chatId,
    personId,
    facts: { reason, settledAt: now.toISOString(), ...(messageId === null ? {} : { message: messageId }) },
  }
  await Promise.all([
    key === null ? null : releaseKey(db, { key, commandId }),
    blankTokens(db, secrets, commandId),
    appendEvidence(db, secrets, [entry]),
    tellWhoAsked(db, { secrets, now }, stored.envelope, reason),
  ])
  return true
}
