import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleAsUnknown } from './ledger/commands/settle-as-unknown.ts'
import { startBotHere, type BotHere } from './testing/bot-here.ts'

const soon = { interval: 20 }

let bot: BotHere
beforeAll(async () => {
  bot = await startBotHere()
})
afterAll(() => bot.close())

test('what a bot looks after besides keeps no lane waiting that nobody has woken', async () => {
  const owner = bot.house.phone(0)
  await bot.send({ from: owner, text: 'ADD_NOTE id=204 text="call her"' })
  await bot.receive({ from: owner, text: 'yes' })
  const confirmed = () => bot.house.rows(`select 1 from envelopes where status = 'confirmed'`)
  await expect.poll(confirmed, soon).toHaveLength(1)
  // A turn of another chat, at whose end the lane of the first is idle.
  await bot.receive({ from: bot.house.phone(1), text: 'help' })
  await expect.poll(() => bot.sent.some(({ to }) => to === bot.house.phone(1)), soon).toBe(true)
  // Finishing erasures fails from now on.
  await bot.house.rows('alter table unfinished_erasures rename to elsewhere')
  const before = bot.sent.length
  const { ledger, secrets } = bot.foundation
  await ledger.db.transaction().execute((trx) => settleAsUnknown(trx, { secrets, clock: () => new Date() }))
  const told = () => bot.sent.slice(before).map(({ reply }) => reply.about)
  await expect.poll(told, soon).toContain('outcome')
})
