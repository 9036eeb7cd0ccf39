/**
 * The bot and the worker are killed, as the kernel does it, between any two things that outlast a process: before each commit
 * (all is written, nothing is kept), and around what leaves the process. Dying anywhere else leaves what dying before the next of
 * these leaves, so that is left out: every point costs the start of a process. After each death one starts again, and the channel
 * delivers the message again, as a real one would.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test, type TestContext } from 'vitest'
import { diesBefore, isAnswer, type Printed } from '../testing/processes/door.ts'
import { startRedisServer } from '../testing/servers/redis-server.ts'
import { expectDone, refundableOrders as orders, repliesTo } from '../testing/refunds.ts'
import {
  createTestInstallation,
  type TestInstallation,
  ordersOnly,
} from '../testing/installations/test-installation.ts'

const timeoutMs = 420_000
const turnPoints = String.raw`^\s*((answered )?commit|-- insert|update "outbox" set "sent_at")`
const runPoints = String.raw`^\s*(commit|insert into journal|-- finish)`

test.concurrent(
  'a turn that previews and a turn with a read survive a kill at every point',
  { timeout: timeoutMs },
  async (context) => {
    // The previews are confirmed at the very end, however slow the machine is.
    const house = await open(context, { SAYSO_CONFIRM_WITHIN: '1h' })
    const ask = (n: number) => ({
      from: house.phone(n),
      id: `ask-${n}`,
      text: `REFUND_ORDER id=${orders[n % orders.length]} amount=1`,
    })
    const look = (n: number) => ({ from: house.phone(n), id: `look-${n}`, text: 'status of order 215' })
    const asked = await killAtEveryPoint(house, { ask, first: 0 })
    expect(asked.points).toBeGreaterThanOrEqual(4)
    const looked = await killAtEveryPoint(house, { ask: look, first: asked.points })
    expect(looked.points).toBeGreaterThanOrEqual(5)

    const printed = [...asked.printed, ...looked.printed]
    const door = house.openDoor()
    for (let n = 0; n < asked.points; n++) {
      const [preview, ...more] = repliesTo(printed, house.phone(n), 'preview')
      expect(more).toEqual([])
      // What was shown is what was stored: the code on the screen confirms.
      door.say({ from: house.phone(n), text: preview?.confirm?.expect ?? 'there was no preview' })
    }
    await door.idle()
    expect(await door.stop()).toBe(0)
    for (let n = 0; n < asked.points; n++) {
      expect(repliesTo(door.lines, house.phone(n), 'outcome').map(({ command }) => command?.status)).toEqual([
        'executed',
      ])
    }
    for (let n = asked.points; n < asked.points + looked.points; n++) {
      const outcomes = repliesTo(printed, house.phone(n), 'outcome')
      expect(outcomes.map(({ command }) => command?.name)).toEqual(['ORDER_STATUS'])
    }
    await expectDone(house, { refunds: asked.points, reads: looked.points })
  },
)

test.concurrent(
  'the turn that confirms and the turn of the outcome survive a kill at every point',
  { timeout: timeoutMs },
  async (context) => {
    const house = await open(context)
    const n = await confirmUntilNoneDies(house, turnPoints)
    expect(n).toBeGreaterThanOrEqual(6)
    await expectDone(house, { refunds: n })
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL('../main.ts', import.meta.url)), 'ledger', 'verify', '--data', house.dir],
      { env: { ...process.env, ...house.env } },
    )
    expect(stdout).toContain('The evidence is whole')
  },
)

test.concurrent(
  'with Redis, a turn that confirms survives a kill before and after the front of the claims is asked, and before the job is added',
  { timeout: timeoutMs },
  async (context) => {
    const redis = await startRedisServer()
    context.onTestFinished(() => redis.close())
    const house = await open(context, { REDIS_URL: redis.url })
    const n = await confirmUntilNoneDies(house, String.raw`^\s*(redis |insert into claims)`)
    expect(n).toBeGreaterThanOrEqual(4)
    await expectDone(house, { refunds: n })
  },
)

test.concurrent(
  'a run survives a kill of its worker at every point, and another one finishes it',
  { timeout: timeoutMs },
  async (context) => {
    const house = await open(context)
    const door = house.openDoor({ worker: false })
    const outcomeOf = (n: number) =>
      door.until(`outcome ${n}`, (lines) => repliesTo(lines, house.phone(n), 'outcome')[0])
    let n = 0
    for (let died = true; died; n++) {
      const from = house.phone(n)
      await door.turn({ from, text: `REFUND_ORDER id=${orders[n % orders.length]} amount=1` })
      const worker = await house.openWorker({ mayDie: true })
      // It does first what the one before has left, which is not counted.
      if (n > 0) await outcomeOf(n - 1)
      house.plan({ at: n + 1, matching: runPoints })
      await door.turn({
        from,
        text: repliesTo(door.lines, from, 'preview')[0]?.confirm?.expect ?? 'there was no preview',
      })
      const outcome = outcomeOf(n)
      died = await Promise.race([worker.gone.then(() => true), outcome.then(() => false)])
      outcome.catch(() => undefined)
      house.plan(null)
      await worker.kill()
    }
    expect(n).toBeGreaterThanOrEqual(6)
    const last = await house.openWorker()
    await door.idle()
    expect(await last.stop()).toBe(0)
    for (let each = 0; each < n; each++) {
      const told = repliesTo(door.lines, house.phone(each), 'outcome')
      expect(told.map(({ command }) => command?.status)).toEqual(['executed'])
    }
    expect(await door.stop()).toBe(0)
    await expectDone(house, { refunds: n })
  },
)

/** Tests that run side by side end each on its own. */
async function open(context: TestContext, env: Readonly<Record<string, string>> = {}): Promise<TestInstallation> {
  const house = await createTestInstallation({ ...ordersOnly(), ...env })
  context.onTestFinished(() => house.close())
  return house
}

