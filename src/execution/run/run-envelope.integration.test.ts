import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { digestOf } from '../../envelope/digest.ts'
import { TerminalError } from '../../errors.ts'
import { loadEnvelope } from '../../ledger/commands/envelopes.ts'
import { openLedger } from '../../ledger/open-ledger.ts'
import { createPostgresJournal, takeRun } from '../../ledger/commands/runs.ts'
import { setPaused } from '../../ledger/settings.ts'
import { enterWorker } from '../../ledger/worker-presence.ts'
import { buildStep } from '../../testing/build-step.ts'
import { changePeople } from '../../testing/installations/change-people.ts'
import type { KillPlan } from '../../testing/processes/kill-at-query.ts'
import { bells, runDepsOf } from '../../testing/processes/run-envelope-process.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { createTcpGate } from '../../testing/servers/tcp-gate.ts'
import { waitingForDisk, watchCommits } from '../../testing/installations/watch-commits.ts'
import { createActions, type Action } from '../action.ts'
import type { Chain } from '../plan/chain.ts'
import type { Journal } from './journal.ts'
import { runEnvelope } from './run-envelope.ts'

const soon = { interval: 20 }
const atOnce = 3
/** Between two of these nothing outlasts the process that ends there. */
const points = String.raw`^\s*(commit|insert into journal)`

let house: TestLedger
let temporary: string

beforeAll(async () => {
  house = await createTestLedger()
  temporary = await mkdtemp(path.join(tmpdir(), 'sayso-runs-'))
})
afterAll(async () => {
  await house.close()
  await rm(temporary, { recursive: true, force: true })
})

test('a chain whose worker is killed at any point is finished by another one, with each effect once', async () => {
  const chain = [
    buildStep({
      stepName: 'Make',
      actionDomain: 'filesystem',
      actionType: 'mkdir',
      actionMeta: { path: 'archive' },
      yield: ['made'],
    }),
    buildStep({
      stepName: 'Move',
      actionDomain: 'filesystem',
      actionType: 'mv',
      actionMeta: { from: 'report.txt', to: 'archive/report.txt' },
      observe: 'made',
      yield: ['moved'],
    }),
    buildStep({
      stepName: 'Remove',
      actionDomain: 'filesystem',
      actionType: 'rm',
      actionMeta: { path: 'draft.txt' },
      observe: 'moved',
    }),
  ]
  const runs = await killAtEveryPoint(chain)
  expect(runs.length).toBeGreaterThanOrEqual(9)
  for (const { commandId, root } of runs) {
    expect(await finish(commandId, root)).toEqual({ status: 'executed', reason: null, held: false })
    expect((await readdir(root, { recursive: true })).toSorted()).toEqual(['archive', 'archive/report.txt'])
    expect(await readFile(path.join(root, 'archive/report.txt'), 'utf8')).toBe('report')
    expect(await provedEnds(commandId)).toEqual(['command.executed'])
  }
})

