/**
 * A confirmation leaves a code that only the secret can make, over what was confirmed, by whom, where and when. A worker
 * runs nothing without it: somebody who can only write to the ledger's tables can confirm nothing there (invariant 1).
 */
import type { Executor } from '../database.ts'
import { moveEnvelope, type StoredEnvelope } from './envelopes.ts'
import type { Secrets } from '../secrets/secrets.ts'

const purpose = 'confirmation'

/** What the code is computed over. */
type Confirmed = Pick<StoredEnvelope, 'digest' | 'chatId' | 'identityId'> & { readonly commandId: string }

/** Confirms an accepted command at `now`; false, with nothing changed, when it was no longer open. */
export async function confirmEnvelope(
  db: Executor,
  secrets: Secrets,
  confirmed: Confirmed,
  now: Date,
): Promise<boolean> {
  const mac = secrets.mac(purpose, ...partsOf(confirmed, now))
  return moveEnvelope(db, confirmed.commandId, { from: 'accepted', to: 'confirmed', mac }, now)
}

/**
 * Whether Sayso confirmed a stored command under the ledger's current secret; an earlier one may have leaked, so it vouches
 * for nothing.
 */
export function isConfirmed(
  secrets: Secrets,
  { confirmedAt, confirmationMac, ...confirmed }: StoredEnvelope & Confirmed,
): boolean {
  if (confirmedAt === null || confirmationMac === null) return false
  return secrets.verifyMacOf(secrets.keyId, confirmationMac, purpose, ...partsOf(confirmed, confirmedAt))
}

/**
 * Gives a code under the current secret to every command that has not ended and was confirmed according to `before`: when
 * the secret changes, and once, with `before` null, for a ledger that had no codes yet.
 */
export async function vouchAnew(db: Executor, secrets: Secrets, before: Secrets | null): Promise<void> {
  const rows = await db
    .selectFrom('envelopes')
    .select(['command_id', 'digest', 'chat_id', 'identity_id', 'confirmed_at', 'confirmation_mac'])
    .where('status', '=', 'confirmed')
    .execute()
  for (const { confirmed_at: at, confirmation_mac: mac, ...row } of rows) {
    if (at === null) continue
    const parts = partsOf(
      { commandId: row.command_id, digest: row.digest, chatId: row.chat_id, identityId: row.identity_id },
      at,
    )
    if (before !== null && (mac === null || !before.verifyMacOf(before.keyId, mac, purpose, ...parts))) continue
    await db
      .updateTable('envelopes')
      .set({ confirmation_mac: secrets.mac(purpose, ...parts) })
      .where('command_id', '=', row.command_id)
      .execute()
  }
}

function partsOf({ commandId, digest, chatId, identityId }: Confirmed, at: Date): readonly string[] {
  return [commandId, digest, chatId, identityId, at.toISOString()]
}
