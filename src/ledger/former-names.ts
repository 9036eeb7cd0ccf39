import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { openPayload } from './evidence-payload.ts'
import { isNameTaken } from './people-list.ts'
import type { Secrets } from './secrets.ts'

/** The kind of evidence that a rename leaves; its payload holds the old name, as `before`. */
export const renamedKind = 'admin.person_renamed'

/**
 * What somebody was called before the chat renamed them: what was written then still uses that name. A name that now belongs
 * to somebody else who may speak is theirs, and is left out.
 */
export async function formerNames(db: Executor, secrets: Secrets, personId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ digest: Buffer; payload: Buffer }>`
    select e.payload_digest as digest, p.payload from evidence e join evidence_payloads p on p.evidence_id = e.id
    where e.kind = ${renamedKind} and e.facts->>'person' = ${personId} and p.payload is not null`.execute(db)
  const said = rows.map(({ digest, payload }) => openPayload(secrets, digest, payload)['before'])
  const names = new Set(said.filter((name) => typeof name === 'string'))
  const own: string[] = []
  for (const name of names) if (!(await isNameTaken(db, name, { exceptId: personId }))) own.push(name)
  return own
}
