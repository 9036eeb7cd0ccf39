/** Bots in the test's own process, on a channel that the test can break, over the real ledger, shop and queue. */
import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBot, type Bot } from './bot.ts'
import type { OutboundReply } from './channel/channel.ts'
import type { Message } from './channel/message.ts'
import { typedMessage } from './channel/terminal/typed-message.ts'
import { createLog } from './cli/create-log.ts'
import { loadLocalPeople } from './cli/local-people.ts'
import { readConfig } from './config.ts'
import { admitMessage } from './ledger/talk/inbox.ts'
import { unsentReplies } from './testing/installations/unsent-replies.ts'
import { takeRun } from './ledger/commands/runs.ts'
import { codeOfEntry } from './ledger/commands/vouched-runs.ts'
import { openFoundation, type Foundation } from './open-foundation.ts'
import { createTestInstallation, type TestInstallation, ordersOnly } from './testing/installations/test-installation.ts'

const soon = { interval: 10 }
const account = 'terminal'

let house: TestInstallation
let foundation: Foundation
let bots: Bot[]
let sent: OutboundReply[]
let over: string[]
let isBroken: boolean

beforeEach(async () => {
  house = await createTestInstallation(ordersOnly())
  await stand({})
  ;[bots, sent, over, isBroken] = [[], [], [], false]
})
afterEach(async () => {
  await Promise.all(bots.map((bot) => bot.stop()))
  await foundation.close()
  await house.close()
})

/** How many were told that what they asked for takes its time. */
function toldOfProgress(): number {
  return new Set(sent.flatMap(({ replyTo, reply }) => (reply.about === 'progress' ? [replyTo] : []))).size
}

/** Whoever looks at the orders waits so long, in seconds. */
async function slowOrders(seconds: number): Promise<void> {
  const shop = `${house.schema}_shop`
  await house.rows(`alter table ${shop}.orders rename to kept_orders`)
  await house.rows(
    `create view ${shop}.orders as
     with slow as materialized (select pg_sleep(${seconds})) select kept_orders.* from slow, ${shop}.kept_orders`,
  )
}

/** What the bots stand on, with these variables. */
async function stand(more: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig({ ...house.env, SAYSO_LOG: 'silent', ...more }, { data: house.dir, people: house.people })
  foundation = await openFoundation(config, createLog(config))
  await loadLocalPeople(foundation)
}

test('two bots in the same chats answer each of many messages once, and those of a chat in order', async () => {
  const [one, two] = [await openBot(), await openBot()]
  const said = Array.from({ length: 50 }, (_none, n) => ({
    n: n % 5,
    id: `m${n}`,
    text: `status of order ${201 + (n % 20)}`,
  }))
  await Promise.all(said.map((each, n) => say(n % 2 === 0 ? one : two, each)))
  await Promise.all([one.whenQuiet(), two.whenQuiet()])

  const answers = [...new Map(sent.map((reply) => [reply.id, reply])).values()]
  expect(answers).toHaveLength(said.length)
  expect(new Set(answers.map(({ replyTo }) => replyTo))).toEqual(new Set(said.map(({ id }) => id)))
  expect(await house.rows(`select status, count(*)::int from envelopes group by status`)).toEqual([
    { status: 'executed', count: 50 },
  ])
  const inboxes = await house.rows('select chat_id, message_id as id from inbox order by chat_id, seq')
  expect(await house.rows('select chat_id, reply_to as id from outbox order by chat_id, seq')).toEqual(inboxes)
  expect(await house.verify()).toMatchObject({ ok: true })
})

