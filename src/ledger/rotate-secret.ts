/**
 * Moves a ledger to another root secret. First, in one transaction: the keys that check codes of the earlier root are
 * carried over, the ledger adopts the new root, and the change itself becomes evidence, sealed with the new root, so that
 * from then on whoever knows the earlier one can change nothing that came before. Then everything that is sealed is sealed
 * anew. After an interruption it is simply done again: the values themselves show what is done already.
 */
import { UserError } from '../errors.ts'
import { vouchAnew } from './commands/confirmations.ts'
import { appendEvidence } from './evidence/evidence.ts'
import { sealPurpose } from './evidence/evidence-chain.ts'
import type { LedgerDb } from './database.ts'
import type { RootSecrets } from './secrets/load-secrets.ts'
import { carriedPurpose, carriedRow, openLedgerSecrets, type LedgerSecrets } from './secrets/open-ledger-secrets.ts'
import { findSealedOtherwise, resealAudio, resealTables, type Sealed } from './secrets/reseal.ts'
import { createSealer, sealUnderNewRoot } from './evidence/sealer.ts'
import { carriedKeyOf, createSecrets, isLasting, lastingPurposes, type Secrets } from './secrets/secrets.ts'
import { vouchForSessionsAnew } from './talk/sessions.ts'
import { verifyLedger, type VerifyReport } from './verify/verify-ledger.ts'
import { vouchForInboxAnew } from './talk/vouched-inbox.ts'
import { vouchForPeopleAnew } from './people/vouched-people.ts'
import { vouchForRunsAnew } from './commands/vouched-runs.ts'

/** Codes that are checked long after they were made; none of the others outlives its minutes. */
const carriedPurposes = [sealPurpose, 'token', 'forgotten-phone', ...lastingPurposes]
/** A token is of no use any more once the root has changed a second time. */
const carriedOnce = 'token'

export type Rotation = {
  /** The key ids of the root before and after; the same when the ledger already had the newest one. */
  readonly from: string
  readonly to: string
  /** What was sealed anew. */
  readonly sealed: readonly Sealed[]
  /** What still needs a root other than the new one; nothing, unless it was sealed meanwhile or by something else. */
  readonly left: readonly Sealed[]
  readonly evidence: VerifyReport
}

/**
 * Moves to the newest of these roots. The caller makes sure that nobody else is working with the ledger.
 * @throws UserError `secret_mismatch` when the root of the ledger, or of something in it, is not among these
 * @throws TerminalError `ledger_broken`, `secret_mismatch` when something was changed behind the ledger's back: nothing is
 *   covered up
 */
export async function rotateSecret(
  db: LedgerDb,
  {
    roots,
    audioFolder,
    clock,
    onDone = () => {},
  }: {
    readonly roots: RootSecrets
    readonly audioFolder: string
    readonly clock: () => Date
    /** Hears of each table and folder once it is done. */
    readonly onDone?: (sealed: Sealed) => void
  },
): Promise<Rotation> {
  const before = await openLedgerSecrets(db, roots)
  if (before.root !== roots[0]) await takeNewRoot(db, before, roots[0], clock())
  const { secrets } = await openLedgerSecrets(db, roots)
  const sealed: Sealed[] = []
  const note = (each: Sealed): void => {
    sealed.push(each)
    onDone(each)
  }
  await resealTables(db, secrets, note)
  note({ where: audioFolder, values: await resealAudio(audioFolder, secrets) })
  return {
    from: before.secrets.keyId,
    to: secrets.keyId,
    sealed: sealed.filter(({ values }) => values > 0),
    left: await findSealedOtherwise(db, secrets, audioFolder),
    // With the new root alone, since that is what there will be.
    evidence: await verifyLedger({ db, secrets: (await openLedgerSecrets(db, [roots[0]])).secrets }),
  }
}

async function takeNewRoot(db: LedgerDb, before: LedgerSecrets, root: string, now: Date): Promise<void> {
  const fresh = createSecrets(root)
  if (before.secrets.keyIds.includes(fresh.keyId)) {
    throw new UserError(
      'secret_mismatch',
      `This ledger was sealed with ${fresh.keyId} before, and a secret cannot be used again. Make another one with: openssl rand -base64 33`,
      { params: { keyId: fresh.keyId } },
    )
  }
  await createSealer({ db, secrets: before.secrets, clock: () => now }).seal()
  await db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom('carried_keys').selectAll().execute()
    const earlier = rows
      .filter(({ purpose }) => purpose !== carriedOnce)
      .map(({ rotation, key_id: keyId, purpose, sealed }) => ({
        rotation,
        keyId,
        purpose,
        key: before.secrets.open(carriedPurpose, carriedRow({ rotation, keyId, purpose }), sealed),
      }))
    const rotation = Math.max(0, ...rows.map((row) => row.rotation)) + 1
    const lasting: readonly string[] = earlier.map(({ purpose }) => purpose).filter(isLasting)
    const added = carriedPurposes
      .filter((purpose) => !lasting.includes(purpose))
      .map((purpose) => carriedKeyOf(before.root, purpose))
      .map(({ keyId, purpose, key }) => ({ rotation, keyId, purpose, key: key.toString('base64') }))
    await trx.deleteFrom('carried_keys').execute()
    await trx
      .insertInto('carried_keys')
      .values([...earlier, ...added].map((each) => carriedValues(fresh, each)))
      .execute()
    await trx.updateTable('installation').set({ key_id: fresh.keyId }).execute()
    const { secrets } = await openLedgerSecrets(trx, [root])
    const facts = { from: before.secrets.keyId, to: fresh.keyId }
    await vouchAnew(trx, secrets, before.secrets)
    await vouchForPeopleAnew(trx, secrets, before.secrets)
    await vouchForInboxAnew(trx, secrets, before.secrets)
    await vouchForSessionsAnew(trx, secrets, before.secrets)
    await vouchForRunsAnew(trx, secrets, before.secrets)
    await appendEvidence(trx, secrets, [{ at: now, kind: 'secret.rotated', facts }])
    await sealUnderNewRoot(trx, secrets, now)
  })
}

function carriedValues(
  secrets: Secrets,
  { rotation, keyId, purpose, key }: { rotation: number; keyId: string; purpose: string; key: string },
) {
  const sealed = secrets.seal(carriedPurpose, carriedRow({ rotation, keyId, purpose }), key)
  return { rotation, key_id: keyId, purpose, sealed }
}
