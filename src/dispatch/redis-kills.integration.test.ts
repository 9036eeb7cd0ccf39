/**
 * A worker is killed before each command about its jobs leaves for Redis, as the kernel does it: dying when the answer to the one
 * before is there leaves the same. And Redis is killed when its answer is there and nobody has heard of it yet. Two commands wait, so that the second is taken
 * in the breath in which the first is over, and the first lasts until its lock was prolonged. Whatever died, each has one effect
 * and one outcome, and each person is told once.
 */
import { describe, test, type TestContext } from 'vitest'
import type { Door, WorkerProcess } from '../testing/processes/door.ts'
import { startRedisServer, type RedisServer } from '../testing/servers/redis-server.ts'
import { expectDone, refundableOrders, repliesTo } from '../testing/refunds.ts'
import {
  createTestInstallation,
  type TestInstallation,
  ordersOnly,
} from '../testing/installations/test-installation.ts'

const timeoutMs = 600_000
const soon = { interval: 20 }

/** What a worker says about jobs. Its looks for workers that died come with the clock. */
const said = 'redis (bzpopmin|evalsha (?!moveStalled))'

describe.concurrent('the worker is killed', () => {
  test.concurrent(
    'at each command to Redis, before it leaves, and another one does what is left',
    { timeout: timeoutMs },
    async (context) => {
      const place = await open(context)
      const { house, expect } = place
      const people = await strikeAtEveryPoint(place, async (at, struck) => {
        house.plan({ at, matching: `^${said}` })
        // One that dies while it starts is never ready.
        const worker = await house.openWorker({ mayDie: true }).catch(() => null)
        await struck()
        await worker?.gone
        house.plan(null)
        return house.openWorker()
      })
      // Taken, prolonged, moved to completed with the next in its place, that as well, and nothing left.
      expect(people / 2).toBeGreaterThanOrEqual(5)
      await expectToldOnce(place, people)
    },
  )
})

describe.concurrent('Redis is killed', () => {
  test.concurrent(
    'at each command of a worker, when its answer is there, and comes back empty: the worker goes on',
    { timeout: timeoutMs },
    async (context) => {
      const place = await open(context)
      const { house, redis, expect } = place
      const people = await strikeAtEveryPoint(place, async (at, struck) => {
        house.plan({ at, matching: `^answered ${said}`, pid: redis.pid })
        const worker = await house.openWorker({ mayDie: true })
        await struck()
        await redis.restart()
        house.plan(null)
        return worker
      })
      // Taken, prolonged, moved to completed with the next in its place, that as well, and nothing left.
      expect(people / 2).toBeGreaterThanOrEqual(5)
      await expectToldOnce(place, people)
    },
  )
})

describe.concurrent('Redis comes back empty in the middle of a run, whose job comes again', () => {
  test.concurrent.for([
    { dies: false, what: 'leaves it to the one that lives' },
    { dies: true, what: 'does it for the one that died as well' },
  ])('another worker $what', { timeout: timeoutMs }, async ({ dies }, context) => {
    const place = await open(context)
    const { house, redis, expect } = place
    const epochs = async () => (await house.rows<{ epoch: number }>('select epoch from runs')).map(({ epoch }) => epoch)
    const order = await confirm(place, 0)
    const step = await house.hold(`select from orders where id = ${order} for update`)
    const first = await house.openWorker()
    await expect.poll(epochs, soon).toEqual([1])
    // Nobody is killed by it; what the second one is through with is noted.
    house.plan({ at: 0, matching: '^answered redis evalsha moveToFinished' })
    await redis.kill()
    if (dies) await first.kill()
    const second = await house.openWorker({ mayDie: true })
    await redis.restart()
    if (dies) await expect.poll(epochs, soon).toEqual([2])
    else await expect.poll(house.counted, soon).not.toEqual([])
    await step.release()
    await told(place, 0)
    expect(await epochs()).toEqual([dies ? 2 : 1])
    if (!dies) expect(await first.stop()).toBe(0)
    expect(await second.stop()).toBe(0)
    await expectToldOnce(place, 1)
  })
})

type Place = {
  readonly house: TestInstallation
  readonly redis: RedisServer
  readonly door: Door
  /** That of the test, of which others run beside it. */
  readonly expect: TestContext['expect']
}

/** An installation with a Redis of its own and a bot without a worker; a worker of it runs one command at a time. */
async function open(context: TestContext): Promise<Place> {
  const redis = await startRedisServer()
  context.onTestFinished(() => redis.close())
  const house = await createTestInstallation({ ...ordersOnly(), REDIS_URL: redis.url, SAYSO_WORKERS: '1' })
  context.onTestFinished(() => house.close())
  return { house, redis, door: house.openDoor({ worker: false }), expect: context.expect }
}

/**
 * Two people after the other two confirm, each time with a kill one point later, up to the one at which the worker has nothing left
 * to do. Gives how many people they were.
 * @param strike starts a worker with the kill at this point, waits until it was `struck`, and gives a worker that lives
 */
async function strikeAtEveryPoint(
  place: Place,
  strike: (at: number, struck: () => Promise<void>) => Promise<WorkerProcess>,
): Promise<number> {
  const { house, expect } = place
  for (let pass = 1; ; pass++) {
    const [one, other] = [2 * pass - 2, 2 * pass - 1]
    const order = await confirm(place, one)
    await confirm(place, other)
    const step = await house.hold(`select from orders where id = ${order} for update`)
    let point = ''
    const worker = await strike(pass, async () => {
      await expect.poll(() => house.counted().length >= pass || isProlonged(house), soon).toBe(true)
      await step.release()
      await expect.poll(() => (point = house.counted()[pass - 1] ?? ''), soon).not.toBe('')
    })
    await told(place, one)
    await told(place, other)
    expect(await worker.stop()).toBe(0)
    if (point.includes('bzpopmin')) return 2 * pass
  }
}

/** Whether the lock of a job was prolonged, or is about to be. */
function isProlonged({ counted }: TestInstallation): boolean {
  return counted().some((text) => text.includes('extendLocks'))
}

/** A person asks for a refund of their own order and confirms it, and again while Redis is not found yet; gives the order. */
async function confirm({ house, door }: Place, n: number): Promise<number> {
  const from = house.phone(n)
  const order = refundableOrders[n % refundableOrders.length] ?? 0
  const previews = () => repliesTo(door.lines, from, 'preview')
  for (; previews().length === 0;) await door.turn({ from, text: `REFUND_ORDER id=${order} amount=1` })
  const text = previews()[0]?.confirm?.expect ?? 'there was no preview'
  for (let refused = true; refused;) {
    const id = await door.turn({ from, text })
    refused = door.lines.some(({ replyTo, about }) => replyTo === id && about === 'refusal')
  }
  return order
}

async function told({ house, door }: Place, n: number): Promise<void> {
  await door.until('the outcome', (lines) => repliesTo(lines, house.phone(n), 'outcome')[0])
}

/** Each of so many people had one outcome and one effect. */
async function expectToldOnce({ house, door, expect }: Place, people: number): Promise<void> {
  await door.idle()
  const outcomes = door.lines.filter(({ about }) => about === 'outcome')
  expect(outcomes).toHaveLength(people)
  expect(new Set(outcomes.map(({ to }) => to)).size).toBe(people)
  expect(new Set(outcomes.map(({ command }) => command?.status))).toEqual(new Set(['executed']))
  expect(await door.stop()).toBe(0)
  const refused = door.lines.filter(({ about, command }) => about === 'refusal' && command?.status === 'rejected')
  await expectDone(house, { refunds: people, refused: refused.length })
}