test('a message that comes again while its turn is not over is taken once', async () => {
  const bot = await openBot()
  await say(bot, { n: 0, id: 'first', text: 'help' })
  await bot.whenQuiet()
  const holder: PoolClient = await foundation.ledger.pool.connect()
  await holder.query('begin')
  await holder.query('select id from chats for no key update')
  const again = () => say(bot, { n: 0, id: 'm1', text: 'ADD_NOTE id=204 text="twice"' })
  await Promise.all([again(), again(), again()])
  await expect.poll(() => waitingFor(holder), soon).toBeGreaterThan(0)
  await again()
  // Neither this chat's further messages nor any other's wait to be stored.
  await say(bot, { n: 0, id: 'm2', text: 'help' })
  await say(bot, { n: 1, id: 'm3', text: 'help' })
  await expect.poll(() => over, soon).toContain('m3')
  await holder.query('commit')
  holder.release()
  await bot.whenQuiet()
  await again()
  await bot.whenQuiet()

  expect(await house.rows('select name, status from envelopes')).toEqual([{ name: 'ADD_NOTE', status: 'accepted' }])
  expect(sent.filter(({ replyTo }) => replyTo === 'm1').map(({ reply }) => reply.about)).toEqual(['preview'])
  // Told for the redelivery of what is over, too.
  await expect.poll(() => over.filter((id) => id === 'm1'), soon).toHaveLength(2)
})

test('what another process has stored in a chat is done first, though a newer message wakes it', async () => {
  const bot = await openBot()
  await say(bot, { n: 0, id: 'first', text: 'help' })
  await bot.whenQuiet()
  await store({ n: 0, id: 'older', text: 'status of order 204' })
  await say(bot, { n: 0, id: 'newer', text: 'status of order 205' })
  await bot.whenQuiet()
  expect(sent.map(({ replyTo }) => replyTo)).toEqual(['first', 'older', 'newer'])
})

test('many chats with long backlogs hold up nobody: whoever came last is answered after a turn of each, and every chat in order', async () => {
  const [chats, each] = [8, 10]
  const idsOf = (n: number) => Array.from({ length: each }, (_none, at) => `m${n}-${at}`)
  for (let n = 0; n < chats; n++) for (const id of idsOf(n)) await store({ n, id, text: 'help' })
  await store({ n: chats, id: 'newcomer', text: 'help' })
  const bot = await openBot()
  await bot.whenQuiet()

  expect(over).toHaveLength(chats * each + 1)
  // Besides those that began before its turn a few that ran beside it.
  expect(over.indexOf('newcomer')).toBeLessThan(3 * chats)
  for (let n = 0; n < chats; n++) expect(over.filter((id) => id.startsWith(`m${n}-`))).toEqual(idsOf(n))
})

test.each([
  ['asks it something', 'LIST_ORDERS'],
  ['wants to change something there', 'cancel order 204'],
])('a shop that does not answer holds up whoever %s, in their order, and nobody else', async (_what, text) => {
  const lock = await house.hold(`lock table ${house.schema}_shop.orders in access exclusive mode`)
  const bot = await openBot()
  const readers = 8
  for (let n = 0; n < readers; n++) {
    await say(bot, { n, id: `m${n}-read`, text })
    await say(bot, { n, id: `m${n}-help`, text: 'help' })
  }
  await say(bot, { n: readers, id: 'another', text: 'help' })
  await expect.poll(() => over, soon).toContain('another')
  // Those who ask hear after ten seconds that there is no answer.
  expect(over.indexOf('another')).toBeLessThan(3)
  expect(await house.rows('select max(attempts) as tries from inbox')).toEqual([{ tries: 0 }])

  await lock.release()
  await bot.whenQuiet()
  for (let n = 0; n < readers; n++)
    expect(over.filter((id) => id.startsWith(`m${n}-`))).toEqual([`m${n}-read`, `m${n}-help`])
})

test('whoever waits to look something up at a shop that does not answer is told so like those who look', async () => {
  const lock = await house.hold(`lock table ${house.schema}_shop.orders in access exclusive mode`)
  const bot = await openBot()
  const readers = 8
  for (let n = 0; n < readers; n++) await say(bot, { n, id: `m${n}`, text: 'LIST_ORDERS' })
  await expect.poll(toldOfProgress, soon).toBe(readers)
  // None of them had to end first.
  expect(over).toEqual([])
  await lock.release()
  await bot.whenQuiet()
})

