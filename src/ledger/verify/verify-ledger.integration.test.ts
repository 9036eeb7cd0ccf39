import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { appendEvidence } from '../evidence/evidence.ts'
import { sealPayload } from '../evidence/evidence-payload.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'
import { createSealer } from '../evidence/sealer.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { verifyLedger, type VerifyReport } from './verify-ledger.ts'

const secrets = createSecrets('a root secret that is long enough for it')
const clock = (): Date => new Date('2026-03-01T10:00:00.123Z')
const rowCount = 8

let database: TestDatabase
let ledger: Ledger
/** The head of the untouched chain, as an operator would have it. */
let head: string
/** Ids of the evidence rows; `ids[n - 1]` was sealed as n. Odd seals have a payload. */
let ids: string[]

beforeEach(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger({ url: database.url, schema: database.schema })
  const entries = Array.from({ length: rowCount }, (_, index) => ({
    at: clock(),
    kind: 'envelope.confirmed',
    commandId: randomUUID(),
    facts: { step: index + 1, amount: 120.5 },
    ...(index % 2 === 0 ? { payload: { text: `cancel order ${index}` } } : {}),
  }))
  await appendEvidence(ledger.db, secrets, entries)
  const sealed = await createSealer({ db: ledger.db, secrets, clock }).seal()
  head = `${sealed.head?.seq}:${sealed.head?.mac}`
  ids = (await ledger.db.selectFrom('evidence').select('id').orderBy('id').execute()).map((row) => row.id)
})

afterEach(async () => {
  await ledger.close()
  await database.close()
})

describe('verifyLedger() on a whole chain', () => {
  test('finds nothing, and gives the head to keep for the next time', async () => {
    const report = await verify()
    expect(report).toMatchObject({ ok: true, firstBad: null, checked: rowCount, unsealed: 0, erasedPayloads: 0 })
    expect(`${report.head?.seq}:${report.head?.mac}`).toBe(head)
    expect(report.cannotKnow.join(' ')).toContain('that needs a known head')
    expect((await verify(head)).cannotKnow.join(' ')).not.toContain('cut off')
  })

  test('allows a payload to be erased, and counts it', async () => {
    await database.pool.query('update evidence_payloads set payload = null, erased_at = now() where evidence_id = $1', [
      ids[0],
    ])
    expect(await verify(head)).toMatchObject({ ok: true, erasedPayloads: 1 })
  })

  test('says how much is not sealed yet, and that the chain went on after the head', async () => {
    await appendEvidence(ledger.db, secrets, [{ at: clock(), kind: 'later', facts: {} }])
    expect(await verify(head)).toMatchObject({ ok: true, unsealed: 1 })
    await createSealer({ db: ledger.db, secrets, clock }).seal()
    const report = await verify(head)
    expect(report).toMatchObject({ ok: true, unsealed: 0 })
    expect(report.cannotKnow.join(' ')).toContain(`after the known head ${rowCount}`)
  })

  test('is good when it is empty', async () => {
    await tamper('delete from evidence_seals; delete from evidence_payloads; delete from evidence')
    expect(await verify()).toMatchObject({ ok: true, checked: 0, head: null })
    expect(await verify(head)).toMatchObject({ ok: false, firstBad: { kind: 'cut', seq: '1' } })
  })

  test('takes another SAYSO_SECRET for a changed first row, and says that it may be that', async () => {
    const report = await verifyLedger({ db: ledger.db, secrets: createSecrets('x'.repeat(32)) })
    expect(report.firstBad).toMatchObject({ kind: 'changed', seq: '1', why: expect.stringContaining('SAYSO_SECRET') })
  })

  test.each(['', '12', '0:aa', `1:${'g'.repeat(64)}`, 'x:y'])('refuses %j as a head', async (text) => {
    await expect(verify(text)).rejects.toThrow(expect.objectContaining({ code: 'usage' }))
  })
})

