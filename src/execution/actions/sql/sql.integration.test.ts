import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCodeOf, RetryableError, TerminalError, UserError } from '../../../errors.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { createPool } from '../../../ledger/open-ledger.ts'
import { buildStep } from '../../../testing/build-step.ts'
import { takeConnections } from '../../../testing/servers/take-connections.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/installations/test-database.ts'
import { createActions, type Action, type ActionContext } from '../../action.ts'
import type { JournalEntry } from '../../run/journal.ts'
import { createMemoryJournal } from '../../run/memory-journal.ts'
import type { Outcome } from '../../run/outcome.ts'
import { planChain } from '../../plan/plan-chain.ts'
import { runChain } from '../../run/run-chain.ts'
import { keepsMarks } from './sql-effects.ts'
import { createSqlActions } from './sql.ts'

let marked: TestDatabase
let plain: TestDatabase
let actions: readonly Action[]

const table = `create table orders (id int primary key, status text not null, amount numeric(12,2),
  constraint known check (status in ('paid', 'cancelled')))`

beforeAll(async () => {
  ;[marked, plain] = await Promise.all([createTestDatabase(), createTestDatabase()])
  for (const { pool } of [marked, plain]) await pool.query(table)
  await marked.pool.query('create table sayso_effects (effect_id text primary key, output jsonb, at timestamptz)')
  actions = createSqlActions({ connections: { shop: { pool: marked.pool }, plain: { pool: plain.pool } } })
})

afterAll(() => Promise.all([marked.close(), plain.close()]))

beforeEach(async () => {
  for (const { pool } of [marked, plain]) {
    await pool.query(`truncate orders; insert into orders select n, 'paid', 120 from generate_series(201, 204) n`)
  }
  await marked.pool.query('truncate sayso_effects')
})

let abort = new AbortController()
afterEach(() => {
  abort = new AbortController()
})

function context(more: Partial<ActionContext> = {}): ActionContext {
  return { effectId: 'c1/step', signal: abort.signal, outputs: [], ...more }
}

function action(type: string): Action {
  const found = actions.find((candidate) => candidate.type === type)
  if (found === undefined) throw new Error(`no ${type}`)
  return found
}

const run = (type: string, meta: JsonObject, more?: Partial<ActionContext>): Promise<Json> =>
  action(type).run({ connection: 'shop', ...meta }, context(more))

const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing thrown',
    (error: unknown) => error,
  )

const statusOf = async (id: number, database = marked): Promise<unknown> =>
  (await database.pool.query<{ status: string }>('select status from orders where id = $1', [id])).rows[0]?.status

const cancel = {
  statement: `update orders set status = 'cancelled' where id = :id and status <> 'cancelled' returning id, amount`,
  values: { id: '204' },
  expectRows: 1,
}

describe('query', () => {
  test('binds values and gives JSON that has lost nothing', async () => {
    const statement = `select :text::text as text, 9007199254740993 as big, 1.10::numeric as money, 2::int as n,
      true as yes, null as nothing, date '2026-01-31' as day, timestamp '2026-01-31 10:00' as local,
      timestamptz '2026-01-31 10:00+02' as moment, timestamptz 'infinity' as always, 'NaN'::float8 as nan,
      :json::jsonb as json, array['a', null] as texts, array[1.50::numeric] as moneys, '\\x00ff'::bytea as bytes`
    const text = `'; drop table orders; -- {{ args.x }} :id $1`
    expect(await run('query', { statement, values: { text, json: { a: [1] } } })).toEqual({
      rows: [
        {
          text,
          big: '9007199254740993',
          money: '1.10',
          n: 2,
          yes: true,
          nothing: null,
          day: '2026-01-31',
          local: '2026-01-31T10:00:00',
          moment: '2026-01-31T08:00:00.000Z',
          always: 'infinity',
          nan: 'NaN',
          json: { a: [1] },
          texts: ['a', null],
          moneys: ['1.50'],
          bytes: '\\x00ff',
        },
      ],
      more: false,
    })
  })

  test('takes lists, and rows up to its limit', async () => {
    const statement = 'select id from orders where id = any(:ids::int[]) order by id'
    expect(await run('query', { statement, values: { ids: [201, 203] } })).toMatchObject({
      rows: [{ id: 201 }, { id: 203 }],
    })
    expect(await run('query', { statement: 'select id from orders order by id', limit: 1 })).toEqual({
      rows: [{ id: 201 }],
      more: true,
    })
    const many = (await run('query', { statement: 'select * from generate_series(1, 5000) n' })) as JsonObject
    expect(many).toMatchObject({ more: true, rows: { length: 1000 } })
  })

  test('never changes anything', async () => {
    for (const statement of [
      `with x as (update orders set status = 'cancelled' returning id) select * from x`,
      `select nextval(pg_get_serial_sequence('orders', 'id')), set_config('transaction_read_only', 'off', false)`,
    ]) {
      expect(await thrown(run('query', { statement }))).toBeInstanceOf(TerminalError)
    }
    expect(await statusOf(204)).toBe('paid')
  })

  test('ends in time, whoever notices first', async () => {
    const statement = 'select pg_sleep(30)'
    const byDeadline = thrown(run('query', { statement }, { deadline: Date.now() + 150 }))
    const bySignal = thrown(run('query', { statement }, { signal: AbortSignal.timeout(100) }))
    expect(errorCodeOf(await byDeadline)).toBe('step_timeout')
    expect(errorCodeOf(await bySignal)).toBe('step_timeout')
    expect(errorCodeOf(await thrown(run('query', { statement }, { signal: AbortSignal.abort() })))).toBe('step_timeout')
    expect(await run('query', { statement: 'select 1 as one' })).toMatchObject({ rows: [{ one: 1 }] })
  })

  test('may be tried later when there is no database', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1 })
    const [query] = createSqlActions({ connections: { shop: { pool } } })
    const error = await thrown(
      query?.run({ connection: 'shop', statement: 'select 1' }, context()) ?? Promise.resolve(),
    )
    expect(error).toBeInstanceOf(RetryableError)
    await pool.end()
  })

  test('tells no value in its errors', async () => {
    const error = await thrown(run('query', { statement: 'select :id::int', values: { id: 'hunter2' } }))
    expect(error).toEqual(new TerminalError('action_failed', 'Postgres refused the statement (22P02)'))
  })
})