test('a shop that is slow turns nobody away who wants to change something: a lookup has its own time when it is its turn', async () => {
  await foundation.close()
  await stand({ SAYSO_STEP_TIMEOUT: '4s' })
  await slowOrders(2.8)
  const bot = await openBot()
  // Six at a time: for the last of them nobody would be there within the time that a lookup has.
  const askers = 30
  for (let n = 0; n < askers; n++) await say(bot, { n, id: `m${n}`, text: 'cancel order 204' })
  await bot.whenQuiet()
  expect(sent.filter(({ reply }) => reply.about === 'preview')).toHaveLength(askers)
  expect(await house.rows('select max(attempts) as tries from inbox')).toEqual([{ tries: 0 }])
})

test('a lookup that has used up its time is not tried again in the same turn', async () => {
  await foundation.close()
  await stand({ SAYSO_STEP_TIMEOUT: '2s' })
  await slowOrders(20)
  const bot = await openBot()
  await say(bot, { n: 0, id: 'm1', text: 'cancel order 204' })
  await bot.whenQuiet()
  expect(sent.map(({ reply }) => [reply.about, reply.text])).toEqual([
    ['refusal', 'I am too busy just now; nothing new was started. Please send that again in a minute.'],
  ])
  expect(await house.rows(`select attempts from inbox where message_id = 'm1'`)).toEqual([{ attempts: 1 }])
})

test('a shop that is slow answers everybody: whoever waits for those before them has their own time when it is their turn', async () => {
  await foundation.close()
  await stand({ SAYSO_STEP_TIMEOUT: '6s' })
  await slowOrders(2.2)
  const bot = await openBot()
  // Six at a time, so that for the last of them nobody would be there within the time that a read has.
  const readers = 30
  for (let n = 0; n < readers; n++) await say(bot, { n, id: `m${n}`, text: 'LIST_ORDERS' })
  await bot.whenQuiet()
  expect(await house.rows(`select status, count(*)::int from envelopes group by status`)).toEqual([
    { status: 'executed', count: readers },
  ])
})

test('whoever comes back from a slow shop waits for one turn of the chats that go on meanwhile, not for all that they have', async () => {
  await foundation.close()
  await stand({ SAYSO_STEP_TIMEOUT: '20s' })
  await slowOrders(3)
  await house.rows(
    `create function ${house.schema}.dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.1); return new; end $$`,
  )
  await house.rows(
    `create trigger a_dawdle before insert on outbox for each row execute function ${house.schema}.dawdle()`,
  )
  const bot = await openBot()
  await say(bot, { n: 0, id: 'asked', text: 'cancel order 204' })
  const [chats, each] = [6, 40]
  for (let m = 0; m < each; m++) for (let n = 1; n <= chats; n++) await say(bot, { n, id: `m${n}-${m}`, text: 'help' })
  await bot.whenQuiet()
  const at = sent.findIndex(({ reply }) => reply.about === 'preview')
  expect(at).toBeGreaterThanOrEqual(0)
  // Those that have places go on in turns: were it the last, it would have waited for the end of one of them.
  expect(sent.length - at).toBeGreaterThan(2 * chats)
})

test('a turn that breaks three times ends with an apology, and the chat goes on', async () => {
  const bot = await openBot()
  const shop = `${house.schema}_shop`
  await house.rows(`alter table ${shop}.orders rename to elsewhere`)
  await say(bot, { n: 0, id: 'm1', text: 'REFUND_ORDER id=215 amount=1' })
  await say(bot, { n: 0, id: 'm2', text: 'help' })
  await bot.whenQuiet()
  expect(sent.map(({ replyTo, reply }) => [replyTo, reply.about])).toEqual([
    ['m1', 'refusal'],
    ['m2', 'help'],
  ])
  expect(await house.rows(`select attempts from inbox where message_id = 'm1'`)).toEqual([{ attempts: 3 }])

  await house.rows(`alter table ${shop}.elsewhere rename to orders`)
  await say(bot, { n: 0, id: 'm3', text: 'REFUND_ORDER id=215 amount=1' })
  await bot.whenQuiet()
  expect(sent.at(-1)).toMatchObject({ replyTo: 'm3', reply: { about: 'preview' } })
})