test('an effect that nobody can tell is reported as unknown when its worker is killed, and never repeated', async () => {
  const runs = await killAtEveryPoint([buildStep({ stepName: 'Ring', actionType: 'ring' })])
  expect(runs.length).toBeGreaterThanOrEqual(5)
  const ends = new Set<string>()
  for (const { commandId, root } of runs) {
    const end = await finish(commandId, root)
    const rung = (await readFile(path.join(root, bells), 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
    ends.add(JSON.stringify({ ...end, rung: rung.length }))
    await runHere(commandId, root)
    expect(await endOf(commandId)).toEqual(end)
    expect(await readFile(path.join(root, bells), 'utf8').catch(() => '')).toBe(
      rung.map((line) => `${line}\n`).join(''),
    )
  }
  expect([...ends].map((end) => JSON.parse(end) as unknown)).toEqual(
    expect.arrayContaining([
      { status: 'executed', reason: null, held: false, rung: 1 },
      // The key stays held until a person has settled what happened.
      { status: 'failed', reason: 'effect_unknown', held: true, rung: 1 },
    ]),
  )
  expect(ends.size).toBe(2)
})

test('what a step is about to do is on disk before it is done, and the outcome before it is told; what they bring with them need not wait', async () => {
  const watched = await createTestLedger()
  const commits = await watchCommits(watched.database.pool, {
    runs: `case when new.finished_at is null then 'taken' else 'finished' end`,
    journal: `new.kind || ' ' || new.step`,
  })
  const chain = [
    buildStep({ stepName: 'Make', actionDomain: 'filesystem', actionType: 'mkdir', actionMeta: { path: 'archive' } }),
  ]
  const root = await mkdtemp(path.join(temporary, 'run-'))
  const { url, schema } = watched.database
  const ledger = await openLedger({ url: waitingForDisk(url), schema })
  await runEnvelope(runDepsOf(ledger, root, 'the test'), await watched.confirm({ chain }), new AbortController().signal)
  expect(await commits()).toEqual([
    'taken does not wait',
    'intent Make waits',
    'done Make does not wait',
    'finished waits',
  ])
  await ledger.close()
  await watched.close()
})

describe('where somebody has written to the table', () => {
  const otherArgs = `document = jsonb_set(document, '{args}', '{"id":"205"}')`
  const written: readonly (readonly [what: string, set: string | ((commandId: string) => Promise<string>)])[] = [
    ['other arguments', otherArgs],
    ['other arguments with their digest', async (id) => `${otherArgs}, digest = '${await digestWith(id, '205')}'`],
    ['another time of its confirmation', `confirmed_at = confirmed_at + interval '1 second'`],
    ['another chat', async () => `chat_id = '${await anotherChat()}'`],
    ['no code of its confirmation', 'confirmation_mac = null'],
    [
      'the code of another confirmation',
      `confirmation_mac = (select confirmation_mac from envelopes where confirmation_mac is not null order by created_at limit 1)`,
    ],
  ]

  test.each(written)('what has %s is not run', async (_what, set) => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    await write(commandId, typeof set === 'string' ? set : await set(commandId))
    await runHere(commandId, root)
    expect(await endOf(commandId)).toEqual({ status: 'failed', reason: 'digest_mismatch', held: null })
    expect(await readdir(root)).not.toContain(bells)
  })

  test('what nobody confirmed is not run', async () => {
    const { root } = await prepare([])
    const commandId = await house.accept({ chain: [buildStep({ stepName: 'Ring', actionType: 'ring' })] })
    await write(commandId, `status = 'confirmed', confirmed_at = now()`)
    await runHere(commandId, root)
    expect(await endOf(commandId)).toMatchObject({ status: 'failed', reason: 'digest_mismatch' })
    expect(await readdir(root)).not.toContain(bells)
  })

  test('of a run that had begun nobody can say what it did', async () => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    await takeRun(house.ledger.db, house.secrets, {
      stored: null,
      commandId,
      owner: 'a worker that is gone',
      now: new Date(),
    })
    await write(commandId, otherArgs)
    await runHere(commandId, root)
    expect(await endOf(commandId)).toEqual({ status: 'failed', reason: 'digest_mismatch', held: true })
    expect(await readdir(root)).not.toContain(bells)
  })
})

describe('where somebody has written what a run has done', () => {
  const ringing = [buildStep({ stepName: 'Ring', actionType: 'ring' })]

  test('a step is not run with what they wrote, and nobody can say what came of it', async () => {
    const { commandId, root } = await prepare(ringing)
    const run = { commandId, owner: 'a worker that is gone' }
    await takeRun(house.ledger.db, house.secrets, { ...run, stored: null, now: new Date() })
    await writeIntent(commandId)
    await runHere(commandId, root)
    expect(await endOf(commandId)).toEqual({ status: 'failed', reason: 'digest_mismatch', held: true })
    expect(await readdir(root)).not.toContain(bells)
  })

  test('it is not done again with an entry of another command', async () => {
    const [one, other] = [await prepare(ringing), await prepare(ringing)]
    for (const { commandId } of [one, other]) {
      const run = { commandId, owner: 'a worker that is gone' }
      const epoch = await takeRun(house.ledger.db, house.secrets, { ...run, stored: null, now: new Date() })
      const journal = createPostgresJournal(house.ledger.db, house.secrets, { ...run, epoch })
      if (commandId === one.commandId)
        await journal.write({ kind: 'done', step: 'Ring', output: { rung: true }, yielded: [] })
    }
    await house.database.pool.query(
      `insert into journal (command_id, epoch, step, kind, entry, code)
        select $2, epoch, step, kind, entry, code from journal where command_id = $1`,
      [one.commandId, other.commandId],
    )
    await runHere(other.commandId, other.root)
    expect(await endOf(other.commandId)).toMatchObject({ status: 'failed', reason: 'digest_mismatch' })
    await runHere(one.commandId, one.root)
    expect(await endOf(one.commandId)).toMatchObject({ status: 'executed' })
  })

  test('a run has not begun: whoever may not ask any more has nothing done', async () => {
    const { commandId, root } = await prepare(ringing)
    await writeRun(commandId)
    await changePeople({ db: house.ledger.db, secrets: house.secrets }, 'update people set active = false')
    await runHere(commandId, root)
    await changePeople({ db: house.ledger.db, secrets: house.secrets }, 'update people set active = true')
    expect(await endOf(commandId)).toEqual({ status: 'rejected', reason: 'unauthorised', held: null })
    expect(await readdir(root)).not.toContain(bells)
  })

  test('a run that nobody took is begun as any other', async () => {
    const { commandId, root } = await prepare(ringing)
    await writeRun(commandId)
    await runHere(commandId, root)
    expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  })
})

