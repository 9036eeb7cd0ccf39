/** SIGTERM to real processes in the middle of what they do. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { freePort } from '../ledger/embedded/postgres-port.ts'
import { createPool } from '../ledger/open-ledger.ts'
import { readPostgresRecord, type PostgresRecord } from '../ledger/embedded/postgres-record.ts'
import { startHttpService, type HttpService } from '../testing/servers/http-service.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import { startSaysoProcess, type SaysoProcess } from '../testing/processes/sayso-process.ts'
import { createTestCatalogue } from '../testing/catalogues/test-catalogue.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

const lookMs = 20
const limitMs = 60_000
/** What letting go of everything may take besides the time that is configured; generous, for tests share the machine. */
const releaseMs = 8_000

let catalogue: Awaited<ReturnType<typeof createTestCatalogue>>
/** What all processes here are started with. */
let ours: Readonly<Record<string, string>>
let service: HttpService

beforeAll(async () => {
  service = await startHttpService()
  catalogue = await createTestCatalogue({
    files: {
      '_roles.yaml': 'owner: ["*"]\n',
      '_menu.yaml': 'order: [orders]\n',
      'orders/_menu.yaml': 'order: [mark, slow, ship]\n',
      'orders/mark.yaml': commandFile('MARK_ORDER', sql("update orders set status = 'cancelled' where id = :id::int")),
      'orders/slow.yaml': commandFile(
        'SLOW_ORDER',
        sql("update orders set status = 'cancelled' where id = :id::int and pg_sleep(2) is not null"),
      ),
      'orders/ship.yaml': commandFile(
        'SHIP_ORDER',
        `actionDomain: http
    actionType: request
    actionMeta: { service: shipping, method: POST, path: /labels, body: { order: "{{args.id}}" } }`,
      ),
    },
    texts: `menus: { orders: Orders }\nentities: {}\ncommands:${['mark', 'slow', 'ship'].map(textsOf).join('')}\n`,
  })
  const services = path.join(catalogue.dir, 'services.yaml')
  await writeFile(services, `services: { shipping: { baseUrl: "${service.url}", allowPrivate: true } }\n`)
  ours = { SAYSO_CATALOGUE: catalogue.dir, SAYSO_SERVICES: services }
})
afterAll(async () => {
  await catalogue.remove()
  await service.close()
})
test.concurrent('SIGTERM in the middle of a step lets it end: its result is in the journal and told, exit status 0', async ({
  onTestFinished,
}) => {
  const house = await install(onTestFinished)
  const [commandId = ''] = await confirm(house, ['MARK_ORDER id=204'])
  const lock = await house.hold('select 1 from orders where id = 204 for update')
  const { worker, stopping } = await startWorkerOf(house, onTestFinished)
  await until(() => journalOf(house, commandId), ['intent'])
  worker.signal('SIGTERM')
  await until(stopping, true)
  await lock.release()
  expect(await worker.ended).toEqual({ code: 0, signal: null })
  expect(await journalOf(house, commandId)).toEqual(['intent', 'done'])
  expect(await statusOf(house, commandId)).toBe('executed')
})

test.concurrent('steps that take longer than the stop may are left: the process ends in time; another worker brings one effect about once, and reports the one that nobody can look up as unknown', async ({
  onTestFinished,
}) => {
  const house = await install(onTestFinished, { SAYSO_STOP_WITHIN: '1s' })
  const [marking = '', shipping = ''] = await confirm(house, ['MARK_ORDER id=204', 'SHIP_ORDER id=205'])
  const lock = await house.hold('select 1 from orders where id = 204 for update')
  service.trouble({ kind: 'silent' })
  const { worker } = await startWorkerOf(house, onTestFinished)
  await service.arrived(1)
  await until(() => journalOf(house, marking), ['intent'])
  expect(await secondsToEnd(worker)).toBeLessThan(1 + releaseMs / 1000)
  expect([await statusOf(house, marking), await statusOf(house, shipping)]).toEqual(['confirmed', 'confirmed'])
  await lock.release()

  const next = await startWorkerOf(house, onTestFinished)
  await until(() => statusOf(house, marking), 'executed', next.worker)
  expect(await house.rows('select 1 from sayso_effects where effect_id like $1', [`${marking}/%`])).toHaveLength(1)
  expect(await house.rows('select status from orders where id = 204')).toEqual([{ status: 'cancelled' }])
  await until(() => statusOf(house, shipping), 'failed effect_unknown', next.worker)
  expect(service.requests).toHaveLength(1)
})