test('what waits is shown once more after a turn that breaks: perhaps the message was against it', async () => {
  const bot = await openBot()
  const shop = `${house.schema}_shop`
  await say(bot, { n: 0, id: 'm1', text: 'REINSTATE_ORDER id=206' })
  await bot.whenQuiet()
  await house.rows(`alter table ${shop}.orders rename to elsewhere`)
  await say(bot, { n: 0, id: 'm2', text: 'no, 216' })
  await bot.whenQuiet()
  await house.rows(`alter table ${shop}.elsewhere rename to orders`)
  await say(bot, { n: 0, id: 'm3', text: 'yes' })
  await bot.whenQuiet()
  expect(sent.map(({ reply }) => reply.about)).toEqual(['preview', 'refusal', 'preview'])
  expect(sent.at(-1)?.reply.text).toMatch(/^You wrote something before this that was lost/u)
  expect(await house.rows('select status from envelopes order by status')).toEqual([
    { status: 'accepted' },
    { status: 'rejected' },
  ])
  await say(bot, { n: 0, id: 'm4', text: 'yes' })
  await expect.poll(() => over, soon).toContain('m4')
  expect(await house.rows("select status from envelopes where status = 'confirmed'")).toHaveLength(1)
})

test('a read that cannot be run from its envelope is given up without blocking what is asked next', async () => {
  const bot = await openBot()
  await house.rows(
    `create function ${house.schema}.spoil() returns trigger language plpgsql as $$ begin new.digest = 'spoilt'; return new; end $$`,
  )
  await house.rows(
    `create trigger a_spoil before insert on envelopes for each row execute function ${house.schema}.spoil()`,
  )
  await say(bot, { n: 0, id: 'm1', text: 'status of order 204' })
  await bot.whenQuiet()
  expect(sent.map(({ reply }) => reply.about)).toEqual(['refusal'])
  expect(await house.rows('select status, reason from envelopes')).toEqual([
    { status: 'rejected', reason: 'action_failed' },
  ])

  await house.rows('drop trigger a_spoil on envelopes')
  await say(bot, { n: 0, id: 'm2', text: 'status of order 204 and status of order 205' })
  await bot.whenQuiet()
  expect(sent.slice(1).map(({ reply }) => reply.command?.status)).toEqual(['executed', 'executed'])
})

test('CANCEL #REF that meets a worker which has just begun is refused, and the command goes on', async () => {
  const bot = await openBot()
  const { id, ref } = await confirmed(bot, 'CANCEL_ORDER id=204')
  const { db } = foundation.ledger
  await takeRun(db, foundation.secrets, { commandId: id, owner: 'w', stored: null, now: new Date() })
  // A worker between its first intent and the commit of that.
  const worker: PoolClient = await foundation.ledger.pool.connect()
  await worker.query('begin')
  await worker.query('select epoch from runs where command_id = $1 for share', [id])
  const intent = { kind: 'intent', step: 'A', meta: {}, prepared: null } as const
  await worker.query(
    `insert into journal (command_id, epoch, step, kind, entry, code) values ($1, 1, 'A', 'intent', $2, $3)`,
    [id, JSON.stringify(intent), codeOfEntry(foundation.secrets, id, intent)],
  )
  await say(bot, { n: 0, id: 'cancel', text: `CANCEL #${ref}` })
  await expect.poll(() => waitingFor(worker), soon).toBeGreaterThan(0)
  await worker.query('commit')
  worker.release()

  await expect.poll(() => over, soon).toContain('cancel')
  expect(sent.at(-1)?.reply).toMatchObject({ about: 'refusal', text: expect.stringContaining('already running') })
  expect(await house.rows('select status from envelopes')).toEqual([{ status: 'confirmed' }])
})

test('CANCEL #REF drops what a worker took and did nothing of', async () => {
  const bot = await openBot()
  const { id, ref } = await confirmed(bot, 'CANCEL_ORDER id=204')
  const { db } = foundation.ledger
  await takeRun(db, foundation.secrets, { commandId: id, owner: 'w', stored: null, now: new Date() })
  await say(bot, { n: 0, id: 'cancel', text: `CANCEL #${ref}` })
  await expect.poll(() => over, soon).toContain('cancel')
  expect(await house.rows('select status, reason from envelopes')).toEqual([
    { status: 'rejected', reason: 'cancelled' },
  ])
})