describe('what waits for a worker', () => {
  const lost: readonly (readonly [what: string, lose: string, restore: string])[] = [
    ['is no person any more', 'set active = false', 'set active = true'],
    ['has a role that does not cover it', `set roles = '{viewer}'`, `set roles = '{owner}'`],
    ['has the role that nobody is given', `set roles = '{claimant}'`, `set roles = '{owner}'`],
  ]

  test.each(lost)('is rejected when whoever asked %s', async (_what, lose, restore) => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    await changePeople({ db: house.ledger.db, secrets: house.secrets }, `update people ${lose}`)
    await runHere(commandId, root)
    await changePeople({ db: house.ledger.db, secrets: house.secrets }, `update people ${restore}`)
    expect(await endOf(commandId)).toEqual({ status: 'rejected', reason: 'unauthorised', held: null })
    expect(await readdir(root)).not.toContain(bells)
    expect(await provedEnds(commandId)).toEqual(['command.rejected'])
    expect(await toldOf(commandId)).toEqual(['outcome'])
  })

  test('is rejected when who asked was made somebody else, or given the right, by SQL alone', async () => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    const { db } = house.ledger
    const { personId } = house.lane
    await changePeople({ db, secrets: house.secrets }, `update people set roles = '{viewer}'`)
    await house.database.pool.query(`update people set roles = '{owner}'`)
    await runHere(commandId, root)
    expect(await endOf(commandId)).toMatchObject({ status: 'rejected', reason: 'unauthorised' })

    await changePeople({ db, secrets: house.secrets }, `update people set roles = '{owner}'`)
    const other = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    const [eve] = await changePeople<{ id: string }>(
      { db, secrets: house.secrets },
      `insert into people (phone, name, roles, language, time_zone, source)
        values ('+3', 'Eve', '{owner}', 'en', 'UTC', 'test') returning id`,
    )
    await changePeople({ db, secrets: house.secrets }, 'update people set active = false where id = $1', [personId])
    await write(other.commandId, `person_id = '${eve?.id}'`)
    await runHere(other.commandId, other.root)
    await changePeople({ db, secrets: house.secrets }, 'update people set active = true where id = $1', [personId])
    expect(await endOf(other.commandId)).toMatchObject({ status: 'rejected', reason: 'unauthorised' })
    for (const folder of [root, other.root]) expect(await readdir(folder)).not.toContain(bells)
  })

  test('is done though the catalogue of this worker, which is of another version, does not have it', async () => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    const deps = runDepsOf(house.ledger, root, 'the test')
    const rights = { ...deps.rights, commands: new Map() }
    await runEnvelope({ ...deps, rights }, commandId, new AbortController().signal)
    expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  })

  test('is finished when it had begun before whoever asked lost their rights', async () => {
    const meta = { for: 'report.txt' }
    const { commandId, root } = await prepare([buildStep({ stepName: 'Wait', actionType: 'wait', actionMeta: meta })])
    const journal = await takeAndDie(commandId)
    await journal.write({ kind: 'intent', step: 'Wait', meta, prepared: null })
    await changePeople({ db: house.ledger.db, secrets: house.secrets }, 'update people set active = false')
    await runHere(commandId, root)
    await changePeople({ db: house.ledger.db, secrets: house.secrets }, 'update people set active = true')
    expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  })
})

