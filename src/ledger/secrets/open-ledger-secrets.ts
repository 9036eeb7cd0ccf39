import { customAlphabet } from 'nanoid'
import { UserError } from '../../errors.ts'
import type { Executor } from '../database.ts'
import type { RootSecrets } from './load-secrets.ts'
import { createSecrets, keyIdOf, type CarriedKey, type Secrets } from './secrets.ts'

const drawId = customAlphabet('abcdefghjkmnpqrstvwxyz23456789', 10)

/** A ledger's own id and what its secrets can do. */
export type LedgerSecrets = {
  /** Random, created together with the ledger. */
  readonly installation: string
  readonly secrets: Secrets
  /** The root that the ledger is sealed with. */
  readonly root: string
}

/** The purpose under which carried-over keys are sealed. */
export const carriedPurpose = 'carried-key'

/**
 * Opens the secrets of a ledger: those of the root that it is sealed with, which for a new ledger is the newest, and of
 * earlier ones.
 * @throws UserError `secret_mismatch` when that root is not among these: nothing that was sealed before could be opened
 */
export async function openLedgerSecrets(db: Executor, roots: RootSecrets): Promise<LedgerSecrets> {
  await db
    .insertInto('installation')
    .values({ id: drawId(), key_id: keyIdOf(roots[0]) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id, key_id: keyId } = await db.selectFrom('installation').select(['id', 'key_id']).executeTakeFirstOrThrow()
  const root = roots.find((each) => keyIdOf(each) === keyId)
  if (root === undefined) {
    throw new UserError(
      'secret_mismatch',
      `This ledger is sealed with another SAYSO_SECRET (${keyId}). Start with that one; without it, nothing that is sealed can be read. ` +
        'To change the secret, put the old one into SAYSO_SECRET_PREVIOUS and run "sayso secret rotate".',
      { params: { keyId } },
    )
  }
  const previous = roots.filter((each) => each !== root)
  const carried = await readCarried(db, createSecrets(root))
  return { installation: id, root, secrets: createSecrets(root, { previous, carried }) }
}

/** Whether a ledger is already sealed, with whatever secret; if so, it takes no new one. */
export async function isSealed(db: Executor): Promise<boolean> {
  return (await db.selectFrom('installation').select('id').executeTakeFirst()) !== undefined
}

/** The row that a carried key is bound to: a copy in another row does not open. */
export function carriedRow({ rotation, keyId, purpose }: { rotation: number; keyId: string; purpose: string }): string {
  return `${rotation}/${keyId}/${purpose}`
}

async function readCarried(db: Executor, secrets: Secrets): Promise<readonly CarriedKey[]> {
  const rows = await db.selectFrom('carried_keys').selectAll().orderBy('rotation').orderBy('purpose').execute()
  return rows.map(({ rotation, key_id: keyId, purpose, sealed }) => ({
    keyId,
    purpose,
    key: Buffer.from(secrets.open(carriedPurpose, carriedRow({ rotation, keyId, purpose }), sealed), 'base64'),
  }))
}