test('whoever waits for quiet waits no longer than the bot runs', async () => {
  const bot = await openBot()
  await confirmed(bot, 'CANCEL_ORDER id=204')
  const quiet = bot.whenQuiet()
  bots.pop()
  await bot.stop()
  await expect(quiet).resolves.toBeUndefined()
})

test('a channel that does not take replies keeps them all, in order, and nothing is said twice', async () => {
  const bot = await openBot()
  isBroken = true
  for (const n of [1, 2, 3, 4]) await say(bot, { n: 0, id: `m${n}`, text: `status of order ${203 + n}` })
  await expect.poll(() => over, soon).toEqual(['m1', 'm2', 'm3', 'm4'])
  expect(sent).toEqual([])
  isBroken = false
  await bot.whenQuiet()
  expect(sent.map(({ replyTo }) => replyTo)).toEqual(['m1', 'm2', 'm3', 'm4'])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(4)
})

test('a confirmation code is readable in no table, before and after it was given', async () => {
  const bot = await openBot()
  await say(bot, { n: 0, id: 'ask', text: 'CANCEL_ORDER id=204' })
  await bot.whenQuiet()
  const token = tokenOf(sent.at(-1))
  expect(await tablesThatHold(token)).toEqual([])
  // What the person typed by mistake, or before the queue was back, is a code as well.
  await say(bot, { n: 0, id: 'wrong', text: 'confirm ZZZZ' })
  await say(bot, { n: 0, id: 'right', text: `confirm ${token.toLowerCase()}` })
  await expect.poll(() => over, soon).toContain('right')
  expect(await house.rows('select status from envelopes')).toEqual([{ status: 'confirmed' }])
  expect(await tablesThatHold(token)).toEqual([])
  expect(await tablesThatHold('ZZZZ')).toEqual([])

  // Bodies are sealed; the words of the preview are nowhere to be read, and where the bot reads them the code is gone.
  expect(await tablesThatHold('Reply')).toEqual([])
  await house.rows('update outbox set sent_at = null')
  const kept = await unsentReplies(foundation.ledger.db, foundation.secrets, account, 10)
  expect(kept[0]?.reply.text).toContain('Cancel order 204')
  expect(JSON.stringify(kept).toUpperCase()).not.toMatch(new RegExp(String.raw`\b${token}\b`))
})

test('what is wanted behind a confirmation code is done, and kept without the code', async () => {
  const bot = await openBot()
  await say(bot, { n: 0, id: 'ask', text: 'CANCEL_ORDER id=204' })
  await bot.whenQuiet()
  const token = tokenOf(sent.at(-1))
  await say(bot, { n: 0, id: 'both', text: `${token.toLowerCase()}, then status of order 205` })
  await expect.poll(() => over, soon).toContain('both')
  expect(await house.rows("select document #>> '{sayso,name}' as name, status from envelopes order by name")).toEqual([
    { name: 'CANCEL_ORDER', status: 'confirmed' },
    { name: 'ORDER_STATUS', status: 'executed' },
  ])
  expect(await tablesThatHold(token)).toEqual([])
  const [{ said } = {}] = await house.rows(
    "select body #>> '{content,text}' as said from inbox where message_id = 'both'",
  )
  expect(said).toBe('•••• status of order 205')
})

