import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { appendEvidence } from './evidence.ts'
import { payloadFits, sealPayload } from './evidence-payload.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'
import { createSecrets } from '../secrets/secrets.ts'

const secrets = createSecrets('a root secret that is long enough for it')
const at = new Date('2026-03-01T10:00:00.123Z')

let database: TestDatabase
let ledger: Ledger

beforeEach(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger({ url: database.url, schema: database.schema })
})

afterEach(async () => {
  await ledger.close()
  await database.close()
})

describe('appendEvidence()', () => {
  test('keeps facts readable, and the payload out of sight beside them', async () => {
    const [commandId, chatId, personId] = [randomUUID(), randomUUID(), randomUUID()]
    const payload = { text: 'cancel order 204', phone: '+5511999990000' }
    const facts = { status: 'accepted', safety: 'destructive' }
    await appendEvidence(ledger.db, secrets, [{ at, kind: 'received', commandId, chatId, personId, facts, payload }])

    const row = await ledger.db.selectFrom('evidence').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      at,
      kind: 'received',
      command_id: commandId,
      chat_id: chatId,
      person_id: personId,
      facts,
    })
    const stored = await ledger.db.selectFrom('evidence_payloads').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ evidence_id: row.id, erased_at: null })
    expect(stored.payload?.includes('204')).toBe(false)
    expect(payloadFits(secrets, row.payload_digest ?? Buffer.alloc(0), stored.payload ?? Buffer.alloc(0))).toBe(true)
  })

  test('keeps the order of its entries and gives every payload to its own row', async () => {
    const kinds = Array.from({ length: 40 }, (_, index) => `step-${index}`)
    const entries = kinds.map((kind, index) => ({
      at,
      kind,
      facts: {},
      ...(index % 3 === 0 ? { payload: { kind } } : {}),
    }))
    await appendEvidence(ledger.db, secrets, entries)

    const rows = await ledger.db
      .selectFrom('evidence as e')
      .leftJoin('evidence_payloads as p', 'p.evidence_id', 'e.id')
      .select(['e.kind', 'e.payload_digest', 'p.payload'])
      .orderBy('e.id')
      .execute()
    expect(rows.map((row) => row.kind)).toEqual(kinds)
    const own = rows.map(({ payload_digest, payload }) =>
      payload_digest === null || payload === null ? 'none' : payloadFits(secrets, payload_digest, payload),
    )
    expect(own).toEqual(kinds.map((_, index) => (index % 3 === 0 ? true : 'none')))
  })

  test('is a part of the transaction that it tells of', async () => {
    const failing = ledger.db.transaction().execute(async (transaction) => {
      await appendEvidence(transaction, secrets, [{ at, kind: 'confirmed', facts: {}, payload: { text: 'x' } }])
      throw new Error('the turn failed')
    })
    await expect(failing).rejects.toThrow('the turn failed')
    expect(await ledger.db.selectFrom('evidence').selectAll().execute()).toEqual([])
    expect(await ledger.db.selectFrom('evidence_payloads').selectAll().execute()).toEqual([])
  })

  test('appends nothing for no entries', async () => {
    await appendEvidence(ledger.db, secrets, [])
    expect(await ledger.db.selectFrom('evidence').selectAll().execute()).toEqual([])
  })

  test('what was appended cannot be changed, only a payload erased, once', async () => {
    await appendEvidence(ledger.db, secrets, [{ at, kind: 'received', facts: {}, payload: { text: 'x' } }])
    const refused = /append-only|nothing else/
    for (const statement of [
      `update evidence set kind = 'other'`,
      `delete from evidence`,
      `truncate evidence cascade`,
      `update evidence_payloads set payload = '\\x00'`,
      `update evidence_payloads set payload = null`,
      `delete from evidence_payloads`,
      `truncate evidence_payloads`,
    ]) {
      await expect(database.pool.query(statement)).rejects.toThrow(refused)
    }
    await database.pool.query('update evidence_payloads set payload = null, erased_at = now()')
    await expect(database.pool.query('update evidence_payloads set erased_at = now()')).rejects.toThrow(refused)
  })
})

describe('sealPayload()', () => {
  test('gives equal payloads different digests, so that an erased one cannot be found by trying', () => {
    const [one, two] = [sealPayload(secrets, { phone: '1' }), sealPayload(secrets, { phone: '1' })]
    expect(one.digest.equals(two.digest)).toBe(false)
    expect(payloadFits(secrets, one.digest, two.sealed)).toBe(false)
  })
})
