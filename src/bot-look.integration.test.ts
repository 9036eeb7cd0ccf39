import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleAsUnknown } from './ledger/commands/settle-as-unknown.ts'
import { startBotHere, type BotHere } from './testing/installations/bot-here.ts'

const soon = { interval: 20 }

let bot: BotHere
beforeAll(async () => {
  bot = await startBotHere()
})
afterAll(() => bot.close())

test('what a bot looks after besides keeps no lane waiting that nobody has woken', async () => {
  await leaveUnwoken(bot.house.phone(0), 'call her', async () => {
    // Dropping the secrets of what never came about fails from now on.
    await bot.house.rows(
      'create trigger refused before delete on kept_secrets for each statement execute function refuse_change()',
    )
  })
  await expect.poll(outcomes, soon).toHaveLength(1)
})

test('what a bot erases later keeps no lane waiting, however long it takes', async () => {
  await leaveUnwoken(bot.house.phone(0), 'call him', async () => {
    await bot.house.hold('lock table unfinished_erasures')
  })
  // Less than a statement waits for a lock.
  await expect.poll(outcomes, { ...soon, timeout: 10_000 }).toHaveLength(2)
})

const outcomes = () => bot.sent.filter(({ reply }) => reply.about === 'outcome')

/** A command that ends without a word to the bot, after something has happened. */
async function leaveUnwoken(owner: string, note: string, happens: () => Promise<void>): Promise<void> {
  await bot.send({ from: owner, text: `ADD_NOTE id=204 text="${note}"` })
  await bot.receive({ from: owner, text: 'yes' })
  const confirmed = () => bot.house.rows(`select 1 from envelopes where status = 'confirmed'`)
  await expect.poll(confirmed, soon).toHaveLength(1)
  // A turn of another chat, at whose end the lane of the first is idle.
  const before = bot.sent.length
  await bot.receive({ from: bot.house.phone(1), text: 'help' })
  await expect.poll(() => bot.sent.slice(before).some(({ to }) => to === bot.house.phone(1)), soon).toBe(true)
  await happens()
  const { ledger, secrets } = bot.foundation
  await ledger.db.transaction().execute((trx) => settleAsUnknown(trx, { secrets, clock: () => new Date() }))
}
