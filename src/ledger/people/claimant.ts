/** Who is about to become the first owner: whoever last used the one-time code, for as long as such a code is valid. */
import { claimantRole, ownerRole } from '../../access/owner.ts'
import { ownerCodeValidMs } from '../../access/owner-code.ts'
import type { Person } from '../../access/person.ts'
import type { Executor } from '../database.ts'
import { hasOwner } from './owners.ts'
import type { Secrets } from '../secrets/secrets.ts'

const setting = 'claimant'
const purpose = 'claimant'

/**
 * From now on this person, and nobody else, may become the first owner. A code that only the secret can make records it:
 * writing in here that somebody else may, after breaking what vouches for all owners, makes nobody an owner.
 */
export async function setClaimant(db: Executor, secrets: Secrets, personId: string, now: Date): Promise<void> {
  const code = secrets.mac(purpose, personId, now.toISOString()).toString('base64')
  const values = { value: JSON.stringify({ code }), changed_by: personId, changed_at: now }
  await db
    .insertInto('settings')
    .values({ name: setting, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** The person with their rights at this moment: whoever may become the first owner is a `claimant` too. */
export async function asClaimant(db: Executor, secrets: Secrets, person: Person, now: Date): Promise<Person> {
  // Stored for a person, by a people file for instance, the role means nothing.
  const roles = person.roles.filter((role) => role !== claimantRole)
  const claims = !roles.includes(ownerRole) && (await isClaimant(db, secrets, person.id, now))
  return { ...person, roles: claims ? [...roles, claimantRole] : roles }
}

/** Whether this person may become the first owner now; nobody may once there is one. */
async function isClaimant(db: Executor, secrets: Secrets, personId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'changed_at'])
    .where('name', '=', setting)
    .where('changed_by', '=', personId)
    .where('changed_at', '>', new Date(now.getTime() - ownerCodeValidMs))
    .executeTakeFirst()
  if (row === undefined) return false
  const { code } = row.value
  if (typeof code !== 'string') return false
  const isOurs = secrets.verifyMacOf(
    secrets.keyId,
    Buffer.from(code, 'base64'),
    purpose,
    personId,
    row.changed_at.toISOString(),
  )
  return isOurs && !(await hasOwner(db, secrets))
}