describe('verifyLedger() finds what somebody with all rights in the database did', () => {
  const attacks: readonly [name: string, statement: string, kind: string, seq: number][] = [
    ['facts were changed', `update evidence set facts = '{"step":4,"amount":120.6}' where id = ID(4)`, 'changed', 4],
    [
      'a number in the facts was spelled differently',
      `update evidence set facts = '{"step":4,"amount":120.50}' where id = ID(4)`,
      'changed',
      4,
    ],
    ['the kind was changed', `update evidence set kind = 'envelope.rejected' where id = ID(2)`, 'changed', 2],
    [
      'the time was moved by a microsecond',
      `update evidence set at = at + interval '1 microsecond' where id = ID(6)`,
      'changed',
      6,
    ],
    [
      'it was laid on another command',
      `update evidence set command_id = gen_random_uuid() where id = ID(1)`,
      'changed',
      1,
    ],
    ['a person was added', `update evidence set person_id = gen_random_uuid() where id = ID(1)`, 'changed', 1],
    [
      'the digest of a payload was taken away',
      `update evidence set payload_digest = null where id = ID(3)`,
      'changed',
      3,
    ],
    [
      'the moment of sealing was moved',
      `update evidence_seals set sealed_at = sealed_at + interval '1 microsecond' where seq = 7`,
      'changed',
      7,
    ],
    ['a seal was changed', `update evidence_seals set mac = sha256('') where seq = 5`, 'changed', 5],
    ['a seal was cut short', `update evidence_seals set mac = substr(mac, 1, 4) where seq = 5`, 'changed', 5],
    ['a row was deleted', `delete from evidence where id = ID(4)`, 'row_missing', 4],
    ['a seal was deleted', `delete from evidence_seals where seq = 4`, 'seal_missing', 4],
    ['a row was deleted with its seal and payload', removal(4), 'seal_missing', 4],
    ['a row was deleted with its seal, and the gap closed', `${removal(4)}; ${closeGap(4)}`, 'changed', 4],
    ['the first row was deleted, and the gap closed', `${removal(1)}; ${closeGap(1)}`, 'changed', 1],
    ['two seals were swapped', swap('mac'), 'changed', 3],
    ['two rows were swapped under their seals', swap('evidence_id'), 'changed', 3],
    ['a row was put into the middle', forge(4), 'changed', 4],
    ['a row was put at the end', forge(rowCount + 1), 'changed', rowCount + 1],
    [
      'a payload was changed',
      `update evidence_payloads set payload = set_byte(payload, 40, get_byte(payload, 40) # 1) where evidence_id = ID(3)`,
      'payload_changed',
      3,
    ],
    ['a payload was removed', `delete from evidence_payloads where evidence_id = ID(5)`, 'payload_missing', 5],
    [
      'a payload was emptied without a word',
      `update evidence_payloads set payload = null where evidence_id = ID(5)`,
      'payload_missing',
      5,
    ],
    [
      'two payloads were swapped',
      `update evidence_payloads p set payload = o.payload from evidence_payloads o where (p.evidence_id, o.evidence_id) in ((ID(1), ID(3)), (ID(3), ID(1)))`,
      'payload_changed',
      1,
    ],
    [
      'a payload was laid beside a row without one',
      `insert into evidence_payloads (evidence_id, payload) select ID(2), payload from evidence_payloads where evidence_id = ID(1)`,
      'payload_added',
      2,
    ],
  ]

  test.each(attacks)('%s', async (_, statement, kind, seq) => {
    await tamper(statement)
    const report = await verify()
    expect(report).toMatchObject({ ok: false, checked: seq - 1, firstBad: { kind, seq: String(seq) } })
    expect(await verify(head)).toMatchObject({ ok: false, firstBad: { kind, seq: String(seq) } })
  })

  test('a payload sealed anew with the secret, but never chained', async () => {
    const { sealed } = sealPayload(secrets, { text: 'keep order 4' })
    await tamper(`update evidence_payloads set payload = '\\x${sealed.toString('hex')}' where evidence_id = ID(5)`)
    expect((await verify()).firstBad).toMatchObject({ kind: 'payload_changed', seq: '5' })
  })

  test('the end was cut off: with a known head only', async () => {
    await tamper([6, 7, 8].map(removal).join(';'))
    const blind = await verify()
    expect(blind).toMatchObject({ ok: true, checked: 5 })
    expect(blind.cannotKnow.join(' ')).toContain('Whether the end of the chain was cut off')
    expect(await verify(head)).toMatchObject({ ok: false, firstBad: { kind: 'cut', seq: '6' } })
  })

  test('the end was cut off and the sealer went on: with a known head only', async () => {
    await tamper([6, 7, 8].map(removal).join(';'))
    const entries = [1, 2, 3, 4].map((step) => ({ at: clock(), kind: 'new', facts: { step } }))
    await appendEvidence(ledger.db, secrets, entries)
    await createSealer({ db: ledger.db, secrets, clock }).seal()
    expect(await verify()).toMatchObject({ ok: true, checked: 9 })
    const why = expect.stringMatching(/an earlier backup was restored .* or somebody with the secret/u)
    expect(await verify(head)).toMatchObject({ ok: false, firstBad: { kind: 'head_differs', seq: '8', why } })
  })

  test('nothing that is done to one sealed row ever passes, whatever the value', async () => {
    const columns = fc.oneof(
      fc.record({ column: fc.constant('kind'), value: fc.stringMatching(/^[a-z.]{0,12}$/) }),
      fc.record({
        column: fc.constant('facts'),
        value: fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer()).map((facts) => JSON.stringify(facts)),
      }),
      fc.record({
        column: fc.constant('at'),
        value: fc.date({ noInvalidDate: true, min: new Date(0), max: clock() }).map((date) => date.toISOString()),
      }),
      fc.record({ column: fc.constantFrom('command_id', 'chat_id', 'person_id'), value: fc.uuid() }),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: rowCount }), columns, async (seq, { column, value }) => {
        const before = await database.pool.query(`select * from evidence where id = $1`, [ids[seq - 1]])
        await tamper(`update evidence set ${column} = '${value}' where id = ID(${seq})`)
        const after = await database.pool.query(`select * from evidence where id = $1`, [ids[seq - 1]])
        const changed = JSON.stringify(before.rows) !== JSON.stringify(after.rows)
        expect((await verify()).firstBad?.seq).toBe(changed ? String(seq) : undefined)
        const { at, kind, command_id, chat_id, person_id, facts } = before.rows[0]
        await tamper(
          `update evidence set at = $1, kind = $2, command_id = $3, chat_id = $4, person_id = $5, facts = $6 where id = $7`,
          [at, kind, command_id, chat_id, person_id, facts, ids[seq - 1]],
        )
        expect((await verify(head)).ok).toBe(true)
      }),
      { numRuns: 25 },
    )
  })
})