/** Says the same thing as one person after the other, each time with a kill one point later, until the turn gets to its end. */
async function killAtEveryPoint(
  house: TestInstallation,
  { ask, first }: { readonly ask: (n: number) => { from: string; id: string; text: string }; readonly first: number },
): Promise<{ readonly points: number; readonly printed: readonly Printed[] }> {
  const printed: Printed[] = []
  let door = house.openDoor({ worker: false, mayDie: true })
  let n = first
  for (let died = true; died; n++) {
    // The start is over, and what it does is not counted.
    await door.turn({ from: house.phone(n), text: 'help' })
    house.plan({ at: n - first + 1, matching: turnPoints })
    const said = ask(n)
    door.say(said)
    died = await diesBefore(door, (lines) => lines.find(({ done }) => done === said.id))
    house.plan(null)
    printed.push(...door.lines)
    await door.kill()
    door = house.openDoor({ worker: false, mayDie: true })
    await door.turn(said)
    printed.push(...door.lines)
  }
  await door.kill()
  return { points: n - first, printed }
}

/** One person after the other confirms, each time with a kill one point later, until the bot lives on; gives how many they were. */
async function confirmUntilNoneDies(house: TestInstallation, points: string): Promise<number> {
  const worker = await house.openWorker()
  const printed: Printed[] = []
  let door = house.openDoor({ worker: false, mayDie: true })
  let n = 0
  for (let died = true; died; n++) {
    const from = house.phone(n)
    await door.turn({ from, text: `REFUND_ORDER id=${orders[n % orders.length]} amount=1` })
    const [preview] = repliesTo(door.lines, from, 'preview')
    const confirm = { from, id: `confirm-${n}`, text: preview?.confirm?.expect ?? 'there was no preview' }
    house.plan({ at: n + 1, matching: points })
    door.say(confirm)
    died = await diesBefore(door, (lines) => repliesTo(lines, from, 'outcome')[0])
    house.plan(null)
    printed.push(...door.lines)
    await door.kill()
    door = house.openDoor({ worker: false, mayDie: true })
    await door.turn(confirm)
    await door.idle()
    const replies = [...printed, ...door.lines].filter((line) => line.to === from && isAnswer(line))
    const told = new Map(replies.map(({ id, about }) => [id, about]))
    expect([...told.values()]).toEqual(['preview', 'outcome'])
  }
  expect(await door.stop()).toBe(0)
  expect(await worker.stop()).toBe(0)
  return n
}