test.concurrent('SIGINT stops as SIGTERM does, and a second signal ends the process at once', async ({
  onTestFinished,
}) => {
  const house = await install(onTestFinished, { SAYSO_STOP_WITHIN: '1h' })
  const [commandId = ''] = await confirm(house, ['MARK_ORDER id=204'])
  const lock = await house.hold('select 1 from orders where id = 204 for update')
  const { worker, stopping } = await startWorkerOf(house, onTestFinished)
  await until(() => journalOf(house, commandId), ['intent'])
  worker.signal('SIGINT')
  await until(stopping, true)
  worker.signal('SIGTERM')
  expect(await worker.ended).toEqual({ code: null, signal: 'SIGTERM' })
  await lock.release()
})

test.concurrent('SIGTERM in the middle of a turn lets it end: it is answered, exit status 0', async ({
  onTestFinished,
}) => {
  const house = await install(onTestFinished)
  const { bot, lock } = await startInTurn(house, onTestFinished)
  bot.signal('SIGTERM')
  await lock.release()
  expect(await bot.ended).toEqual({ code: 0, signal: null })
  expect(bot.written()).toContain('"about":"preview"')
  expect(await house.rows('select 1 from inbox where done_at is null')).toEqual([])
})

test.concurrent('a bot whose turn does not end in time ends without it, and the next start answers', async ({
  onTestFinished,
}) => {
  const house = await install(onTestFinished, { SAYSO_STOP_WITHIN: '1s' })
  const { bot, lock } = await startInTurn(house, onTestFinished)
  expect(await secondsToEnd(bot)).toBeLessThan(1 + releaseMs / 1000)
  expect(bot.written()).not.toContain('"about":"preview"')
  await lock.release()
  await startBotOf(house, onTestFinished).heard(/"about":"preview"/u)
})

test.concurrent('start, with all in one process and its own Postgres: the step ends, its outcome is told, Postgres stops, exit status 0', async ({
  onTestFinished,
}) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'sayso-stop-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }))
  const people = path.join(dir, 'people.yaml')
  await writeFile(people, 'people:\n  - { phone: "+5511990000000", name: Ana, roles: [owner], language: en }\n')
  const data = path.join(dir, 'data')
  const started = startSaysoProcess(['start', '--data', data, '--people', people], {
    ...ours,
    DATABASE_URL: '',
    ALERT_WEBHOK: 'http://127.0.0.1/none',
  })
  onTestFinished(started.kill)
  await started.heard(/ALERT_WEBHOK is set, but is not a variable of Sayso; did you mean ALERT_WEBHOOK\?/u)
  for (const line of [
    /^Database +Postgres \S+ in \S+, schema sayso$/mu,
    /^Queue +in the same database/mu,
    /^Tables +demo shop/mu,
    /^Commands +3 in one language$/mu,
    /^People +1 with \S+people\.yaml$/mu,
    /^Voice +notes are not transcribed yet/mu,
    /^WhatsApp +no number yet/mu,
  ])
    await started.heard(line)
  started.type('SLOW_ORDER id=204')
  await started.heard(/slow order 204/u)
  started.type('yes')
  const { port, password } = await recordOf(data)
  expect(await readdir(path.join(data, 'postgres'))).toContain('postmaster.pid')
  const pool = createPool({ url: `postgresql://sayso:${password}@127.0.0.1:${port}/sayso`, schema: 'sayso', max: 1 })
  const begun = async () => (await pool.query('select 1 from journal')).rowCount
  await until(begun, 1)
  await pool.end()
  started.signal('SIGTERM')
  expect(await started.ended).toEqual({ code: 0, signal: null })
  expect(started.written()).toContain('slow 204 is done')
  expect(await readdir(path.join(data, 'postgres'))).not.toContain('postmaster.pid')
})

type OnFinished = TestContext['onTestFinished']

function sql(statement: string): string {
  return `actionDomain: sql
    actionType: execute
    actionMeta: { connection: shop, statement: "${statement}", values: { id: "{{args.id}}" }, expectRows: 1 }`
}

function commandFile(token: string, action: string): string {
  return `
token: ${token}
intent: { entity: Order, action: ${token}, target: id }
safety: mutation
scope: orders.change
contract:
  commandRef: urn:test:${token}
  idempotency: non-idempotent
  retry: manual
  parameters:
    - { name: id, kind: scalar, required: true, source: user }
arguments:
  id: { type: string, pattern: "^[0-9]{1,10}$" }
steps:
  - stepName: The step
    stepDescription: A test
    stepMsg: Doing it
    ${action}
    yield: []
`
}

function textsOf(name: string): string {
  return `
  orders.${name}:
    title: Order ${name}
    summary: "${name} order {id}"
    effect: it is changed
    done: "${name} {id} is done"
    labels: { id: order }
    questions: { id: "Which order?" }
    sentences: ["${name} order {id}"]`
}

