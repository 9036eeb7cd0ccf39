import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { appendEvidence } from './evidence.ts'
import { firstSealOf } from './evidence-head.ts'
import { newestHead } from './newest-head.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'
import { createSealer, type Sealer } from './sealer.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'

const patience = { interval: 10 }
const secrets = createSecrets('a root secret that is long enough for it')
const insertAs = 'insert into evidence (id, at, kind, facts) overriding system value'

let database: TestDatabase
let ledger: Ledger
let now: Date
let sealer: Sealer

beforeEach(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger({ url: database.url, schema: database.schema })
  now = new Date('2026-03-01T10:00:00.123Z')
  sealer = createSealer({ db: ledger.db, secrets, clock: () => now })
})

afterEach(async () => {
  await ledger.close()
  await database.close()
})

describe('seal()', () => {
  test('seals what is new, from 1 on without a gap, and nothing twice', async () => {
    expect(await sealer.seal()).toEqual({ sealed: 0, head: null })
    await append('a', 'b')
    expect(await sealer.seal()).toMatchObject({ sealed: 2, head: { seq: '2' } })
    const { head } = await sealer.seal()
    expect(head).toMatchObject({ seq: '2', mac: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await append('c')
    expect(await sealer.seal()).toMatchObject({ sealed: 1, head: { seq: '3' } })
    expect(await seals()).toEqual(['1 a', '2 b', '3 c'])
    expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true, checked: 3 })
  })

  test('seals more rows than fit into one batch', async () => {
    await append(...Array.from({ length: 1_203 }, (_, index) => `row-${index}`))
    expect(await sealer.seal()).toMatchObject({ sealed: 1_203, head: { seq: '1203' } })
    expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true, checked: 1_203, unsealed: 0 })
  })

  test('takes up a row whose transaction commits after later ones were sealed', async () => {
    const late = await ledger.pool.connect()
    await late.query('begin')
    await late.query(`insert into evidence (at, kind, facts) values (now(), 'late', '{}')`)
    await append('early')
    await sealer.seal()
    await late.query('commit')
    late.release()
    expect(await sealer.seal()).toMatchObject({ sealed: 1, head: { seq: '2' } })
    expect(await seals()).toEqual(['1 early', '2 late'])
    expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true, checked: 2 })
  })

  test('takes up a row that is very late at the next look at everything, which a restart begins with', async () => {
    const late = await ledger.pool.connect()
    await late.query('begin')
    await late.query(`insert into evidence (at, kind, facts) values (now(), 'very late', '{}')`)
    await append(...Array.from({ length: 1_100 }, (_, index) => `row-${index}`))
    await sealer.seal()
    await late.query('commit')
    late.release()
    const restarted = createSealer({ db: ledger.db, secrets, clock: () => now })
    expect(await restarted.seal()).toMatchObject({ sealed: 1, head: { seq: '1101' } })
  })

  test('what is too much to be looked through in time keeps nothing new from being sealed', async () => {
    const late = await ledger.pool.connect()
    await late.query('begin')
    await late.query(`insert into evidence (at, kind, facts) values (now(), 'very late', '{}')`)
    await append(...Array.from({ length: 1_100 }, (_, index) => `row-${index}`))
    await sealer.seal()
    await late.query('commit')
    late.release()
    const restarted = createSealer({ db: ledger.db, secrets, clock: () => now })
    // Now the chain ends in the row that came late.
    await restarted.seal()
    await neverInTime('id = 50')
    await append('new')
    const again = createSealer({ db: ledger.db, secrets, clock: () => now })
    await expect(again.seal()).rejects.toThrow('statement timeout')
    await append('newer')
    expect(await again.seal()).toMatchObject({ sealed: 1, head: { seq: '1103' } })
    await inTimeAgain()
    expect((await seals()).slice(-2)).toEqual(['1102 new', '1103 newer'])
  })

  test('looks at everything in pieces, each of which is soon looked through', async () => {
    const late = await ledger.pool.connect()
    await late.query('begin')
    for (const id of [1, 99_999, 100_000, 150_000])
      await late.query(`${insertAs} values (${id}, now(), 'late-${id}', '{}')`)
    await database.pool.query(`${insertAs} select n * 200 + 7, now(), 'row', '{}' from generate_series(1, 1200) n`)
    await sealer.seal()
    await late.query('commit')
    late.release()
    await neverInTime('id > first_of_statement + 100000')
    const restarted = createSealer({ db: ledger.db, secrets, clock: () => now })
    expect(await restarted.seal()).toMatchObject({ sealed: 4 })
    await inTimeAgain()
    expect((await seals()).slice(-4)).toEqual([
      '1201 late-1',
      '1202 late-99999',
      '1203 late-100000',
      '1204 late-150000',
    ])
  })

  test('several sealers at once make one chain', async () => {
    const sealers = Array.from({ length: 4 }, () => createSealer({ db: ledger.db, secrets, clock: () => now }))
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([append(`${round}-a`, `${round}-b`), ...sealers.map(async (one) => one.seal())])
    }
    await sealer.seal()
    expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true, checked: 10, unsealed: 0 })
  })

  test('does not go on from an end that was changed, or with another secret', async () => {
    await append('a')
    await sealer.seal()
    await append('b')
    const stranger = createSealer({ db: ledger.db, secrets: createSecrets('x'.repeat(32)), clock: () => now })
    await expect(stranger.seal()).rejects.toThrow(expect.objectContaining({ code: 'ledger_broken' }))
    expect(await seals()).toEqual(['1 a'])

    await database.pool.query('alter table evidence_seals disable trigger all')
    await database.pool.query(`update evidence_seals set mac = '\\x00' where seq = 1`)
    await expect(sealer.seal()).rejects.toThrow(expect.objectContaining({ code: 'ledger_broken' }))
  })
})

