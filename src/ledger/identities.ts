import type { Executor } from './database.ts'

/** The phone number under which somebody speaks, known or not; `null` when it is not known or not kept any more. */
export async function phoneOfIdentity(db: Executor, identityId: string): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('value')
    .where('id', '=', identityId)
    .where('kind', '=', 'phone')
    .executeTakeFirst()
  return row?.value ?? null
}