async function install(onFinished: OnFinished, env: Readonly<Record<string, string>> = {}): Promise<TestInstallation> {
  const house = await createTestInstallation({ ...ours, ...env })
  onFinished(house.close)
  return house
}

/** Only one of these tests has something confirmed at a time: all of them in one process would keep each other from connecting in time. */
let confirming: Promise<unknown> = Promise.resolve()

/** Has each of these confirmed, by somebody of their own; nobody begins with them. Their ids. */
function confirm(house: TestInstallation, texts: readonly string[]): Promise<readonly string[]> {
  const confirmed = confirming.then(() => confirmEach(house, texts))
  confirming = confirmed.catch(() => undefined)
  return confirmed
}

async function confirmEach(house: TestInstallation, texts: readonly string[]): Promise<readonly string[]> {
  await house.make()
  const ids: string[] = []
  const waiting = ['--yes', 'yes', '--no-worker', '--wait', '1s', '--json']
  for (const [n, text] of texts.entries()) {
    const at = ['--as', house.phone(n), '--data', house.dir, '--people', house.people]
    const confirmed = await runSaysoHere(['run', ...text.split(' '), ...waiting, ...at], { env: house.env })
    expect(confirmed).toMatchObject({ code: 4, err: '' })
    ids.push(JSON.parse(confirmed.out).command.id)
  }
  for (const id of ids) expect(await statusOf(house, id)).toBe('confirmed')
  return ids
}

async function startWorkerOf(
  house: TestInstallation,
  onFinished: OnFinished,
): Promise<{ worker: SaysoProcess; stopping: () => Promise<boolean> }> {
  const port = await freePort()
  const worker = startSaysoProcess(['worker', '--data', house.dir], { ...house.env, HTTP_PORT: String(port) })
  onFinished(worker.kill)
  await worker.heard(/Worker ready\./u)
  const stopping = async (): Promise<boolean> =>
    (await (await fetch(`http://127.0.0.1:${port}/readyz`)).text()).includes('"stopping"')
  return { worker, stopping }
}

function startBotOf(house: TestInstallation, onFinished: OnFinished): SaysoProcess {
  const args = ['chat', '--json', '--no-worker', '--data', house.dir, '--people', house.people]
  const bot = startSaysoProcess(args, house.env)
  onFinished(bot.kill)
  return bot
}

/** A bot in the middle of a turn, which goes on when the lock is released. */
async function startInTurn(
  house: TestInstallation,
  onFinished: OnFinished,
): Promise<{ bot: SaysoProcess; lock: { readonly release: () => Promise<void> } }> {
  const bot = startBotOf(house, onFinished)
  bot.type(JSON.stringify({ from: house.phone(0), text: 'help', id: 'first' }))
  await bot.heard(/"done":"first"/u)
  // What comes after that turn must not be taken for the next one.
  bot.type(JSON.stringify({ idle: 'before' }))
  await bot.heard(/"idle":"before"/u)
  const lock = await house.hold('lock table sessions in access exclusive mode')
  bot.type(JSON.stringify({ from: house.phone(0), text: 'MARK_ORDER id=204', id: 'second' }))
  const waiting = `select 1 from pg_locks where not granted and relation = '${house.schema}.sessions'::regclass`
  await until(async () => (await house.rows(waiting)).length > 0, true)
  return { bot, lock }
}

async function recordOf(data: string): Promise<PostgresRecord> {
  const found = await readPostgresRecord(path.join(data, 'postgres.json'))
  if (found === undefined) throw new Error('There is no Postgres')
  return found
}

/** What was written about the command's step, in order. */
async function journalOf(house: TestInstallation, commandId: string): Promise<readonly string[]> {
  const text = 'select kind from journal where command_id = $1 order by seq'
  return (await house.rows<{ kind: string }>(text, [commandId])).map(({ kind }) => kind)
}

async function statusOf(house: TestInstallation, commandId: string): Promise<string | undefined> {
  const text = `select concat_ws(' ', status, reason) as status from envelopes where command_id = $1`
  return (await house.rows<{ status: string }>(text, [commandId]))[0]?.status
}

/** Waits until what is looked at is as it should be; where it does not become so, `worker` says what it wrote. */
async function until<Found>(look: () => Promise<Found>, wanted: Found, worker?: SaysoProcess): Promise<void> {
  const end = performance.now() + limitMs
  for (let found = await look(); !isDeepStrictEqual(found, wanted); found = await look()) {
    if (performance.now() > end) {
      throw new Error(`It is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}\n${worker?.written() ?? ''}`)
    }
    await delay(lookMs)
  }
}

async function secondsToEnd(running: SaysoProcess): Promise<number> {
  const begun = performance.now()
  running.signal('SIGTERM')
  expect(await running.ended).toEqual({ code: 0, signal: null })
  return (performance.now() - begun) / 1000
}
