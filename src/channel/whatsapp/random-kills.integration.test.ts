/**
 * Two hundred conversations, forty side by side, while the bot is killed again and again at moments that nobody chose and started again at
 * once; each death comes after a few words, so that they are spread over most of the conversations.
 * Whatever was drawn follows from one number: `KILL_SEED` gives it, and a run that fails names it. `KILLS` gives how often.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom, type SeededRandom } from '../../testing/seeded-random.ts'
import { ordersOnly, type TestInstallation } from '../../testing/installations/test-installation.ts'
import type { BotKeeper } from '../../testing/whatsapp/whatsapp-bot-keeper.ts'
import { isNewText, textOf } from '../../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../../testing/whatsapp/whatsapp-place.ts'
import type { BotMessage } from '../../testing/whatsapp-server/network.ts'
import type { WhatsAppServer } from '../../testing/whatsapp-server/whatsapp-server.ts'
import { holdTalk, noteOf, refundOf, type Talk } from '../../testing/whatsapp/whatsapp-talk.ts'

const people = 40
const talksEach = 5
const kills = Number(process.env['KILLS'] ?? 6)
const firstOrder = 1001
const seed = Number(process.env['KILL_SEED'] ?? randomInt(2 ** 32))

let place: WhatsAppPlace
let installation: TestInstallation
let server: WhatsAppServer
let bot: BotKeeper
const told: BotMessage[] = []
const hooks = { said: () => undefined as void, told: () => undefined as void }

beforeAll(async () => {
  place = await createWhatsAppPlace({ env: ordersOnly() })
  ;({ installation, server } = place)
  server.onMessage((message) => {
    if (isNewText(message)) told.push(message)
    hooks.told()
  })
  bot = await place.keepBot()
  await installation.rows(
    `insert into orders (id, customer, amount, status) select n, 'Rui', 50, 'paid' from generate_series($1::int, $2::int) n`,
    [firstOrder, firstOrder + people * talksEach - 1],
  )
})

afterAll(async () => {
  await place.close()
})

/** When all conversations are over. */
type End = { readonly reached: Promise<void>; readonly isReached: () => boolean }

/** Resolves when so much more was said or told, when there is no more, or in the end all the same. */
async function whenMore(what: keyof typeof hooks, times: number, end: End): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = times
  hooks[what] = () => {
    left -= 1
    if (left <= 0) resolve()
  }
  await Promise.race([promise, end.reached, longest()])
}

/** Longer than it takes until another worker takes the job of a dead one. */
const longest = () => delay(20_000, undefined, { ref: false })

/** Waits for the moment of a kill; on a slow machine as much happens until then as on a fast one. */
type Wait = (random: SeededRandom, end: End) => Promise<void>

/** While what was said or told a moment ago is being dealt with. */
function rightAfter(what: keyof typeof hooks): Wait {
  return async (random, end) => {
    await whenMore(what, 1 + random.below(18), end)
    await delay(random.below(15))
  }
}

const waits: readonly [Wait, ...Wait[]] = [
  rightAfter('said'),
  rightAfter('told'),
  async (random, end) => {
    installation.plan({ at: 1 + random.below(400), matching: '.' })
    await Promise.race([bot.current().gone, end.reached, longest()])
  },
  async (random, end) => {
    await whenMore('told', 5, end)
    await delay(random.below(200))
  },
]

async function killManyTimes(random: SeededRandom, end: End): Promise<void> {
  for (let n = 0; n < kills && !end.isReached(); n++) {
    const deaths = bot.deaths()
    // One in eight is not even connected.
    if (random.chance(12)) await delay(random.below(800))
    else {
      await bot.serving()
      await random.pick(waits)(random, end)
    }
    if (bot.deaths() === deaths) await bot.kill()
  }
}

test(
  'killed at random in two hundred conversations: every command ends once, is done once and told once',
  { timeout: 900_000 },
  async () => {
    try {
      await surviveKills(createSeededRandom(seed))
    } catch (cause) {
      throw new Error(`KILL_SEED=${seed} draws this again`, { cause })
    }
    expect(bot.deaths()).toBeGreaterThanOrEqual(kills)
  },
)

