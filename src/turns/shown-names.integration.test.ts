/** Files are found under the names under which they were sent and shown: real reports in a real workspace. */
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../channel/reply.ts'
import { startBotHere, type BotHere } from '../testing/bot-here.ts'

let bot: BotHere
beforeAll(async () => {
  bot = await startBotHere()
  const received = path.join(bot.foundation.config.workspaceDir, 'received')
  await mkdir(received, { recursive: true })
  const names = ['my-plan-0123456789ab.pdf', 'price-list-0123456789ab.csv', 'price-list-ba9876543210.csv']
  for (const [n, name] of names.entries()) {
    await writeFile(path.join(received, name), name)
    await utimes(path.join(received, name), n, n)
  }
})
afterAll(() => bot.close())

async function say(text: string): Promise<Reply> {
  const last = (await bot.send({ from: bot.house.phone(0), text })).at(-1)
  if (last === undefined) throw new Error(`No answer to ${text}`)
  return last.reply
}

test('a report is deleted and renamed by the name under which it was sent', async () => {
  const { media } = await say('monthly report')
  const before = bot.sent.flatMap(({ reply }) => (reply.media === undefined ? [] : [reply.media.filename]))
  const table = before.find((name) => name.endsWith('.csv')) ?? ''
  expect(media).toBeDefined()
  expect(table).toMatch(/^orders-\d{4}-\d\d\.csv$/u)
  const kept = expect.stringMatching(new RegExp(`^reports/${table.slice(0, -4)}-[0-9a-f]{8}\\.csv$`, 'u')) as string
  expect(await say(`delete ${table}`)).toMatchObject({ about: 'preview', preview: { target: kept } })
  await say('0')
  expect(await say(`rename ${table} to sales.csv`)).toMatchObject({ about: 'preview', preview: { target: kept } })
  await say('0')
})

test('what somebody sent is found under the name that they gave it, and of several the person chooses', async () => {
  expect((await say('delete "my plan.pdf"')).preview?.target).toBe('received/my-plan-0123456789ab.pdf')
  await say('0')
  const choice = await say('delete price-list.csv')
  expect(choice.options?.map(({ label }) => label.split(' ')[0])).toEqual([
    'received/price-list-ba9876543210.csv',
    'received/price-list-0123456789ab.csv',
  ])
  expect((await say('1')).preview?.target).toBe('received/price-list-ba9876543210.csv')
  await say('0')
  expect((await say('delete price.csv')).text).toContain('There is no file “price.csv”')
})
