import { customAlphabet } from 'nanoid'
import { UserError } from '../errors.ts'
import type { Executor } from './database.ts'
import type { Secrets } from './secrets.ts'

const drawId = customAlphabet('abcdefghjkmnpqrstvwxyz23456789', 10)

/**
 * The installation's own random id, made with its ledger. It also remembers which secret the ledger was begun with.
 * @throws UserError `secret_mismatch` when this is another secret: nothing that was sealed before could be opened
 */
export async function ensureInstallation(db: Executor, secrets: Secrets): Promise<string> {
  await db
    .insertInto('installation')
    .values({ id: drawId(), key_id: secrets.keyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id, key_id: keyId } = await db.selectFrom('installation').select(['id', 'key_id']).executeTakeFirstOrThrow()
  if (keyId !== secrets.keyId) {
    throw new UserError(
      'secret_mismatch',
      'This ledger was begun with another SAYSO_SECRET. Start with that one; without it, what is sealed there stays closed.',
    )
  }
  return id
}
