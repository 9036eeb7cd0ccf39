/** Files are found under the names under which they were sent and shown: real reports in a real workspace. */
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../channel/reply.ts'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'

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

test.each([
  [
    'en',
    'rename plan.txt to b.txt',
    'no, c.txt',
    'no, to c.txt',
    'What is “c.txt” meant to be?',
    'New name: c.txt',
    'File c.txt',
  ],
  [
    'en',
    'rename plan.txt to b',
    'no, c.txt',
    'I meant c.txt',
    'What is “c.txt” meant to be?',
    'New name: c.txt',
    'File c.txt',
  ],
  [
    'es',
    'renombra plan.txt a b.txt',
    'no, c.txt',
    'no, a c.txt',
    '¿Qué debe ser “c.txt”?',
    'Nombre nuevo: c.txt',
    'Archivo c.txt',
  ],
  [
    'pt-BR',
    'renomeia plan.txt para b.txt',
    'não, c.txt',
    'não, para c.txt',
    'O que é para ser “c.txt”?',
    'Novo nome: c.txt',
    'Arquivo c.txt',
  ],
])('a name that corrects a renaming is the new name, or asked about (%s, %s)', async (...given) => {
  const [language, wish, no, also, question, name, file] = given
  const { workspaceDir } = bot.foundation.config
  await writeFile(path.join(workspaceDir, 'plan.txt'), 'x')
  await bot.house.changePeople(`update people set language = '${language}' where phone = $1`, [bot.house.phone(0)])
  for (const correction of [no, also]) {
    await rm(path.join(workspaceDir, 'c.txt'), { force: true })
    expect((await say(wish)).preview?.target).toBe('plan.txt')
    expect((await say(correction)).preview?.args).toEqual({ from: 'plan.txt', to: 'c.txt' })
    await say('0')
    await writeFile(path.join(workspaceDir, 'c.txt'), 'x')
    expect((await say(wish)).preview?.target).toBe('plan.txt')
    const asked = await say(correction)
    expect(asked.text.split('\n')[0]).toBe(question)
    expect(asked.options?.map(({ label }) => label.split(' — ')[0])).toEqual([name, file])
    expect((await say('2')).preview?.args).toMatchObject({ from: 'c.txt' })
    await say('0')
  }
})
