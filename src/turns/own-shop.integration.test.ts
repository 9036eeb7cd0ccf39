/** A shop of one's own, named by `SHOP_DATABASE_URL`: real turns and runs over it, beside a ledger that lies elsewhere. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDemoShop } from '../ledger/shop/demo-shop.ts'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { createTestDatabase, type TestDatabase } from '../testing/installations/test-database.ts'
import { startWorker } from '../worker.ts'

let shop: TestDatabase
let bot: BotHere

beforeAll(async () => {
  shop = await createTestDatabase()
  // Tables as a shop has them, with what no demo shop has.
  await shop.pool.query(`drop schema ${shop.schema}`)
  await ensureDemoShop(shop.pool, shop.schema)
  await shop.pool.query(`update orders set customer = 'Olga Prado' where id = 204`)
  bot = await startBotHere({ env: { SHOP_DATABASE_URL: shop.url } })
})
afterAll(async () => {
  await bot.close()
  await shop.close()
})

test('orders are looked at and changed there, and no demo shop is made', async () => {
  const from = bot.house.phone(0)
  const found = await bot.send({ from, text: 'status of order 204' })
  expect(found.at(-1)?.reply.text).toContain('Olga Prado')
  const preview = (await bot.send({ from, text: 'cancel order 204' })).at(-1)?.reply
  expect(preview?.text).toContain('Olga Prado')
  const worker = await startWorker(bot.foundation)
  const outcome = await bot.send({ from, text: preview?.confirm?.expect ?? '' })
  await worker.stop()
  expect(outcome.at(-1)?.reply).toMatchObject({ about: 'outcome', command: { status: 'executed' } })

  const { rows } = await shop.pool.query('select status from orders where id = 204')
  expect(rows).toEqual([{ status: 'cancelled' }])
  const { schema } = bot.house
  const made = await bot.house.rows('select nspname from pg_namespace where nspname like $1 order by 1', [`${schema}%`])
  expect(made).toEqual([{ nspname: schema }, { nspname: `${schema}_queue` }])
})

test('a turn that is overtaken is repeated with what the shop answers then, however long that takes', async () => {
  const from = bot.house.phone(1)
  expect((await bot.send({ from, text: 'cancel order 205' })).at(-1)?.reply.about).toBe('preview')
  const { schema } = bot.house
  // Takes longer than anybody waits for it within a transaction, and tells when it was asked.
  await shop.pool.query(`alter table orders rename to kept_orders`)
  await shop.pool.query(`create view orders as
    with asked as materialized (select (extract(epoch from clock_timestamp()) * 1000)::bigint as at, pg_sleep(1.1))
    select id, 'Somebody ' || at as customer, amount, currency, status, refunded, previous_status, created_at
    from kept_orders, asked`)
  // What was open here is so no more when this is about to be written, once.
  await bot.house.rows(`create sequence ${schema}.times_ended`)
  await bot.house.rows(`create function ${schema}.end_before() returns trigger language plpgsql as $$
    begin return case when nextval('${schema}.times_ended') = 1 then null else new end; end $$`)
  await bot.house.rows(`create trigger end_before before update on ${schema}.envelopes for each row
    when (old.status = 'accepted' and new.status = 'rejected') execute function ${schema}.end_before()`)
  const began = Date.now()
  const preview = (await bot.send({ from, text: 'cancel order 206' })).at(-1)?.reply
  const askedAt = Number(/Somebody (?<at>[0-9]+)/u.exec(preview?.text ?? '')?.groups?.['at'])
  expect(askedAt - began).toBeGreaterThan(1100)
})

test('whoever waits long for the shop is told so once, before the answer', async () => {
  const from = bot.house.phone(2)
  await shop.pool.query(`create or replace view orders as
    with asked as materialized (select (extract(epoch from clock_timestamp()) * 1000)::bigint as at, pg_sleep(5))
    select id, 'Somebody ' || at as customer, amount, currency, status, refunded, previous_status, created_at
    from kept_orders, asked`)
  const replies = (await bot.send({ from, text: 'cancel order 207' })).map(({ reply }) => reply)
  expect(replies.map(({ about }) => about)).toEqual(['progress', 'preview'])
  expect(replies[0]?.text).toContain('takes longer than usual')
})
