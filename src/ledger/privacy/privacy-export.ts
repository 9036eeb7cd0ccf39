import type { Json, JsonObject } from '../../json.ts'
import { UserError } from '../../errors.ts'
import type { Executor } from '../database.ts'
import { openPayload } from '../evidence/evidence-payload.ts'
import { formerSelves } from '../people/former-numbers.ts'
import { repliesTo } from '../talk/outbox.ts'
import { numbersOf, personRow } from '../people/person-row.ts'
import { evidenceOfTurnedAway } from './turned-away.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** More rows of a kind than this are left out, and the export says so. */
const mostRows = 10_000

/**
 * Everything personal that the ledger holds about somebody, as plain data: who they are, what they wrote and were told, what
 * they asked for, and the evidence with its payloads, under the numbers that they had before too. Secrets, tokens and keys are not part of it.
 * @throws UserError `precondition_failed` when nobody has this number
 */
export async function exportPerson(db: Executor, secrets: Secrets, phone: string): Promise<JsonObject> {
  const person = await personRow(db, phone)
  if (person === null) throw new UserError('precondition_failed', 'Nobody has this number')
  const former = await formerSelves(db, person.id)
  const ids = [person, ...former].map(({ id }) => id)
  const numbers = (await Promise.all([person, ...former].map(({ phone: number }) => numbersOf(db, number)))).flat()
  const identities = await identitiesOf(db, numbers)
  const [messages, replies, commands, evidence] = [
    await readMessages(db, identities),
    await repliesTo(db, secrets, { recipients: identities, limit: mostRows }),
    await readCommands(db, ids),
    await readEvidence(db, secrets, { ids, asStranger: await evidenceOfTurnedAway(db, identities) }),
  ]
  const { id, name, roles, language, time_zone: timeZone, active, source } = person
  const formerPhones = former.map(({ phone: number }) => number)
  return {
    person: { id, phone: person.phone, formerPhones, name, roles, language, timeZone, active, source },
    messages,
    replies,
    commands,
    evidence,
    complete: [messages, replies, commands, evidence].every(({ length }) => length < mostRows),
  }
}

/** Read first, so that what is theirs is found by index however much others have said. */
async function identitiesOf(db: Executor, numbers: readonly string[]): Promise<readonly string[]> {
  const rows = await db.selectFrom('identities').select('id').where('value', 'in', numbers).execute()
  return rows.map(({ id }) => id)
}

async function readMessages(db: Executor, identities: readonly string[]): Promise<readonly Json[]> {
  if (identities.length === 0) return []
  const rows = await db
    .selectFrom('inbox')
    .select(['message_id', 'sent_at', 'body'])
    .where('sender_id', 'in', identities)
    .where('kind', '=', 'message')
    .orderBy('seq')
    .limit(mostRows)
    .execute()
  return rows.map(({ message_id: id, sent_at: sentAt, body }) => ({ id, sentAt: sentAt.toISOString(), ...body }))
}

async function readCommands(db: Executor, ids: readonly string[]): Promise<readonly Json[]> {
  const rows = await db
    .selectFrom('envelopes')
    .select(['ref', 'status', 'reason', 'document', 'outcome', 'created_at', 'settled_at'])
    .where('person_id', 'in', ids)
    .orderBy('created_at')
    .limit(mostRows)
    .execute()
  return rows.map(({ document, created_at: at, settled_at: settledAt, ...row }) => ({
    ...row,
    createdAt: at.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    envelope: document,
  }))
}

async function readEvidence(
  db: Executor,
  secrets: Secrets,
  { ids, asStranger }: { readonly ids: readonly string[]; readonly asStranger: readonly string[] },
): Promise<readonly Json[]> {
  const rows = await db
    .selectFrom('evidence')
    .leftJoin('evidence_payloads', 'evidence_payloads.evidence_id', 'evidence.id')
    .select(['evidence.at', 'evidence.kind', 'evidence.facts', 'evidence.payload_digest', 'evidence_payloads.payload'])
    .where((where) => {
      const theirs = where('person_id', 'in', ids)
      return asStranger.length === 0 ? theirs : theirs.or('evidence.id', 'in', asStranger)
    })
    .orderBy('evidence.id')
    .limit(mostRows)
    .execute()
  return rows.map(({ at, kind, facts, payload_digest: digest, payload }) => ({
    at: at.toISOString(),
    kind,
    facts,
    payload: digest === null || payload === null ? null : openPayload(secrets, digest, payload),
  }))
}