/** Each is an effect of its own. */
function addSlot(who: string | null, hour: number, from: number): Promise<unknown> {
  const statement = 'insert into slots values (:hour::int, :who, int4range(:from::int, :from::int + 2))'
  return run('execute', { statement, values: { hour, who, from } }, { effectId: `slot/${hour}/${from}` })
}

describe('execute', () => {
  test('changes and gives the returned rows', async () => {
    expect(await run('execute', cancel)).toEqual({ rowCount: 1, rows: [{ id: 204, amount: '120.00' }] })
    expect(await statusOf(204)).toBe('cancelled')
  })

  test('rolls back what met another number of rows', async () => {
    const statement = `update orders set status = 'cancelled'`
    const error = await thrown(run('execute', { statement, expectRows: 1 }))
    expect(error).toMatchObject({ code: 'rows_unexpected', params: { expected: 1, actual: 4 } })
    expect(await statusOf(204)).toBe('paid')
    expect((await marked.pool.query('select * from sayso_effects')).rows).toEqual([])
  })

  const missed = `update orders set status = 'paid' where id = 999`
  test.each([
    missed,
    `${missed} returning id`,
    `with done as (${missed} returning id), kept as (delete from orders where id = 201) select id from done`,
    `delete from orders where id = 999`,
    `insert into orders select id, status, amount from orders where id = 999`,
  ])('is refused where it met no row and does not say how many it meets, and keeps nothing: %s', async (statement) => {
    expect(await thrown(run('execute', { statement }))).toMatchObject({ code: 'rows_unexpected' })
    expect(await statusOf(201)).toBe('paid')
    expect((await marked.pool.query('select * from sayso_effects')).rows).toEqual([])
  })

  test.each([
    [missed, 'any', 0],
    [missed, 0, 0],
    [`update orders set status = 'paid'`, 'any', 4],
    [`update orders set status = 'paid'`, undefined, 4],
  ])('%s may meet other numbers of rows where it says expectRows: %s', async (statement, expectRows, rowCount) => {
    const meta = expectRows === undefined ? { statement } : { statement, expectRows }
    expect(await run('execute', meta)).toEqual({ rowCount, rows: [] })
  })

  test('that changes no rows of a table is done', async () => {
    expect(await run('execute', { statement: 'create temporary table gone (id int) on commit drop' })).toMatchObject({
      rows: [],
    })
    expect(await run('execute', { statement: 'do $$ begin perform 1; end $$' })).toMatchObject({ rows: [] })
  })

  test('has certainly changed nothing when Postgres refuses, also at the commit', async () => {
    const refused = await thrown(run('execute', { statement: `update orders set status = 'lost'` }))
    expect(refused).toMatchObject({ code: 'precondition_failed', message: expect.stringContaining('(23514): new row') })
    await marked.pool.query(`create table notes (order_id int references orders deferrable initially deferred)`)
    const late = await thrown(run('execute', { statement: 'insert into notes values (999)' }))
    expect(late).toMatchObject({ code: 'precondition_failed', message: expect.stringContaining('(23503)') })
    await marked.pool.query('drop table notes')
  })

  test('is refused where a rule of the tables is broken, and has failed where the statement is wrong', async () => {
    await marked.pool.query(
      'create table slots (hour int primary key, who varchar(20) not null, during int4range, exclude using gist (during with &&))',
    )
    await addSlot('Ana', 9, 90)
    const taken = await thrown(addSlot('Bia', 9, 50))
    expect(taken).toMatchObject({ code: 'precondition_failed', message: expect.stringContaining('(23505)') })
    const overlaps = await thrown(addSlot('Bia', 10, 91))
    expect(overlaps).toMatchObject({ code: 'precondition_failed', message: expect.stringContaining('(23P01)') })
    const nobody = await thrown(addSlot(null, 11, 10))
    expect(nobody).toMatchObject({ code: 'action_failed', message: expect.stringContaining('(23502)') })
    const long = await thrown(addSlot('x'.repeat(21), 12, 20))
    const params = { service: 'Postgres', refused: 'value', message: '' }
    expect(long).toEqual(new UserError('precondition_failed', 'Postgres refused the statement (22001)', { params }))
    const large = await thrown(addSlot('Ana', 3_000_000_000, 30))
    expect(large).toEqual(new UserError('precondition_failed', 'Postgres refused the statement (22003)', { params }))
    await marked.pool.query('drop table slots')
  })

  test('is refused where a trigger refuses, in its words', async () => {
    const statement = `do $$ begin raise exception 'Closed on Sundays'; end $$`
    expect(await thrown(run('execute', { statement }))).toEqual(
      new UserError('precondition_failed', 'Postgres refused the statement (P0001): Closed on Sundays', {
        params: { service: 'Postgres', refused: 'rule', message: 'Closed on Sundays' },
      }),
    )
  })

  test('has certainly changed nothing when it was cut off before the commit', async () => {
    const statement = `update orders set status = case when pg_sleep(30) is null then status else 'cancelled' end`
    const error = await thrown(
      run('execute', { statement }, { signal: AbortSignal.timeout(100), deadline: Date.now() + 300 }),
    )
    expect(errorCodeOf(error)).toBe('step_timeout')
    expect(await statusOf(204)).toBe('paid')
  })

  test('takes one statement, even without values', async () => {
    const statement = `update orders set status = 'cancelled'; delete from orders`
    expect(await thrown(run('execute', { statement }))).toMatchObject({ code: 'action_invalid' })
    expect(await statusOf(204)).toBe('paid')
  })
})