function removal(seq: number): string {
  return `delete from evidence_payloads where evidence_id = ID(${seq}); delete from evidence_seals where seq = ${seq};
    delete from evidence where id = ID(${seq})`
}

function closeGap(seq: number): string {
  // Negative first: the numbers are unique at every moment.
  return `update evidence_seals set seq = -seq where seq > ${seq}; update evidence_seals set seq = -seq - 1 where seq < 0`
}

/** Exchanges one column of the seals 3 and 4. */
function swap(column: string): string {
  return `create temp table held on commit drop as select * from evidence_seals where seq in (3, 4);
    delete from evidence_seals where seq in (3, 4);
    insert into evidence_seals (seq, evidence_id, mac, sealed_at)
    select a.seq, ${column === 'evidence_id' ? 'b' : 'a'}.evidence_id, ${column === 'mac' ? 'b' : 'a'}.mac, a.sealed_at
    from held a join held b on a.seq <> b.seq`
}

/** Puts a row, with a seal that only looks like one, at a place of the chain. */
function forge(seq: number): string {
  return `update evidence_seals set seq = -seq where seq >= ${seq}; update evidence_seals set seq = -seq + 1 where seq < 0;
    with forged as (insert into evidence (at, kind, facts) values (now(), 'envelope.confirmed', '{}') returning id)
    insert into evidence_seals select ${seq}, id, sha256('forged'), now() from forged`
}

async function verify(known?: string): Promise<VerifyReport> {
  return verifyLedger({ db: ledger.db, secrets, head: known })
}

/** Runs statements with all triggers and foreign keys out of force; `ID(n)` stands for the id of the evidence row sealed as n. */
async function tamper(statements: string, values?: unknown[]): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      statements.replaceAll(/ID\((\d)\)/g, (_, seq) => ids[Number(seq) - 1] ?? ''),
      values,
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