describe('what a worker took and did nothing of', () => {
  test('is rejected when whoever asked has lost their rights since, and what that worker comes back to do is refused', async () => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    const journal = await takeAndDie(commandId)
    await changePeople({ db: house.ledger.db, secrets: house.secrets }, 'update people set active = false')
    await runHere(commandId, root)
    await changePeople({ db: house.ledger.db, secrets: house.secrets }, 'update people set active = true')
    expect(await endOf(commandId)).toEqual({ status: 'rejected', reason: 'unauthorised', held: null })
    expect(await readdir(root)).not.toContain(bells)
    const intent = { kind: 'intent', step: 'Ring', meta: {}, prepared: null } as const
    await expect(journal.write(intent)).rejects.toMatchObject({ code: 'fenced' })
  })

  test('waits for the end of a pause', async () => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    const { personId } = house.lane
    await takeAndDie(commandId)
    await setPaused(house.ledger.db, { paused: true, personId, now: new Date() })
    await runHere(commandId, root)
    await setPaused(house.ledger.db, { paused: false, personId, now: new Date() })
    expect(await readdir(root)).not.toContain(bells)
    await runHere(commandId, root)
    expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  })

  test('is not begun with any more when its time is over', async () => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
    await takeAndDie(commandId)
    const deps = runDepsOf(house.ledger, root, 'the test')
    const clock = () => new Date(Date.now() + deps.limits.startWithinMs + 1)
    await runEnvelope({ ...deps, clock }, commandId, new AbortController().signal)
    expect(await readdir(root)).not.toContain(bells)
    expect(await endOf(commandId)).toMatchObject({ status: 'confirmed' })
  })
})

test('what a worker leaves when it stops is gone on with at once, while it still lives; what it goes on with is not', async () => {
  const { commandId, root } = await prepare([
    buildStep({ stepName: 'Wait', actionType: 'wait', actionMeta: { for: 'signal' }, yield: ['come'] }),
    buildStep({ stepName: 'Ring', actionType: 'ring', observe: 'come' }),
  ])
  const [one, other] = await Promise.all([enterWorker(house.database.url), enterWorker(house.database.url)])
  const depsOf = (owner: string) => runDepsOf(house.ledger, root, owner)
  const stop = new AbortController()
  const left = runEnvelope(depsOf(one.owner), commandId, stop.signal)
  left.catch(() => undefined)
  await expect.poll(async () => (await journalOf(commandId)).length, soon).toBe(1)
  await runEnvelope(depsOf(other.owner), commandId, new AbortController().signal)
  stop.abort()
  await writeFile(path.join(root, 'signal'), '')
  await expect(left).rejects.toMatchObject({ code: 'interrupted' })
  expect(await readdir(root)).not.toContain(bells)
  await runEnvelope(depsOf(other.owner), commandId, new AbortController().signal)
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  await Promise.all([one.leave(), other.leave()])
})

test('a step that may go on, since nothing could store that it failed, is not begun a second time by its own worker until it has ended, and by any then', async () => {
  const { commandId, root } = await prepare([buildStep({ stepName: 'Hang', actionType: 'hang' })])
  const storesAgain = await storeNoFailure()
  const hanging = Promise.withResolvers<null>()
  let begun = 0
  const hang: Action = {
    domain: 'test',
    type: 'hang',
    meta: Type.Object({}),
    effect: 'mutates',
    repeat: 'unsafe',
    prepare: async () => null,
    // Heeds no signal.
    run: () => {
      begun += 1
      return begun === 1 ? hanging.promise : Promise.resolve(null)
    },
    probe: async () => ({ kind: 'did-not-happen' }),
  }
  const worker = await enterWorker(house.database.url)
  const limits = { stepTimeoutMs: 100, startWithinMs: 600_000 }
  const deps = { ...runDepsOf(house.ledger, root, worker.owner), actions: createActions([hang]), limits }
  const run = () => runEnvelope(deps, commandId, new AbortController().signal)
  await expect(run()).rejects.toThrow('away')
  await storesAgain()
  await run()
  expect(begun).toBe(1)
  expect(await endOf(commandId)).toMatchObject({ status: 'confirmed' })
  hanging.resolve(null)
  await expect.poll(() => deps.held.size, soon).toBe(0)
  const other = await enterWorker(house.database.url)
  await runEnvelope({ ...deps, owner: other.owner }, commandId, new AbortController().signal)
  expect(begun).toBe(2)
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  await Promise.all([worker.leave(), other.leave()])
})

