/** A request to a service with idempotency keys, of which nobody knows what came of it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askingOf, countResting, endAsking } from '../../ledger/commands/asking.ts'
import { readQueue } from '../../ledger/commands/queue-view.ts'
import { createPostgresJournal, takeRun } from '../../ledger/commands/runs.ts'
import { setPaused } from '../../ledger/settings.ts'
import { enterWorker } from '../../ledger/worker-presence.ts'
import { buildStep } from '../../testing/build-step.ts'
import { startHttpService, type HttpService } from '../../testing/servers/http-service.ts'
import { runDepsOf } from '../../testing/processes/run-envelope-process.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { createActions } from '../action.ts'
import { ASK_AGAIN_MS, createHttpActions } from '../actions/http/http.ts'
import { runEnvelope } from './run-envelope.ts'

let house: TestLedger
let root: string
let service: HttpService
let logged: (readonly [level: string, event: unknown])[]

const meta = { service: 'keyed', method: 'POST', path: '/labels', body: { order: '204' } }
const chain = [buildStep({ stepName: 'Ask it', actionDomain: 'http', actionType: 'request', actionMeta: meta })]
const away = { kind: 'status', status: 503 } as const

beforeAll(async () => {
  house = await createTestLedger()
  root = await mkdtemp(path.join(tmpdir(), 'sayso-asks-'))
})
beforeEach(async () => {
  service = await startHttpService()
  logged = []
})
afterEach(async () => {
  await pause(false)
  await service.close()
})
afterAll(async () => {
  await house.close()
  await rm(root, { recursive: true, force: true })
})

const note =
  (level: string) =>
  (details: object): void =>
    void logged.push([level, 'event' in details ? details.event : details])

async function run(commandId: string, owner = 'the test'): Promise<void> {
  const services = { keyed: { baseUrl: service.url, allowPrivate: true, idempotencyKeys: true } }
  const deps = {
    ...runDepsOf(house.ledger, root, owner),
    actions: createActions(createHttpActions({ services })),
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  }
  await runEnvelope(deps, commandId, new AbortController().signal)
}

async function pause(paused: boolean): Promise<void> {
  await setPaused(house.ledger.db, { paused, personId: house.lane.personId, now: new Date() })
}

async function endOf(commandId: string): Promise<unknown> {
  const { rows } = await house.database.pool.query(`select status, reason from envelopes where command_id = $1`, [
    commandId,
  ])
  return rows[0]
}

const queued = async () => (await readQueue(house.ledger.db)).map(({ state, until }) => ({ state, until }))

test('is asked again until it is known, and the log says so once, and when it is over', async () => {
  const commandId = await house.confirm({ chain })
  service.trouble(away, away, away, away)
  for (let times = 0; times < 3; times += 1) await run(commandId)
  expect(logged).toEqual([['warn', 'step.asked_again']])
  expect(await endOf(commandId)).toMatchObject({ status: 'confirmed' })
  await run(commandId)
  expect(logged.slice(1)).toEqual([
    ['info', 'step.answered'],
    ['info', 'command.settled'],
  ])
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  expect(service.effects).toHaveLength(1)
})

test('is asked about by whichever worker gets its job, though the one before it lives', async () => {
  const commandId = await house.confirm({ chain })
  const [one, other] = await Promise.all([enterWorker(house.database.url), enterWorker(house.database.url)])
  service.trouble(away, away)
  await run(commandId, one.owner)
  expect(await endOf(commandId)).toMatchObject({ status: 'confirmed' })
  await run(commandId, other.owner)
  expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
  expect(service.effects).toHaveLength(1)
  await Promise.all([one.leave(), other.leave()])
})

test('is told by the queue until it is known', async () => {
  const commandId = await house.confirm({ chain })
  service.trouble(away, away)
  const begun = Date.now()
  await run(commandId)
  expect(await queued()).toEqual([{ state: 'asked_again', until: expect.any(Date) as Date }])
  const [{ until } = { until: null }] = await queued()
  expect(until?.getTime()).toBeGreaterThanOrEqual(begun + ASK_AGAIN_MS)
  expect(until?.getTime()).toBeLessThanOrEqual(Date.now() + ASK_AGAIN_MS)
  await run(commandId)
  expect(await queued()).toEqual([])
})

describe('under a pause', () => {
  test('rests, is told to, and is asked again when it is over', async () => {
    const commandId = await house.confirm({ chain })
    service.trouble(away, away)
    await run(commandId)
    await pause(true)
    const asked = service.requests.length
    await run(commandId)
    expect(service.requests).toHaveLength(asked)
    expect(await queued()).toMatchObject([{ state: 'resting' }])
    expect(await countResting(house.ledger.db)).toBe(1)
    await pause(false)
    await run(commandId)
    expect(await endOf(commandId)).toMatchObject({ status: 'executed' })
    expect(logged.filter(([level]) => level !== 'info')).toEqual([['warn', 'step.asked_again']])
  })

  test('is left for a person to settle when the time is up', async () => {
    const commandId = await house.confirm({ chain })
    const owner = 'a worker that is gone'
    const epoch = await takeRun(house.ledger.db, house.secrets, { stored: null, commandId, owner, now: new Date() })
    const prepared = { askUntil: Date.now() - 1 }
    await createPostgresJournal(house.ledger.db, house.secrets, { commandId, epoch, owner }).write({
      kind: 'intent',
      step: 'Ask it',
      meta,
      prepared,
    })
    await pause(true)
    await run(commandId)
    expect(await endOf(commandId)).toEqual({ status: 'failed', reason: 'effect_unknown' })
    expect(service.requests).toEqual([])
  })
})

test.each([
  ['while it is asked', false, 'asked'],
  ['under a pause', true, 'resting'],
])('whoever ends the asking %s has nothing more sent, and a person settles it', async (_when, paused, state) => {
  const commandId = await house.confirm({ chain })
  service.trouble(away, away)
  await run(commandId)
  const { db } = house.ledger
  await pause(paused)
  const asked = service.requests.length
  expect(await askingOf(db, commandId)).toEqual({ state, until: expect.stringMatching(/Z$/u) })
  const { chatId, personId } = house.lane
  await endAsking(db, house.secrets, { at: new Date(), commandId, chatId, personId, messageId: 'm' })
  expect(await askingOf(db, commandId)).toMatchObject({ state: 'ended' })
  expect(await queued()).toContainEqual({ state: 'running', until: null })
  await run(commandId)
  expect(service.requests).toHaveLength(asked)
  expect(await endOf(commandId)).toEqual({ status: 'failed', reason: 'effect_unknown' })
  expect(await askingOf(db, commandId)).toBeNull()
})
