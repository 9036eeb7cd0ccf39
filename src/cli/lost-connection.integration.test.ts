/** What the short commands of the command line say when Postgres goes away under them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import {
  createTestInstallation,
  ordersOnly,
  type TestInstallation,
} from '../testing/installations/test-installation.ts'
import { createTcpGate, type TcpGate } from '../testing/servers/tcp-gate.ts'

let house: TestInstallation
let gate: TcpGate
/** The installation through the gate. */
let env: Readonly<Record<string, string>>
/** Whether an answer that tells of people gets lost, and its connection with it. */
let loses = false

beforeAll(async () => {
  house = await createTestInstallation({ ...ordersOnly(), SAYSO_STOP_WITHIN: '1s' })
  await house.make()
  const place = new URL(house.url)
  place.hostname = '127.0.0.1'
  gate = await createTcpGate(
    { host: place.hostname, port: Number(place.port) },
    (answer) => loses && answer.includes('Owner 1'),
  )
  place.port = String(gate.port)
  env = { ...house.env, DATABASE_URL: place.href }
})
afterAll(async () => {
  await gate.shut()
  await house.close()
})

const ours = () => ['--data', house.dir, '--people', house.people]

test('a connection that is lost before anything was asked for is told in a sentence, and is worth another try', async () => {
  expect(await runSaysoHere(['run', 'ORDER_STATUS', '204', ...ours()], { env })).toMatchObject({ code: 0, err: '' })
  loses = true
  const run = await runSaysoHere(['run', 'ORDER_STATUS', '204', '--json', ...ours()], { env })
  const listed = await runSaysoHere(['people', 'list', '--data', house.dir], { env })
  loses = false
  const said = /^sayso: The database, or something else that Sayso needs, does not answer: .*Try again when it does/u
  expect(run).toMatchObject({ code: 69, err: expect.stringMatching(said) })
  expect(JSON.parse(run.out)).toMatchObject({ status: 'error', error: { code: 'database_unavailable' } })
  expect(listed).toMatchObject({ code: 69, out: '', err: expect.stringMatching(said) })
})

test('a ledger that goes away after something was asked for leaves open what came of it, and nobody is told to try again', async () => {
  const words = ['run', 'ADD_NOTE', 'id=204', 'text=call her', '--yes', 'yes', '--no-worker', '--wait', '5s', ...ours()]
  const running = runSaysoHere(words, { env })
  await expect
    .poll(() => house.rows(`select status from envelopes where name = 'ADD_NOTE'`), { interval: 20 })
    .toEqual([{ status: 'confirmed' }])
  // Its turn is over too: what is waited for is a worker, which does not come.
  await expect.poll(() => house.rows('select 1 from inbox where done_at is null'), { interval: 20 }).toEqual([])
  await gate.shut()
  const { code, err } = await running
  await gate.open()
  expect(code).toBe(4)
  expect(err).toContain('Look before you ask again: npm exec -- sayso run HISTORY')
})