/** Until a transaction waits for the end of another. */
async function untilSomebodyWaits(): Promise<void> {
  const statement = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into sayso_effects%'`
  for (let rows = 0; rows === 0;) rows = (await plain.pool.query(statement)).rowCount ?? 0
}

describe('exactly once', () => {
  const chain = [buildStep({ stepName: 'Cancel', actionDomain: 'sql', actionType: 'execute' })]
  const crashed = (connection: string): Promise<Outcome> => {
    const meta = { connection, ...cancel }
    const intent: JournalEntry = { kind: 'intent', step: 'Cancel', meta, prepared: { marked: connection === 'shop' } }
    return runChain({
      chain: chain.map((step) => ({ ...step, actionMeta: meta })),
      args: {},
      command: { id: 'c1', ref: 'K7Q2M' },
      actions: createActions(actions),
      journal: createMemoryJournal([intent]),
      limits: { stepTimeoutMs: 2000 },
      signal: abort.signal,
    })
  }
  const effectId = 'c1/Cancel'

  test('an effect that was committed is not repeated, and gives the same output', async () => {
    const output = await run('execute', cancel, { effectId })
    expect(await crashed('shop')).toEqual({ kind: 'executed', outputs: { Cancel: output } })
    expect(await run('execute', cancel, { effectId })).toEqual(output)
  })

  test('an effect that was not committed is done now', async () => {
    expect(await crashed('shop')).toMatchObject({ kind: 'executed', outputs: { Cancel: { rowCount: 1 } } })
    expect(await statusOf(204)).toBe('cancelled')
  })

  test('without a mark nobody knows', async () => {
    expect(await action('execute').prepare?.({ connection: 'plain', ...cancel }, context())).toEqual({ marked: false })
    expect(await action('execute').prepare?.({ connection: 'shop', ...cancel }, context())).toEqual({ marked: true })
    await run('execute', { ...cancel, connection: 'plain' }, { effectId })
    expect(await crashed('plain')).toMatchObject({ reason: 'effect_unknown', effect: 'unknown' })
  })

  test('a probe waits until the earlier attempt has ended, and judges how', async () => {
    for (const [end, kind] of [
      ['commit', 'happened'],
      ['rollback', 'did-not-happen'],
    ] as const) {
      const earlier = await marked.pool.connect()
      await earlier.query('begin')
      await earlier.query(`insert into sayso_effects values ($1, '{"rowCount": 1}', now())`, [end])
      const verdict = action('execute').probe?.({ connection: 'shop', ...cancel }, context({ effectId: end }), {
        marked: true,
      })
      await untilSomebodyWaits()
      await earlier.query(end)
      earlier.release()
      expect(await verdict).toMatchObject({ kind })
    }
  })

  test('a probe is asked again later while the earlier attempt is open', async () => {
    const earlier = await marked.pool.connect()
    await earlier.query('begin')
    await earlier.query(`insert into sayso_effects values ('open', null, now())`)
    const asked = context({ effectId: 'open', deadline: Date.now() + 200 })
    const error = await thrown(
      action('execute').probe?.({ connection: 'shop', ...cancel }, asked, { marked: true }) ?? Promise.resolve(),
    )
    expect(error).toBeInstanceOf(RetryableError)
    await earlier.query('rollback')
    earlier.release()
  })

  test('waits a little for a connection where there are too many, and is done once', async () => {
    const taken = await takeConnections(marked)
    const pool = createPool({ url: taken.url, max: 1 })
    const execute = createSqlActions({ connections: { shop: { pool } } }).find(({ type }) => type === 'execute')
    const attempt = execute?.run({ connection: 'shop', ...cancel }, context({ effectId }))
    // They stand in line: the attempt was refused when the second one is.
    await expect(pool.connect()).rejects.toMatchObject({ code: '53300' })
    await expect(pool.connect()).rejects.toMatchObject({ code: '53300' })
    await taken.giveBack()
    expect(await attempt).toMatchObject({ rowCount: 1 })
    await pool.end()
    await taken.close()
  })

  test('two attempts at once have one effect', async () => {
    const both = await Promise.all([run('execute', cancel, { effectId }), run('execute', cancel, { effectId })])
    expect(both[0]).toEqual(both[1])
  })
})

