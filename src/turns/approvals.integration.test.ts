/** What an operator may only ask for, and the owner who is asked: real turns and runs over the real ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../channel/reply.ts'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { startWorker } from '../worker.ts'

const soon = { interval: 20 }

let bot: BotHere
let owner: string
let operator: string

beforeAll(async () => {
  bot = await startBotHere()
  ;[owner, operator] = [bot.house.phone(0), bot.house.phone(1)]
  await bot.house.changePeople(`update people set roles = '{viewer}'`)
  await bot.house.changePeople(`update people set roles = '{owner}', name = 'Olga' where phone = $1`, [owner])
  await bot.house.changePeople(`update people set roles = '{operator}', name = 'Otto' where phone = $1`, [operator])
})
afterAll(() => bot.close())

/** Says something, and waits for something else that somebody is told then. */
async function sayUntil(from: string, text: string, isTold: (reply: Reply) => boolean): Promise<Reply> {
  const before = bot.sent.length
  await bot.receive({ from, text })
  const told = () => bot.sent.slice(before).find(({ reply }) => isTold(reply))?.reply
  await expect.poll(told, soon).toBeDefined()
  await bot.whenQuiet()
  const found = told()
  if (found === undefined) throw new Error(`Nothing was told after ${text}`)
  return found
}

async function ask(wish: string): Promise<Reply> {
  const preview = (await bot.send({ from: operator, text: wish })).at(-1)
  expect(preview?.reply.text).toContain('I can ask Olga, with your name.')
  return sayUntil(operator, 'yes', ({ text }) => text.includes('Otto asks you for this'))
}

test('is done once, by whoever may do it, and proved', async () => {
  const preview = await ask('cancel order 204')
  const worker = await startWorker(bot.foundation)
  const done = await sayUntil(owner, preview.confirm?.expect ?? '', ({ text }) => text.includes('Olga has done it'))
  await worker.stop()
  expect(done.text).toBe('✅ Olga has done it: Cancel order 204.')
  expect(
    await bot.house.rows(
      `select p.name, e.status, e.reason from envelopes e join people p on p.id = e.person_id order by e.created_at`,
    ),
  ).toEqual([
    { name: 'Otto', status: 'rejected', reason: 'approval_asked' },
    { name: 'Olga', status: 'executed', reason: null },
  ])
  expect(await bot.house.rows(`select status from orders where id = 204`)).toEqual([{ status: 'cancelled' }])
  expect(await bot.house.rows(`select kind from evidence where kind = 'approval.asked'`)).toHaveLength(1)
  expect(await bot.house.verify()).toMatchObject({ ok: true })
})

test('is declined, and asked for again', async () => {
  await ask('cancel order 207')
  const no = await sayUntil(owner, 'no', ({ text }) => text.includes('Olga does not want it'))
  expect(no.text).toBe('Olga does not want it: Cancel order 207. Nothing was done.')
  const preview = await ask('cancel order 207')
  expect(preview.confirm).toMatchObject({ method: 'token' })
  await sayUntil(owner, '0', ({ text }) => text.includes('Olga does not want it'))
  expect(await bot.house.rows(`select status from orders where id = 207`)).toEqual([{ status: 'paid' }])
})

test('no code of whoever is asked works for whoever asks', async () => {
  const preview = await ask('cancel order 208')
  const refused = (await bot.send({ from: operator, text: preview.confirm?.expect ?? '' })).at(-1)
  expect(refused?.reply.about).toBe('refusal')
  await sayUntil(owner, '0', ({ text }) => text.includes('Olga does not want it'))
  expect(await bot.house.rows(`select status from orders where id = 208`)).toEqual([{ status: 'paid' }])
})

test('nobody is asked who has lost their rights meanwhile, and nothing is told to whoever has lost theirs', async () => {
  const preview = await ask('cancel order 208')
  await bot.house.changePeople(`update people set roles = '{viewer}' where phone = $1`, [owner])
  const told = await sayUntil(owner, preview.confirm?.expect ?? '', ({ text }) => text.includes('did not work'))
  expect(told.text).toContain('did not work for Olga either')
  await bot.house.changePeople(`update people set roles = '{owner}' where phone = $1`, [owner])
  expect(await bot.house.rows(`select status from orders where id = 208`)).toEqual([{ status: 'paid' }])
})

test('what one of those who were asked has done the others need not do, and what is taken back nobody need', async () => {
  const third = bot.house.phone(2)
  await bot.house.changePeople(`update people set roles = '{owner}', name = 'Petra' where phone = $1`, [third])
  const before = bot.sent.length
  await bot.send({ from: operator, text: 'cancel order 209' })
  await bot.receive({ from: operator, text: 'yes' })
  const codes = () =>
    bot.sent.slice(before).flatMap(({ reply }) => (reply.confirm?.method === 'token' ? [reply.confirm.expect] : []))
  await expect.poll(() => codes().length, soon).toBe(2)
  await bot.whenQuiet()
  const worker = await startWorker(bot.foundation)
  const mine = (await bot.send({ from: owner, text: 'show me again' })).at(-1)?.reply.confirm?.expect ?? ''
  await bot.receive({ from: owner, text: mine })
  const told = () => bot.sent.slice(before).filter(({ reply }) => reply.text.includes('Olga has done it'))
  await expect.poll(() => told().length, soon).toBe(2)
  await bot.whenQuiet()
  await worker.stop()
  const statuses = `select status, reason from envelopes where target_id = '209' order by created_at, status`
  expect(await bot.house.rows(statuses)).toContainEqual({ status: 'rejected', reason: 'duplicate' })

  await bot.send({ from: operator, text: 'cancel order 210' })
  await bot.receive({ from: operator, text: 'yes' })
  await expect.poll(() => codes().length, soon).toBeGreaterThanOrEqual(4)
  await bot.whenQuiet()
  await bot.receive({ from: operator, text: '0' })
  const recalled = () => bot.sent.slice(before).filter(({ reply }) => reply.text.includes('no longer asks you'))
  await expect.poll(() => recalled().length, soon).toBe(2)
  expect(await bot.house.rows(`select status from orders where id in (209, 210) order by id`)).toEqual([
    { status: 'cancelled' },
    { status: 'delivered' },
  ])
  expect(await bot.house.verify()).toMatchObject({ ok: true })
})

test('a value that is changed before it is done is no answer yet; whoever asked hears what was done', async () => {
  await bot.house.changePeople(`update people set roles = '{viewer}' where phone = $1`, [bot.house.phone(2)])
  await ask('refund 10 of order 214')
  const before = bot.sent.length
  const changed = (await bot.send({ from: owner, text: 'no, 5' })).at(-1)?.reply
  expect(changed?.text).toContain('Otto asks you for this')
  const worker = await startWorker(bot.foundation)
  await sayUntil(owner, changed?.confirm?.expect ?? '', ({ text }) => text.includes('Olga has done it'))
  await bot.whenQuiet()
  await worker.stop()
  const heard = bot.sent.slice(before).filter(({ reply }) => reply.about === 'info')
  expect(heard.map(({ reply }) => reply.text)).toEqual(['✅ Olga has done it: Refund R$5.00 of order 214.'])
})