async function surviveKills(random: SeededRandom): Promise<void> {
  const talks = Array.from({ length: people * talksEach }, (_none, n): Talk => ({
    kind: random.pick(['refund', 'refund', 'note', 'mark', 'drop', 'read']),
    order: firstOrder + n,
  }))
  await holdAll(talks, random)
  await expect.poll(leftOver, { interval: 100 }).toEqual({ network: 0, bot: 0 })
  await server.settled()

  expect(await commands()).toEqual(talks.map(asStored))
  expect(await effects()).toEqual({
    refunds: ordersOf(talks, 'refund').map((order) => ({ order, refunded: refundOf(order) })),
    notes: ordersOf(talks, 'note', 'mark').map((order) => ({ order, text: noteOf(order) })),
    cancelled: [],
  })
  const outcomes = told.map(textOf).filter((text) => text.startsWith('✅'))
  expect(outcomes.map((text) => Number(/order (\d+)/u.exec(text)?.[1])).toSorted((a, b) => a - b)).toEqual(
    ordersOf(talks, 'refund', 'note', 'mark'),
  )
  expect(server.untaken().filter(isNewText).map(textOf)).toEqual([])
  expect(await installation.verify()).toMatchObject({ ok: true })
}

/** Everybody holds their conversations one after the other, side by side with everybody else, while the bot is killed. */
async function holdAll(talks: readonly Talk[], random: SeededRandom): Promise<void> {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  let isReached = false
  const killing = killManyTimes(random.fork(), { reached, isReached: () => isReached })
  const persons = Array.from({ length: people }, (_none, n) =>
    place.addOwner(n, { name: `P${n}`, addressing: n % 4 === 0 ? 'lid' : 'pn' }),
  )
  try {
    await Promise.all(
      persons.map(async (person, n) => {
        const own = random.fork()
        const onSaid = async (id: string) => {
          hooks.said()
          // A phone that does not know whether it was sent sends it again.
          if (own.chance(20)) await server.redeliver(id)
        }
        for (const talk of talks.slice(n * talksEach, (n + 1) * talksEach)) await holdTalk(person, talk, { onSaid })
      }),
    )
  } finally {
    isReached = true
    resolve()
    await killing
  }
  await bot.serving()
}

function ordersOf(talks: readonly Talk[], ...kinds: readonly Talk['kind'][]): readonly number[] {
  return talks.filter(({ kind }) => kinds.includes(kind)).map(({ order }) => order)
}

const stored = {
  refund: { name: 'REFUND_ORDER', status: 'executed', confirmed: true },
  note: { name: 'ADD_NOTE', status: 'executed', confirmed: true },
  mark: { name: 'ADD_NOTE', status: 'executed', confirmed: true },
  drop: { name: 'CANCEL_ORDER', status: 'rejected', confirmed: false },
  read: { name: 'ORDER_STATUS', status: 'executed', confirmed: false },
} as const

function asStored({ kind, order }: Talk) {
  return { order, ...stored[kind] }
}

/** All of them, but for those that were not begun because the queue did not answer in time. */
function commands() {
  return installation.rows(
    `select target_id::int as order, name, status, confirmed_at is not null as confirmed
     from envelopes where reason is distinct from 'queue_unavailable' order by target_id::int`,
  )
}

/** What has changed in the shop. */
async function effects() {
  const [refunds, notes, cancelled] = await Promise.all([
    installation.rows(`select id::int as order, refunded from orders where id >= $1 and refunded > 0 order by id`, [
      firstOrder,
    ]),
    installation.rows(`select order_id::int as order, text from order_notes where order_id >= $1 order by order_id`, [
      firstOrder,
    ]),
    installation.rows(`select id from orders where id >= $1 and status = 'cancelled'`, [firstOrder]),
  ])
  return { refunds, notes, cancelled }
}

/** How much the network and the bot still have to do. */
async function leftOver() {
  const [row] = await installation.rows<{ left: string }>(
    `select (select count(*) from inbox where done_at is null)
       + (select count(*) from envelopes where status in ('accepted', 'confirmed'))
       + (select count(*) from outbox where sent_at is null)
       + (select count(*) from whatsapp_inbound where done_at is null) as left`,
  )
  return { network: server.undelivered(), bot: Number(row?.left) }
}
