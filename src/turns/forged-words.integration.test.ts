/** What somebody puts into the inbox who can write to the tables and does not have the secret, by real turns; no worker runs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'

const soon = { interval: 10, timeout: 20_000 }

let bot: BotHere
let persons = 0
/** Who speaks in this test. */
let from: string

beforeAll(async () => {
  bot = await startBotHere()
})
beforeEach(() => {
  persons += 1
  from = bot.house.phone(persons)
})
afterAll(() => bot.close())

/** Says it, and waits until nothing waits any more; what was confirmed does, for no worker runs. */
async function say(text: string, id?: string): Promise<void> {
  await bot.receive({ from, text, ...(id !== undefined && { id }) })
  await turnsAreOver()
}

const waiting = () => bot.house.rows('select message_id from inbox where done_at is null')
async function turnsAreOver(): Promise<void> {
  await expect.poll(waiting, soon).toEqual([])
}
const statuses = () =>
  bot.house.rows(
    `select e.status from envelopes e join identities s on s.id = e.identity_id where s.value = $1 order by e.created_at`,
    [from],
  )

/** What waits as their next message, in words of somebody else. */
async function forge(text: string): Promise<void> {
  await bot.house.rows(
    `insert into inbox (kind, account, chat_id, sender_id, message_id, body, sent_at, received_at, code)
      select i.kind, i.account, i.chat_id, i.sender_id, 'forged', jsonb_set(i.body, '{content,text}', to_jsonb($2::text)),
        now(), now(), i.code
      from inbox i join identities s on s.id = i.sender_id where s.value = $1 order by i.seq limit 1`,
    [from, text],
  )
}

test('a “yes” that was put into the inbox confirms nothing, is answered by nobody and named; that of the person does', async () => {
  await say('add to order 204 the note ring twice')
  await forge('yes')
  await say('help')
  expect(await statuses()).toEqual([{ status: 'accepted' }])
  expect(bot.sent.filter(({ replyTo }) => replyTo === 'forged')).toEqual([])
  expect((await bot.house.verify()).unvouchedRows).toMatchObject({ count: 1, first: [{ kind: 'message', from }] })
  await say('yes')
  expect(await statuses()).toEqual([{ status: 'confirmed' }])
})

test('a “yes” that was said before confirms nothing again, when its row is made one that waits', async () => {
  await say('add to order 204 the note ring twice')
  await say('yes')
  await say('add to order 205 the note ring once')
  await bot.house.rows(
    `update inbox set taken_at = null, done_at = null where body #>> '{content,text}' = 'yes'
      and sender_id = (select id from identities where value = $1)`,
    [from],
  )
  await say('help')
  expect(await statuses()).toEqual([{ status: 'confirmed' }, { status: 'accepted' }])
})

test('… not even with the code that it had while it waited: it came before what it would answer now', async () => {
  await say('add to order 204 the note ring twice')
  const codeOf = () => bot.house.rows<{ code: Buffer }>(`select code from inbox where message_id = 'earlier'`)
  const [kept] = await whileTurnsWait(async () => {
    await bot.receive({ from, text: 'yes', id: 'earlier' })
    return codeOf()
  })
  await turnsAreOver()
  await say('add to order 205 the note ring once')
  await bot.house.rows(`update inbox set taken_at = null, done_at = null, code = $1 where message_id = 'earlier'`, [
    kept?.code,
  ])
  await say('help')
  expect(await codeOf()).not.toEqual([kept])
  const ends = (await statuses()).map(({ status }) => status)
  expect([ends[0], ends.filter((status) => status === 'confirmed').length]).toEqual(['confirmed', 1])
})

test('a message that is changed before its turn is not acted on, and what comes after it is', async () => {
  await say('add to order 204 the note ring twice')
  await whileTurnsWait(async () => {
    await bot.receive({ from, text: 'status of order 205', id: 'changed' })
    await bot.house.rows(
      `update inbox set body = jsonb_set(body, '{content,text}', '"yes"') where message_id = 'changed'`,
    )
  })
  await turnsAreOver()
  expect(await statuses()).toEqual([{ status: 'accepted' }])
  expect(bot.sent.filter(({ replyTo }) => replyTo === 'changed')).toEqual([])
  await say('yes')
  expect(await statuses()).toEqual([{ status: 'confirmed' }])
})

test('one’s own “yes” confirms nothing of somebody else, whose number and chat were made one’s own', async () => {
  await say('add to order 204 the note ring twice')
  const other = bot.house.phone(40)
  for (const statement of [
    'update identities set value = $2 where value = $1',
    'update chats set external = $2 where external = $1',
  ])
    await bot.house.rows(statement, [from, other])
  await bot.receive({ from: other, text: 'yes' })
  await turnsAreOver()
  expect(
    await bot.house.rows(
      `select e.status from envelopes e join identities s on s.id = e.identity_id where s.value = $1`,
      [other],
    ),
  ).toEqual([{ status: 'accepted' }])
})

test('a command that was put in the place of the preview that somebody was shown is confirmed by no “yes” of theirs', async () => {
  await say('add to order 204 the note ring twice')
  const [{ id } = { id: '' }] = await bot.house.rows<{ id: string }>(
    `insert into envelopes (command_id, ref, name, safety, status, document, digest, idempotency_key, base_key, target_entity, target_id,
        chat_id, identity_id, person_id, created_at, expires_at)
      select gen_random_uuid(), 'FORGED', name, safety, status, document, digest, 'forged', 'forged', target_entity, target_id,
        chat_id, identity_id, person_id, created_at, expires_at
      from envelopes where identity_id = (select id from identities where value = $1) returning command_id as id`,
    [from],
  )
  await bot.house.rows(
    `update sessions set state = jsonb_set(state, '{pending,commandId}', to_jsonb($1::text))
      where identity_id = (select id from identities where value = $2)`,
    [id, from],
  )
  await say('yes')
  expect(await statuses()).toEqual([{ status: 'accepted' }, { status: 'accepted' }])
  expect(bot.sent.at(-1)?.reply).toMatchObject({ about: 'refusal' })
})

/** Holds the chat as a turn does, so that what comes in waits. */
async function whileTurnsWait<Result>(work: () => Promise<Result>): Promise<Result> {
  const [chat] = await bot.house.rows<{ id: string }>('select id from chats where external = $1', [from])
  const held = await bot.house.hold(`select from chats where id = '${chat?.id}' for no key update`)
  try {
    return await work()
  } finally {
    await held.release()
  }
}
