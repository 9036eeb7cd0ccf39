/** What was told or promised is on disk before it is; what nobody rests on yet comes there with the next that is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { waitingForDisk, watchCommits } from '../testing/installations/watch-commits.ts'

let bot: BotHere
let commits: () => Promise<readonly string[]>
beforeAll(async () => {
  bot = await startBotHere({
    prepare: async ({ env }) => {
      Object.assign(env, { DATABASE_URL: waitingForDisk(env.DATABASE_URL ?? '') })
    },
  })
  const progress = `case when new.done_at is not null then 'over' when new.taken_at is not null then 'taken' else 'admitted' end`
  const leaving = `case when new.sent_at is null then 'said' else 'sent' end`
  commits = await watchCommits(bot.foundation.ledger.pool, { inbox: progress, outbox: leaving })
})
afterAll(() => bot.close())

async function seenWhile(text: string): Promise<readonly string[]> {
  const before = await commits()
  await bot.send({ from: bot.house.phone(0), text })
  return (await commits()).slice(before.length)
}

test('a preview is on disk before it is sent', async () => {
  expect(await seenWhile('cancel order 204')).toEqual([
    'admitted waits',
    'over waits',
    'said waits',
    'sent does not wait',
  ])
})

test('a read that is about to run is not waited for, since nothing was told; its end is', async () => {
  expect(await seenWhile('ORDER_STATUS 205')).toEqual([
    'admitted waits',
    'taken does not wait',
    'over waits',
    'said waits',
    'sent does not wait',
  ])
})

test('what is said beside a read that is about to run is on disk', async () => {
  const seen = await seenWhile("don't cancel 204, show order 205")
  expect(seen.filter((commit) => !commit.startsWith('sent'))).toEqual([
    'admitted waits',
    'taken waits',
    'said waits',
    'over waits',
    'said waits',
  ])
})