test('a yes that was deleted while the bot was away confirms nothing', async () => {
  const bot = await openBot()
  await say(bot, { n: 0, id: 'ask', text: 'REINSTATE_ORDER id=206' })
  await bot.whenQuiet()
  // They answered and thought better of it while it was away, which takes longer than that.
  await delay(4000)
  const sentAt = new Date(Date.now() - 3500).toISOString()
  const yes = { ...messageOf({ n: 0, id: 'yes', text: 'yes' }), sentAt }
  await bot.receive(yes)
  await delay(100)
  await bot.receive({ ...yes, id: 'deleted', content: { kind: 'revoke', of: 'yes' } })
  await expect.poll(() => over, soon).toContain('deleted')
  expect(await house.rows('select status from envelopes')).toEqual([{ status: 'accepted' }])
  await say(bot, { n: 0, id: 'again', text: 'yes' })
  await expect.poll(() => over, soon).toContain('again')
  expect(await house.rows('select status from envelopes')).toEqual([{ status: 'confirmed' }])
})

test('what was under way when somebody was forgotten is erased once it is over', async () => {
  const bot = await openBot()
  await say(bot, { n: 0, id: 'm1', text: 'status of order 204' })
  await bot.whenQuiet()
  // An hour ago, for which the guard of what is settled has to be away for a moment.
  await house.rows('alter table envelopes disable trigger user')
  await house.rows(`update envelopes set settled_at = now() - interval '1 hour'`)
  await house.rows('alter table envelopes enable trigger user')
  await house.rows('insert into unfinished_erasures select command_id, now() from envelopes')
  await expect.poll(() => house.rows('select 1 from envelopes where erased_at is not null'), soon).toHaveLength(1)
  expect(await house.rows('select 1 from unfinished_erasures')).toEqual([])
})

async function openBot(): Promise<Bot> {
  const bot = await startBot(foundation, {
    account,
    channel: {
      send: async (reply) => {
        if (isBroken) throw new Error('The channel is away')
        sent.push(reply)
      },
      turnOver: ({ id }) => void over.push(id),
    },
  })
  bots.push(bot)
  return bot
}

type Saying = { readonly n: number; readonly id: string; readonly text: string }

function say(bot: Bot, saying: Saying): Promise<void> {
  return bot.receive(messageOf(saying))
}

/** As another process, or the bot before its last start, has stored it: nobody is woken. */
async function store(saying: Saying): Promise<void> {
  await admitMessage(foundation.ledger.db, foundation.secrets, messageOf(saying), new Date())
}

function messageOf({ n, id, text }: Saying): Message {
  return typedMessage({ account, from: house.phone(n), text, id })
}

/** Asks and confirms; no worker is there to run it. */
async function confirmed(bot: Bot, text: string): Promise<{ readonly id: string; readonly ref: string }> {
  await say(bot, { n: 0, id: 'ask', text })
  await bot.whenQuiet()
  const preview = sent.at(-1)
  await say(bot, { n: 0, id: 'confirm', text: `confirm ${tokenOf(preview)}` })
  await expect.poll(() => over, soon).toContain('confirm')
  return { id: preview?.reply.command?.id ?? '', ref: preview?.reply.command?.ref ?? '' }
}

function tokenOf(preview: OutboundReply | undefined): string {
  return preview?.reply.confirm?.expect.split(' ').at(-1) ?? 'there was no preview'
}

/** How many connections wait for a lock that this one holds. */
async function waitingFor(holder: PoolClient): Promise<number> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  return (await house.rows('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid]))
    .length
}

/**
 * Where in the tables of this installation, the queue's among them, a word can be read, in any case and in binary columns too. Letters in
 * the middle of a longer run (of an id, or of what vouches for a row) are no word: four of them come about by chance.
 */
async function tablesThatHold(word: string): Promise<readonly string[]> {
  const tables = await house.rows<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema like $1 and table_type = 'BASE TABLE'`,
    [`${house.schema}%`],
  )
  expect(tables.length).toBeGreaterThan(15)
  const bytes = Buffer.from(word).toString('hex')
  const there = new RegExp(String.raw`(?<![\p{L}\p{N}+/])${word}(?![\p{L}\p{N}+/])|\\x(?:[0-9a-f]{2})*?${bytes}`, 'iu')
  const found = []
  for (const { name } of tables) {
    const rows = await house.rows<{ text: string }>(`select t::text as text from ${name} as t`)
    found.push(...rows.filter(({ text }) => there.test(text)).map(({ text }) => `${name}: ${text}`))
  }
  return found
}
