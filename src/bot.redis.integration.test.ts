import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRedisProducer, whenConnected, type RedisConnection } from './dispatch/redis-connection.ts'
import type { Door, Printed } from './testing/processes/door.ts'
import { startRedisServer, type RedisServer } from './testing/servers/redis-server.ts'
import { createTestInstallation, type TestInstallation, ordersOnly } from './testing/installations/test-installation.ts'

const soon = { interval: 20 }

let redis: RedisServer
let inspect: RedisConnection
let house: TestInstallation
let ana: string

beforeAll(async () => {
  redis = await startRedisServer()
  inspect = createRedisProducer(redis.url)
  await whenConnected(inspect)
})
afterAll(async () => {
  inspect.disconnect()
  await redis.close()
})
beforeEach(async () => {
  // `once()` of node:events would take a refused connection on the way for the end.
  const back = new Promise<void>((resolve) => inspect.once('ready', () => resolve()))
  await redis.restart()
  await back
})
afterEach(() => house.close())

async function install(env: Readonly<Record<string, string>> = {}): Promise<void> {
  house = await createTestInstallation({ ...ordersOnly(), REDIS_URL: redis.url, ...env })
  ana = house.phone(0)
}

test('without Redis changes are refused and reads are answered; an open preview keeps its code until Redis is back', async () => {
  await install()
  const door = house.openDoor()
  await ask(door, 'help')

  await redis.kill()
  // What was known of the queue's health counts for another 250 ms.
  await expect.poll(() => ask(door, 'CANCEL_ORDER id=204'), soon).toMatchObject([{ about: 'refusal' }])
  expect(await ask(door, 'status of order 204')).toMatchObject([{ about: 'outcome', command: { status: 'executed' } }])
  expect(await house.rows('select ref from envelopes where confirmed_at is not null')).toEqual([])
  await redis.restart()

  const preview = await previewOf(door, 'CANCEL_ORDER id=204')
  await redis.kill()
  expect(await ask(door, preview.token)).toMatchObject([{ about: 'refusal', text: expect.stringContaining('queue') }])
  expect(await statusOf(preview.id)).toBe('accepted')
  await redis.restart()
  await expect.poll(() => askAgainUntilTaken(door, preview.token), soon).toBe('confirmed')
  await outcomeOf(door, preview.id)
  expect(await effectsOf(preview.id)).toBe(1)
  expect(await house.verify()).toMatchObject({ ok: true })
})

test('while Redis is full changes are refused before their preview and reads are answered; all goes on when it has memory', async () => {
  await install()
  const door = house.openDoor()
  await ask(door, 'help')
  await inspect.config('SET', 'maxmemory', '1')
  await expect.poll(() => ask(door, 'CANCEL_ORDER id=204'), soon).toMatchObject([{ about: 'refusal' }])
  expect(await ask(door, 'status of order 204')).toMatchObject([{ about: 'outcome', command: { status: 'executed' } }])
  await inspect.config('SET', 'maxmemory', '0')

  const preview = await previewOf(door, 'CANCEL_ORDER id=204')
  await inspect.config('SET', 'maxmemory', '1')
  expect(await ask(door, preview.token)).toMatchObject([{ about: 'refusal', text: expect.stringContaining('queue') }])
  expect(await statusOf(preview.id)).toBe('accepted')
  await inspect.config('SET', 'maxmemory', '0')
  await expect.poll(() => askAgainUntilTaken(door, preview.token), soon).toBe('confirmed')
  await outcomeOf(door, preview.id)
  expect(await effectsOf(preview.id)).toBe(1)
})

test('a command whose queue is lost right after its confirmation is kept, said so, and runs once when the queue is back', async () => {
  await install()
  const door = house.openDoor({ mayDie: true })
  const preview = await previewOf(door, 'CANCEL_ORDER id=205')
  // Right after the claims' front was asked, and before the confirmation is committed.
  house.plan({ at: 1, matching: 'insert into claims', pid: redis.pid })
  const [kept] = await ask(door, preview.token)
  expect(kept).toMatchObject({ about: 'info', command: { id: preview.id, status: 'confirmed' } })
  expect(kept?.text).toContain(`CANCEL #${preview.ref}`)
  house.plan(null)

  await redis.restart()
  await outcomeOf(door, preview.id)
  await door.idle()
  expect(await effectsOf(preview.id)).toBe(1)
  expect(door.lines.filter(({ about }) => about === 'outcome')).toHaveLength(1)
})

