/** Postgres is away for a moment while a command runs, and only the process that runs it knows what came of a step. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TerminalError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import { createPostgresJournal, takeRun } from '../../ledger/commands/runs.ts'
import { openLedger, type Ledger } from '../../ledger/open-ledger.ts'
import { buildStep } from '../../testing/build-step.ts'
import { startHttpService } from '../../testing/servers/http-service.ts'
import { runDepsOf } from '../../testing/processes/run-envelope-process.ts'
import { createTcpGate, type TcpGate } from '../../testing/servers/tcp-gate.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { createActions, type Action, type Actions } from '../action.ts'
import { createHttpActions } from '../actions/http/http.ts'
import { runEnvelope } from './run-envelope.ts'

/** Longer than the first attempts to reach it again take. */
const awayMs = 600

let house: TestLedger
let root: string
let gate: TcpGate
let ledger: Ledger
/** Says of what Postgres answers whether it gets lost, and the connection with it. */
let isLost: (answer: Buffer) => boolean

beforeAll(async () => {
  house = await createTestLedger()
  root = await mkdtemp(path.join(tmpdir(), 'sayso-away-'))
})
beforeEach(async () => {
  isLost = () => false
  const url = new URL(house.database.url)
  gate = await createTcpGate({ host: '127.0.0.1', port: Number(url.port) }, (answer) => isLost(answer))
  url.hostname = '127.0.0.1'
  url.port = String(gate.port)
  ledger = await openLedger({ url: url.href, schema: house.database.schema })
})
afterEach(async () => {
  await ledger.close()
  await gate.shut()
})
afterAll(async () => {
  await house.close()
  await rm(root, { recursive: true, force: true })
})

/** Cuts every connection; new ones are refused for a while. */
async function goAway(): Promise<void> {
  await gate.shut()
  setTimeout(() => void gate.open(), awayMs)
}

/** Leaves a line in the workspace, after which nobody can tell whether it did, and then does `work`. */
function ring(work: () => Promise<Json>): Actions {
  const action: Action = {
    domain: 'test',
    type: 'ring',
    meta: Type.Object({}),
    effect: 'mutates',
    repeat: 'unsafe',
    run: async (_meta, { effectId }) => {
      await appendFile(path.join(root, 'bells.log'), `${effectId}\n`)
      return work()
    },
  }
  return createActions([action])
}

async function timesRung(commandId: string): Promise<number> {
  const lines = (await readFile(path.join(root, 'bells.log'), 'utf8')).split('\n')
  return lines.filter((line) => line === `${commandId}/Ring`).length
}

async function run(commandId: string, actions: Actions): Promise<void> {
  await runEnvelope({ ...runDepsOf(ledger, root, 'the test'), actions }, commandId, new AbortController().signal)
}

async function endOf(commandId: string): Promise<unknown> {
  const { rows } = await house.database.pool.query(
    'select status, reason, held from envelopes left join claims using (command_id) where command_id = $1',
    [commandId],
  )
  return rows[0]
}

const ringing = [buildStep({ stepName: 'Ring', actionType: 'ring' })]

test('what was done while the ledger went away is known as done', async () => {
  const commandId = await house.confirm({ chain: ringing })
  await run(
    commandId,
    ring(async () => {
      await goAway()
      return null
    }),
  )
  expect(await endOf(commandId)).toEqual({ status: 'executed', reason: null, held: false })
  expect(await timesRung(commandId)).toBe(1)
})

test('what was refused while the ledger went away is known as refused', async () => {
  const commandId = await house.confirm({ chain: ringing })
  await run(
    commandId,
    ring(async () => {
      await goAway()
      throw new TerminalError('action_failed', 'the bell is gone')
    }),
  )
  expect(await endOf(commandId)).toMatchObject({ status: 'failed', reason: 'action_failed' })
})

test('what a service has answered clearly, and once only, is known though the ledger went away meanwhile', async () => {
  const service = await startHttpService()
  const meta = { service: 'plain', method: 'POST', path: '/labels', body: { order: '204' } }
  const commandId = await house.confirm({
    chain: [buildStep({ stepName: 'Ask it', actionDomain: 'http', actionType: 'request', actionMeta: meta })],
  })
  const actions = createActions(
    createHttpActions({ services: { plain: { baseUrl: service.url, allowPrivate: true } } }),
  )
  // The gate is shut before the answer has come.
  const away = service.arrived(1).then(goAway)
  await run(commandId, actions)
  await away
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  expect(service.effects).toHaveLength(1)
  await service.close()
})

test('a step whose intent nobody heard to be stored is done, once', async () => {
  const commandId = await house.confirm({ chain: ringing })
  let taken = false
  let lost = false
  isLost = (answer) => {
    if (lost) return false
    lost = taken && answer.includes('INSERT 0 1')
    taken ||= answer.includes('COMMIT')
    return lost
  }
  await run(
    commandId,
    ring(async () => null),
  )
  expect(lost).toBe(true)
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  expect(await timesRung(commandId)).toBe(1)
})

test('an intent that Postgres stores once more after its result does not begin the step again', async () => {
  const commandId = await house.confirm({ chain: ringing })
  const { db } = house.ledger
  const gone = { commandId, owner: 'a worker that is gone' }
  const epoch = await takeRun(db, house.secrets, { ...gone, stored: null, now: new Date() })
  const journal = createPostgresJournal(db, house.secrets, { ...gone, epoch })
  const intent = { kind: 'intent', step: 'Ring', meta: {}, prepared: null } as const
  await journal.write(intent)
  await journal.write({ kind: 'done', step: 'Ring', output: null, yielded: [] })
  await journal.write(intent)
  await run(
    commandId,
    ring(async () => null),
  )
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  expect(await timesRung(commandId).catch(() => 0)).toBe(0)
})
