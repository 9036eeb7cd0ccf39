import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { openPayload } from '../evidence/evidence-payload.ts'
import { isNameTaken } from './people-list.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The kind of evidence that a rename leaves; its payload holds the old name, as `before`. */
export const renamedKind = 'admin.person_renamed'

/** A name that somebody gave themselves for less than this, in milliseconds, is not one that others know them by. */
const knownAfterMs = 24 * 60 * 60_000

/**
 * What somebody is called, and was called before the chat renamed them: what was written then still uses that name. A name that now
 * belongs to somebody else who may speak too is left out, as nobody can tell who is meant; and so is one that they gave themselves and
 * laid down again the same day, for otherwise anybody could choose whose name goes with theirs.
 */
export async function namesOf(
  db: Executor,
  secrets: Secrets,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<readonly string[]> {
  const names = new Set([name, ...(await formerNames(db, secrets, id))])
  const own: string[] = []
  for (const each of names) if (!(await isNameTaken(db, each, { exceptId: id }))) own.push(each)
  return own
}

async function formerNames(db: Executor, secrets: Secrets, personId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ at: Date; own: boolean; digest: Buffer; payload: Buffer }>`
    select e.at, e.person_id::text = ${personId} as own, e.payload_digest as digest, p.payload
    from evidence e join evidence_payloads p on p.evidence_id = e.id
    where e.kind = ${renamedKind} and e.facts->>'person' = ${personId} and p.payload is not null order by e.id`.execute(
    db,
  )
  return rows.flatMap(({ at, digest, payload }, index) => {
    const { before } = openPayload(secrets, digest, payload)
    const given = rows[index - 1]
    const wasBrief = given?.own === true && at.getTime() - given.at.getTime() < knownAfterMs
    return typeof before === 'string' && !wasBrief ? [before] : []
  })
}
