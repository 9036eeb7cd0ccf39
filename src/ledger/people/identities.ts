import { languageOfPhone } from '../../access/language-of-phone.ts'
import type { Executor } from '../database.ts'

/** The phone number under which somebody speaks, whoever they are; `null` when it is unknown or no longer kept. */
export async function phoneOfIdentity(db: Executor, identityId: string): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('value')
    .where('id', '=', identityId)
    .where('kind', '=', 'phone')
    .executeTakeFirst()
  return row?.value ?? null
}

/**
 * The language of somebody who may not speak here, as a BCP 47 tag: the one that they had here, else that of their number,
 * else English.
 */
export async function languageOf(db: Executor, identityId: string): Promise<string> {
  const phone = await phoneOfIdentity(db, identityId)
  if (phone === null) return 'en'
  const was = await db
    .selectFrom('people')
    .select('language')
    .where('phone', '=', phone)
    .where('forgotten_at', 'is', null)
    .executeTakeFirst()
  return was?.language ?? languageOfPhone(phone)
}