test('losing all of Redis loses no waiting command and repeats none; CANCEL #REF drops one that waits', async () => {
  await install()
  const door = house.openDoor({ worker: false })
  const waiting = []
  for (const id of [204, 207, 208]) {
    const preview = await previewOf(door, `CANCEL_ORDER id=${id}`)
    await ask(door, preview.token)
    waiting.push(preview)
  }
  const [dropped, ...kept] = waiting
  const [answer] = await ask(door, `CANCEL #${dropped?.ref}`)
  expect(answer).toMatchObject({
    about: 'info',
    command: { id: dropped?.id, status: 'rejected', reason: 'cancelled' },
  })

  await inspect.flushall()
  for (const { id } of kept) await expect.poll(() => inspect.keys(`*:${id}`), soon).toHaveLength(1)
  const worker = await house.openWorker()
  for (const { id } of kept) await outcomeOf(door, id)
  await door.idle()
  await worker.stop()
  expect(await Promise.all(kept.map(({ id }) => effectsOf(id)))).toEqual([1, 1])
  expect(await effectsOf(dropped?.id ?? '')).toBe(0)
  expect(await statusOf(dropped?.id ?? '')).toBe('rejected')
  expect(await house.rows(`select status from orders where id = 204`)).toEqual([{ status: 'paid' }])
})

test('a wish whose command was dropped is confirmed anew, though the front of the claims still names the dropped one', async () => {
  await install({ SAYSO_START_WITHIN: '1h' })
  const door = house.openDoor({ worker: false })
  const dropped = await previewOf(door, 'CANCEL_ORDER id=204')
  await ask(door, dropped.token)
  await ask(door, `CANCEL #${dropped.ref}`)
  expect(await holdersInFront()).toEqual([dropped.id])

  const again = await previewOf(door, 'CANCEL_ORDER id=204')
  await ask(door, again.token)
  expect(await Promise.all([dropped.id, again.id].map(statusOf))).toEqual(['rejected', 'confirmed'])
  expect(await holdersInFront()).toEqual([again.id])
})

test('a command that no worker began with in time is rejected as expired, the person is told, and it never runs', async () => {
  await install({ SAYSO_START_WITHIN: '1s' })
  const door = house.openDoor({ worker: false })
  const preview = await previewOf(door, 'CANCEL_ORDER id=211')
  await ask(door, preview.token)
  const told = await door.until('the refusal', (lines) => lines.find((line) => line.command?.status === 'rejected'))
  expect(told).toMatchObject({ about: 'refusal', to: ana, command: { id: preview.id, reason: 'expired' } })

  const worker = await house.openWorker()
  // The job of the expired command is still there: the worker takes it, and leaves the command alone.
  await expect.poll(() => inspect.keys(`*:${preview.id}`), soon).toEqual([])
  await door.idle()
  await worker.stop()
  expect(await effectsOf(preview.id)).toBe(0)
  // The same wish is free again.
  expect(await previewOf(door, 'CANCEL_ORDER id=211')).toMatchObject({ about: 'preview' })
})

/** Says something as Ana; returns what was said to her in the turn. */
async function ask(door: Door, text: string): Promise<readonly Printed[]> {
  const id = await door.turn({ from: ana, text })
  return door.lines.filter(({ replyTo }) => replyTo === id)
}

async function previewOf(door: Door, text: string) {
  const find = async () => (await ask(door, text))[0]
  let reply = await find()
  // A producer needs a moment to find a Redis that came back.
  await expect
    .poll(async () => (reply = reply?.about === 'preview' ? reply : await find())?.about, soon)
    .toBe('preview')
  return {
    about: reply?.about,
    id: reply?.command?.id ?? '',
    ref: reply?.command?.ref ?? '',
    token: reply?.confirm?.expect ?? '',
  }
}

async function askAgainUntilTaken(door: Door, token: string): Promise<string> {
  const [reply] = await ask(door, token)
  return reply?.about === 'refusal' && reply.text?.includes('queue') === true ? 'refused' : 'confirmed'
}

async function outcomeOf(door: Door, commandId: string): Promise<void> {
  const outcome = await door.until('the outcome', (lines) =>
    lines.find(({ about, command }) => about === 'outcome' && command?.id === commandId),
  )
  expect(outcome.command?.status).toBe('executed')
}

/** The commands whose claims the front holds. */
async function holdersInFront(): Promise<readonly (string | null)[]> {
  const claims = (await inspect.keys('*')).filter((key) => key.includes(':claim:'))
  return Promise.all(claims.map((key) => inspect.get(key)))
}

async function statusOf(commandId: string): Promise<string | undefined> {
  return (await house.rows<{ status: string }>('select status from envelopes where command_id = $1', [commandId]))[0]
    ?.status
}

async function effectsOf(commandId: string): Promise<number> {
  return (await house.rows('select 1 from sayso_effects where effect_id like $1', [`${commandId}/%`])).length
}