test.each(['run', 'prepare'])(
  'a step that was refused in its %s while nothing could store that is ended by whoever takes it up next, its own worker too',
  async (where) => {
    const { commandId, root } = await prepare([buildStep({ stepName: 'Refuse', actionType: 'refuse' })])
    const storesAgain = await storeNoFailure()
    const action: Action = {
      domain: 'test',
      type: 'refuse',
      meta: Type.Object({}),
      effect: 'mutates',
      repeat: 'unsafe',
      prepare: where === 'prepare' ? refuse : async () => null,
      run: where === 'run' ? refuse : async () => null,
      probe: async () => ({ kind: 'did-not-happen' }),
    }
    const deps = { ...runDepsOf(house.ledger, root, 'the test'), actions: createActions([action]) }
    const run = () => runEnvelope(deps, commandId, new AbortController().signal)
    await expect(run()).rejects.toThrow('away')
    await storesAgain()
    await run()
    expect(await endOf(commandId)).toMatchObject({ status: 'failed', reason: 'action_failed' })
  },
)

test('what was confirmed before a pause waits for its end', async () => {
  const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
  const { personId } = house.lane
  await setPaused(house.ledger.db, { paused: true, personId, now: new Date() })
  await runHere(commandId, root)
  expect(await endOf(commandId)).toMatchObject({ status: 'confirmed' })
  await setPaused(house.ledger.db, { paused: false, personId, now: new Date() })
  await runHere(commandId, root)
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
})

test("an outcome whose commit nobody answered is looked for before the run counts as another worker's", async () => {
  const { commandId, root } = await prepare([buildStep({ stepName: 'Ring', actionType: 'ring' })])
  const url = new URL(house.database.url)
  url.hostname = '127.0.0.1'
  const lost: string[] = []
  // Once the bell was rung only the outcome is committed.
  const gate = await createTcpGate({ host: url.hostname, port: Number(url.port) }, (answer) => {
    if (lost.length > 0 || !answer.includes('COMMIT') || !existsSync(path.join(root, bells))) return false
    return lost.push('the answer') > 0
  })
  url.port = String(gate.port)
  const ledger = await openLedger({ url: url.href, schema: house.database.schema })
  try {
    await runEnvelope(runDepsOf(ledger, root, 'the test'), commandId, new AbortController().signal)
  } finally {
    await ledger.close()
    await gate.shut()
  }
  expect(lost).toEqual(['the answer'])
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  expect(await provedEnds(commandId)).toEqual(['command.executed'])
})

function refuse(): Promise<never> {
  return Promise.reject(new TerminalError('action_failed', 'refused'))
}

/** No failure of a step can be stored any more, until what this returns is called. */
async function storeNoFailure(): Promise<() => Promise<void>> {
  const { pool } = house.database
  await pool.query(`create or replace function refuse_failed() returns trigger language plpgsql as $$
    begin raise exception 'away'; end $$`)
  await pool.query(
    "create trigger refuse_failed before insert on journal for each row when (new.entry->>'kind' = 'failed') execute function refuse_failed()",
  )
  return async () => void (await pool.query('drop trigger refuse_failed on journal'))
}

/** Writes what the database would refuse, as somebody who owns it can. */
async function write(commandId: string, set: string): Promise<void> {
  const { pool } = house.database
  await pool.query('alter table envelopes disable trigger user')
  await pool.query(`update envelopes set ${set} where command_id = $1`, [commandId])
  await pool.query('alter table envelopes enable trigger user')
}

async function digestWith(commandId: string, id: string): Promise<string> {
  const stored = await loadEnvelope(house.ledger.db, commandId)
  return digestOf({ ...stored?.envelope, args: { id } })
}

async function anotherChat(): Promise<string> {
  const { rows } = await house.database.pool.query<{ id: string }>(
    `insert into chats (account, channel, kind, external) values ('a', 'terminal', 'private', '+2') returning id`,
  )
  return rows[0]?.id ?? ''
}

type Prepared = { readonly commandId: string; readonly root: string }