describe('start() and stop()', () => {
  let dir: string
  let headFile: string

  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'sayso-head-'))
    headFile = path.join(dir, 'head.jsonl')
    sealer = createSealer({ db: ledger.db, secrets, clock: () => now, headFile })
  })
  afterEach(async () => rm(dir, { recursive: true, force: true }))

  test('seals by itself and exports the head, at most every few minutes and once more at the end', async () => {
    sealer.start(5)
    await append('a')
    await expect.poll(exported, patience).toEqual(['1'])
    await append('b')
    await expect.poll(seals, patience).toEqual(['1 a', '2 b'])
    now = new Date(now.getTime() + 5 * 60_000)
    await expect.poll(exported, patience).toEqual(['1', '2'])
    await append('c', 'd')
    await expect.poll(async () => (await seals()).length, patience).toBe(4)
    expect(await exported()).toEqual(['1', '2'])
    await append('e')
    await sealer.stop()
    expect(await exported()).toEqual(['1', '2', '5'])
  })

  test('exports nothing again that the file already ends with', async () => {
    await append('a')
    await sealer.stop()
    const again = createSealer({ db: ledger.db, secrets, clock: () => now, headFile })
    await again.stop()
    expect(await exported()).toEqual(['1'])
  })

  test('an exported head is one that verifyLedger() takes', async () => {
    await append('a', 'b')
    await sealer.stop()
    const { seq, mac, first } = JSON.parse(await readFile(headFile, 'utf8'))
    const head = `${seq}:${mac}`
    expect(await verifyLedger({ db: ledger.db, secrets, head })).toMatchObject({ ok: true })
    expect(first).toBe(await firstSealOf(ledger.db))
    expect(await newestHead(headFile, first)).toBe(head)
  })

  test('tells of a failed pass and goes on with the next', async () => {
    const errors: unknown[] = []
    const onError = (error: unknown): void => void errors.push(error)
    sealer = createSealer({ db: ledger.db, secrets, clock: () => now, onError })
    await database.pool.query('alter table evidence_seals rename to gone')
    await append('a')
    sealer.start(5)
    await expect.poll(() => errors.length, patience).toBeGreaterThan(0)
    await database.pool.query('alter table gone rename to evidence_seals')
    await expect.poll(seals, patience).toEqual(['1 a'])
    await sealer.stop()
  })

  test('tells by itself of a head that cannot be written, seals on, and writes it when it can', async () => {
    const told: string[] = []
    const onError = () => void told.push('not sealed')
    const onHeadError = () => void told.push('head')
    sealer = createSealer({ db: ledger.db, secrets, clock: () => now, headFile, onError, onHeadError })
    // Of a folder nobody makes a file, root neither.
    await mkdir(headFile)
    sealer.start(5)
    await append('a')
    await expect.poll(() => told, patience).toEqual(['head'])
    await append('b')
    await expect.poll(seals, patience).toEqual(['1 a', '2 b'])
    now = new Date(now.getTime() + 5 * 60_000)
    await expect.poll(() => told, patience).toEqual(['head', 'head'])
    await rm(headFile, { recursive: true })
    await sealer.stop()
    expect(await exported()).toEqual(['2'])
    expect(told).toEqual(['head', 'head'])
  })

  async function exported(): Promise<string[]> {
    const text = await readFile(headFile, 'utf8').catch(() => '')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).seq]))
  }
})

async function append(...kinds: string[]): Promise<void> {
  await appendEvidence(
    ledger.db,
    secrets,
    kinds.map((kind) => ({ at: now, kind, facts: {} })),
  )
}

/** A statement that reads such evidence takes longer than it may. */
async function neverInTime(such: string): Promise<void> {
  await database.pool.query(`
    create function in_time(id bigint) returns boolean language plpgsql as $$
    declare first_of_statement bigint;
    begin
      if current_setting('test.statement', true) is distinct from statement_timestamp()::text then
        perform set_config('test.statement', statement_timestamp()::text, false), set_config('test.first', id::text, false);
      end if;
      first_of_statement := current_setting('test.first');
      if ${such} then
        raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
      end if;
      return true;
    end $$;
    alter table evidence rename to all_evidence;
    create view evidence as select * from all_evidence where in_time(id)`)
}

async function inTimeAgain(): Promise<void> {
  await database.pool.query('drop view evidence; alter table all_evidence rename to evidence')
}

async function seals(): Promise<string[]> {
  const rows = await ledger.db
    .selectFrom('evidence_seals as s')
    .innerJoin('evidence as e', 'e.id', 's.evidence_id')
    .select(['s.seq', 'e.kind'])
    .orderBy('s.seq')
    .execute()
  return rows.map((row) => `${row.seq} ${row.kind}`)
}