describe('a chain is refused when it is planned', () => {
  test.each([
    ['query', { statement: 'select :id' }, ':id has no value'],
    ['query', { statement: 'select 1', values: { id: 1 } }, 'the statement has no :id'],
    ['query', { statement: 'delete from orders' }, 'a query begins with select, with, values, table'],
    [
      'query',
      { statement: 'with gone as (delete from orders returning id) select id from gone' },
      'a query only reads, so Postgres refuses its "delete" every time; a command that changes something has sql/execute',
    ],
    ['query', { statement: 'select {{ args.id }}' }, '"statement" must be written out, without {{ }}'],
    ['query', { connection: '{{ args.c }}', statement: 'select 1' }, '"connection" must be written out, without {{ }}'],
    ['query', { connection: 'other', statement: 'select 1' }, '"connection" must be one of shop, plain'],
    ['query', { statement: 'select 1', limit: 1001 }, '"limit" must be <= 1000'],
    ['execute', { statement: 'delete from orders', expectRows: 'some' }, '"expectRows" must match pattern "^any$"'],
    ['execute', { statement: 'delete from orders', expectRows: -1 }, '"expectRows" must be >= 0'],
    ['execute', { statement: 'commit' }, '"commit" is not for a step to say'],
    [
      'execute',
      { statement: 'delete from orders; commit' },
      'A statement is one statement; this one goes on after its semicolon',
    ],
  ])('%s %j', (actionType, meta, problem) => {
    const actionMeta = { connection: 'shop', ...meta }
    const step = buildStep({ stepName: 'A', actionDomain: 'sql', actionType, actionMeta })
    const result = planChain([step], { actions: createActions(actions), outsideDomains: [] })
    const problems = result.kind === 'problems' ? result.problems.map(({ message }) => message) : []
    expect(problems).toEqual([`step 1 ("A") has a wrong actionMeta: ${problem}`])
  })

  test('but not for values that a template gives', () => {
    const actionMeta = {
      connection: 'shop',
      statement: 'select :id',
      values: { id: '{{ args.id }}' },
      limit: '{{ args.n }}',
    }
    const step = buildStep({ stepName: 'A', actionDomain: 'sql', actionType: 'query', actionMeta })
    expect(planChain([step], { actions: createActions(actions), outsideDomains: [] }).kind).toBe('plan')
  })
})

test('whether effects are marked is found out by each step in its own time, until it is known', async () => {
  const fresh = new Pool({ connectionString: marked.url })
  try {
    const over = AbortSignal.abort(new Error('The first one was stopped'))
    const inTime = new AbortController().signal
    const [stopped, other] = await Promise.allSettled([
      keepsMarks(fresh, { signal: over }),
      keepsMarks(fresh, { signal: inTime }),
    ])
    expect(stopped).toMatchObject({ status: 'rejected' })
    expect(other).toEqual({ status: 'fulfilled', value: true })
  } finally {
    await fresh.end()
  }
})