/** Runs a chain as one command after the other, each killed one point later, until one run gets to its end. */
async function killAtEveryPoint(chain: Chain): Promise<readonly Prepared[]> {
  const runs: Prepared[] = []
  for (let at = 1; ; at += atOnce) {
    const batch = await Promise.all(
      Array.from({ length: atOnce }, async (_none, n) => {
        const prepared = await prepare(chain)
        return { prepared, killed: await runAndKill(prepared, at + n) }
      }),
    )
    runs.push(...batch.map(({ prepared }) => prepared))
    if (batch.some(({ killed }) => !killed)) return runs
  }
}

async function runAndKill({ commandId, root }: Prepared, at: number): Promise<boolean> {
  const killPlan = `${root}.plan`
  const child = spawn(
    process.execPath,
    [
      '--import',
      new URL('../../testing/processes/kill-at-query.ts', import.meta.url).href,
      fileURLToPath(new URL('../../testing/processes/run-envelope-process.ts', import.meta.url)),
      house.database.url,
      house.database.schema,
      root,
      commandId,
    ],
    { env: { ...process.env, KILL_PLAN: killPlan }, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  await writeFile(killPlan, JSON.stringify({ at, matching: points } satisfies KillPlan))
  child.stdin.write('go\n')
  await closed
  expect(child.signalCode ?? child.exitCode).toBeOneOf(['SIGKILL', 0])
  return child.signalCode === 'SIGKILL'
}

/** Another worker comes, as often as it takes: one that was killed counts as present until Postgres has seen it go. */
async function finish(commandId: string, root: string) {
  await expect
    .poll(async () => {
      await runHere(commandId, root)
      return (await endOf(commandId)).status
    }, soon)
    .not.toBe('confirmed')
  return endOf(commandId)
}

function runHere(commandId: string, root: string): Promise<void> {
  return runEnvelope(runDepsOf(house.ledger, root, 'the test'), commandId, new AbortController().signal)
}

type End = { readonly status: string; readonly reason: string | null; readonly held: boolean | null }

async function endOf(commandId: string): Promise<End> {
  const { rows } = await house.database.pool.query<End>(
    'select status, reason, held from envelopes left join claims using (command_id) where command_id = $1',
    [commandId],
  )
  return rows[0] ?? { status: 'absent', reason: null, held: null }
}

async function provedEnds(commandId: string): Promise<readonly string[]> {
  const { rows } = await house.database.pool.query<{ kind: string }>(
    'select kind from evidence where command_id = $1',
    [commandId],
  )
  return rows.map(({ kind }) => kind)
}

async function journalOf(commandId: string): Promise<readonly unknown[]> {
  const { rows } = await house.database.pool.query('select seq from journal where command_id = $1', [commandId])
  return rows
}

/** What lies in the lane of whoever asked. */
async function toldOf(commandId: string): Promise<readonly string[]> {
  const { rows } = await house.database.pool.query<{ kind: string }>('select kind from inbox where message_id = $1', [
    commandId,
  ])
  return rows.map(({ kind }) => kind)
}

/** A confirmed command of its own, and a workspace for it. */
async function prepare(chain: Chain): Promise<Prepared> {
  const commandId = await house.confirm({ chain })
  const root = await mkdtemp(path.join(temporary, 'run-'))
  await Promise.all([
    writeFile(path.join(root, 'report.txt'), 'report'),
    writeFile(path.join(root, 'draft.txt'), 'draft'),
  ])
  return { commandId, root }
}

/** A worker takes it and is gone; returns the journal to which it would have written. */
async function takeAndDie(commandId: string): Promise<Journal> {
  const run = { commandId, owner: 'a worker that is gone' }
  const epoch = await takeRun(house.ledger.db, house.secrets, { ...run, stored: null, now: new Date() })
  return createPostgresJournal(house.ledger.db, house.secrets, { ...run, epoch })
}

/** A run of which somebody says that it has begun. */
function writeRun(commandId: string) {
  return house.database.pool.query(
    `insert into runs (command_id, epoch, owner, started_at) values ($1, 1, 'nobody', now())`,
    [commandId],
  )
}

/** A step of which somebody says with what it began. */
function writeIntent(commandId: string) {
  return house.database.pool.query(
    `insert into journal (command_id, epoch, step, kind, entry) values ($1, 1, 'Ring', 'intent', $2)`,
    [commandId, JSON.stringify({ kind: 'intent', step: 'Ring', meta: { loud: true }, prepared: null })],
  )
}
