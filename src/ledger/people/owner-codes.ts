/**
 * How the first owner comes about: whoever holds the one-time code, which is shown where Sayso was started, becomes a
 * person, and through `ADD_OWNER` the owner. Once there is an owner, no code is valid any more.
 */
import { createOwnerCode, ownerCodeValidMs, parseOwnerCode } from '../../access/owner-code.ts'
import { ownerRole } from '../../access/owner.ts'
import type { Person } from '../../access/person.ts'
import { zoneOfPhone } from '../../access/zone-of-phone.ts'
import { UserError } from '../../errors.ts'
import type { Executor, LedgerDb } from '../database.ts'
import { hasOwner } from './owners.ts'
import { personOf } from './people.ts'
import { lockPeopleTable } from './person-row.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isVouched, maySpeak, vouchFor } from './vouched-people.ts'

const purpose = 'owner-code'

/** Draws a new code, which replaces any earlier one; `null` once an owner exists. Only its MAC is stored. */
export async function offerOwnerCode({
  db,
  secrets,
  clock,
}: {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly clock: () => Date
}): Promise<{ readonly code: string; readonly expiresAt: Date } | null> {
  return db.transaction().execute(async (trx) => {
    await lockPeopleTable(trx)
    await trx.deleteFrom('owner_codes').execute()
    if (await hasOwner(trx, secrets)) return null
    const code = createOwnerCode()
    const now = clock()
    const expiresAt = new Date(now.getTime() + ownerCodeValidMs)
    const mac = secrets.mac(purpose, code, expiresAt.toISOString())
    await trx.insertInto('owner_codes').values({ mac, created_at: now, expires_at: expiresAt, used_at: null }).execute()
    return { code, expiresAt }
  })
}

/** Whether this text is the code that is on offer now. */
export async function checkOwnerCode(db: Executor, secrets: Secrets, text: string, now: Date): Promise<boolean> {
  const code = parseOwnerCode(text)
  if (code === null || (await hasOwner(db, secrets))) return false
  return (await offerOf(db, secrets, code, now)) !== null
}

/**
 * The stored MAC of the code, if it is valid now. The MAC covers the expiry, so that no expired code can be made valid
 * again.
 */
async function offerOf(db: Executor, secrets: Secrets, code: string, now: Date): Promise<Buffer | null> {
  const rows = await db
    .selectFrom('owner_codes')
    .select(['mac', 'expires_at'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  const found = rows.find(({ mac, expires_at: until }) =>
    secrets.verifyMacOf(secrets.keyId, mac, purpose, code, until.toISOString()),
  )
  return found?.mac ?? null
}

/** Whether any code is on offer now: somebody is to become the first owner, and nobody has begun to. */
export async function isOwnerCodeOffered(db: Executor, secrets: Secrets, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('owner_codes')
    .select('used_at')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined && !(await hasOwner(db, secrets))
}

/** Makes every code that is on offer worthless; the next one is drawn when it would have expired, or at the next start. */
export async function voidOwnerCodes(db: Executor): Promise<void> {
  await db.deleteFrom('owner_codes').where('used_at', 'is', null).execute()
}

/**
 * Uses the code up, in the caller's transaction: of two people who send it at once one succeeds. The sender becomes a person
 * without any role, so that an envelope can name them; `null` when the code is not valid (any more).
 * @param options.phone the number that sent it
 * @param options.timeZone used when the number does not tell
 */
export async function consumeOwnerCode(
  db: Executor,
  secrets: Secrets,
  {
    text,
    phone,
    language,
    timeZone,
    now,
  }: {
    readonly text: string
    readonly phone: string
    readonly language: string
    readonly timeZone: string
    readonly now: Date
  },
): Promise<Person | null> {
  const code = parseOwnerCode(text)
  if (code === null) return null
  await lockPeopleTable(db)
  if (await hasOwner(db, secrets)) return null
  const mac = await offerOf(db, secrets, code, now)
  if (mac === null) return null
  const { numUpdatedRows } = await db
    .updateTable('owner_codes')
    .set({ used_at: now })
    .where('mac', '=', mac)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? claimantOf(db, secrets, { phone, language, timeZone }) : null
}

async function claimantOf(
  db: Executor,
  secrets: Secrets,
  { phone, language, timeZone }: { readonly phone: string; readonly language: string; readonly timeZone: string },
): Promise<Person> {
  const known = await db.selectFrom('people').selectAll().where('phone', '=', phone).executeTakeFirst()
  // Somebody who was removed, or whom nobody vouches for, comes back without the roles that they had.
  const roles = known !== undefined && maySpeak(secrets, known) ? known.roles : []
  const row = await db
    .insertInto('people')
    .values({
      phone,
      name: phone,
      roles: [],
      language,
      time_zone: zoneOfPhone(phone) ?? timeZone,
      active: true,
      source: 'chat',
    })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ active: true, roles }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await vouchFor(db, secrets, row)
  return personOf(row)
}

/**
 * Makes the actor the first owner.
 * @throws UserError `precondition_failed` when there already is an owner, or the actor is unknown
 */
export async function addOwner(
  db: Executor,
  secrets: Secrets,
  { actorId, name }: { readonly actorId: string; readonly name: string | null },
): Promise<Person> {
  await lockPeopleTable(db)
  if (await hasOwner(db, secrets)) throw new UserError('precondition_failed', 'There is an owner already')
  const known = await db.selectFrom('people').selectAll().where('id', '=', actorId).executeTakeFirst()
  if (known === undefined || known.forgotten_at !== null || !isVouched(secrets, known))
    throw new UserError('precondition_failed', 'Whoever asked for it is not known')
  const row = await db
    .updateTable('people')
    .set({
      roles: [ownerRole],
      active: true,
      source: 'chat',
      chat_fields: ['active', 'name', 'roles'],
      ...(name === null ? {} : { name }),
    })
    .where('id', '=', actorId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await vouchFor(db, secrets, row)
  await db.deleteFrom('owner_codes').execute()
  return personOf(row)
}
