/**
 * Everybody's rights carry a code that only the secret can make, over who they are, what they may do and whether the people
 * file may change it. Whoever's code is missing or wrong has no rights: somebody who can only write to the ledger's tables
 * can make nobody a person with a role there (invariant 6).
 */
import type { Selectable } from 'kysely'
import type { Database, Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'

const purpose = 'person'

/** What the code is computed over. */
type Vouched = Pick<Selectable<Database['people']>, 'id' | 'phone' | 'roles' | 'active' | 'source' | 'chat_fields'>

/** What is vouched for, with the code that vouches for it. */
type Coded = Vouched & { readonly code: Buffer | null }

/** What tells who is vouched for, and where the others are reported. */
export type Vouching = {
  readonly secrets: Secrets
  readonly log: { readonly warn: (fields: { readonly event: string; readonly personId: string }, text: string) => void }
}

/** Whether Sayso itself stored a person's rights, under the ledger's current secret; an earlier one vouches for nobody. */
export function isVouched(secrets: Secrets, { code, ...vouched }: Coded): boolean {
  return code !== null && secrets.verifyMacOf(secrets.keyId, code, purpose, ...partsOf(vouched))
}

/** Whether somebody may speak: they are active, and Sayso itself made them so. */
export function maySpeak(secrets: Secrets, person: Coded): boolean {
  return person.active && isVouched(secrets, person)
}

/** The same, and logs it when somebody would be active, had their row not been changed by something else. */
export function maySpeakOrTell({ secrets, log }: Vouching, person: Coded): boolean {
  if (!person.active) return false
  if (isVouched(secrets, person)) return true
  log.warn({ event: 'person.unvouched', personId: person.id }, 'the rights of a person were not stored by Sayso')
  return false
}

/**
 * Vouches for what was just written about somebody, in the same transaction; what the row held before must have been
 * checked.
 */
export async function vouchFor(db: Executor, secrets: Secrets, { code, ...vouched }: Coded): Promise<void> {
  const mac = secrets.mac(purpose, ...partsOf(vouched))
  if (code?.equals(mac) === true) return
  await db.updateTable('people').set({ code: mac }).where('id', '=', vouched.id).execute()
}

/**
 * Gives a code under the current secret to everybody whom `before` vouched for: when the secret changes, and once, with
 * `before` null, to all, for a ledger that had no codes yet.
 */
export async function vouchForPeopleAnew(db: Executor, secrets: Secrets, before: Secrets | null): Promise<void> {
  const rows = await db.selectFrom('people').selectAll().execute()
  for (const row of rows) if (before === null || isVouched(before, row)) await vouchFor(db, secrets, row)
}

/** Somebody whose rights Sayso did not store itself. */
export type UnvouchedPerson = Pick<Coded, 'id' | 'phone'>

/** What fixes it. */
export const unvouchedCure =
  'Something other than Sayso wrote to the table of people. Remove these people in the chat, and add again those who belong there; ' +
  'if no owner is left, the next start shows a code for becoming one.'

/** All of them, ordered by number, except those who were forgotten and are nobody. */
export async function findUnvouched(db: Executor, secrets: Secrets): Promise<readonly UnvouchedPerson[]> {
  return unvouchedOf(secrets, await db.selectFrom('people').selectAll().orderBy('phone').execute())
}

/** The same among rows that were read elsewhere. */
export function unvouchedOf(
  secrets: Secrets,
  rows: readonly (Coded & { readonly forgotten_at: Date | null })[],
): readonly UnvouchedPerson[] {
  return rows
    .filter((row) => (row.active || row.forgotten_at === null) && !isVouched(secrets, row))
    .map(({ id, phone }) => ({ id, phone }))
}

/** The number of roles comes first, so that none of them can be taken for a field. */
function partsOf({ id, phone, roles, active, source, chat_fields: fields }: Vouched): readonly string[] {
  return [id, phone, String(active), source, String(roles.length), ...roles.toSorted(), ...fields.toSorted()]
}
