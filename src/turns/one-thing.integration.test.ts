/** Two people and one thing at one moment: real turns over the real ledger, while no worker begins with anything. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'

let bot: BotHere

beforeAll(async () => {
  bot = await startBotHere()
})
afterAll(() => bot.close())

const soon = { interval: 20 }

/** What all of them are told who say something at one moment, once there are so many answers. */
async function sayTogether(texts: readonly string[], answers: number): Promise<readonly string[]> {
  const before = bot.sent.length
  await Promise.all(texts.map((text, index) => bot.receive({ from: bot.house.phone(index), text })))
  await expect.poll(() => bot.sent.length - before, soon).toBe(answers)
  return bot.sent.slice(before).map(({ reply }) => reply.text)
}

test('of two who confirm different commands on one thing at one moment, the second sees first that the other is under way', async () => {
  const hindered = /^Something has changed since the preview; nothing was done\.[^]*is under way/u
  for (const order of ['203', '204', '205', '207', '208']) {
    const confirmed = async () =>
      (await bot.house.rows(`select 1 from envelopes where status = 'confirmed' and target_id = $1`, [order])).length
    const previews = await sayTogether([`ADD_NOTE id=${order} text=one`, `ADD_NOTE id=${order} text=two`], 2)
    expect(previews.filter((text) => text.includes('under way'))).toEqual([])
    const [told = ''] = await sayTogether(['yes', 'yes'], 1)
    expect(told).toMatch(hindered)
    await expect.poll(confirmed, soon).toBe(1)
    // Whoever was told can go on; for the other, nothing waits any more.
    await sayTogether(['yes', 'yes'], 1)
    await expect.poll(confirmed, soon).toBe(2)
  }
})
