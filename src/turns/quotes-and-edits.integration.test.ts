/** Messages that quote, change or answer others, by real turns over the real ledger; no worker runs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBot, type Bot } from '../bot.ts'
import type { OutboundReply } from '../channel/channel.ts'
import type { Message } from '../channel/message.ts'
import { typedMessage } from '../channel/terminal/typed-message.ts'
import { createLog } from '../cli/create-log.ts'
import { loadLocalPeople } from '../cli/local-people.ts'
import { readConfig } from '../config.ts'
import { openFoundation, type Foundation } from '../open-foundation.ts'
import { createTestInstallation, type TestInstallation } from '../testing/test-installation.ts'
import { tellWaiting } from './tell-waiting.ts'

let house: TestInstallation
let foundation: Foundation
let bot: Bot
let sent: OutboundReply[]
let persons = 0
/** Who speaks in this test. */
let from: string

beforeAll(async () => {
  house = await createTestInstallation()
  const config = readConfig({ ...house.env, SAYSO_LOG: 'silent' }, { data: house.dir, people: house.people })
  foundation = await openFoundation(config, createLog(config))
  await loadLocalPeople(foundation)
  sent = []
  bot = await startBot(foundation, {
    account: 'terminal',
    channel: { send: async (reply) => void sent.push(reply), turnOver: () => undefined },
  })
})
beforeEach(() => {
  persons += 1
  from = house.phone(persons)
})
afterAll(async () => {
  await bot.stop()
  await foundation.close()
  await house.close()
})

async function send(message: Partial<Message> & { readonly text?: string }): Promise<OutboundReply> {
  const before = sent.length
  const { text = '', ...rest } = message
  await bot.receive({ ...typedMessage({ account: 'terminal', from, text }), ...rest })
  await bot.whenQuiet()
  const reply = sent.slice(before).at(-1)
  if (reply === undefined) throw new Error(`No answer to ${JSON.stringify(message)}`)
  return reply
}

test('“it” is what the quoted answer was about, or one’s own quoted request', async () => {
  const first = await send({ text: 'status of 204', id: 'own' })
  await send({ text: 'status of 205' })
  expect((await send({ text: 'cancel it', quoted: first.id })).reply.preview).toMatchObject({ target: '204' })
  await send({ text: 'status of 205' })
  expect((await send({ text: 'cancel this order', quoted: 'own' })).reply.preview).toMatchObject({ target: '204' })
})

test('“0” that quotes an older preview drops no other', async () => {
  const old = await send({ text: 'cancel order 204' })
  const open = await send({ text: 'cancel order 205' })
  expect((await send({ text: '0', quoted: old.id })).reply.text).toContain('another request took its place')
  expect((await send({ text: '0', quoted: open.id })).reply).toMatchObject({ command: { reason: 'declined' } })
})

test('an edit of what was not understood is read as a new message, once, and by a further edit withdrawn', async () => {
  await send({ text: 'xyzzy 204', id: 'typo' })
  const change = (text: string) => send({ content: { kind: 'edit', of: 'typo', text }, id: `edit to ${text}` })
  expect((await change('cancel order 204')).reply).toMatchObject({ about: 'preview', preview: { target: '204' } })
  expect((await change('cancel order 205')).reply).toMatchObject({ command: { reason: 'withdrawn' } })
})

test('an edit never confirms', async () => {
  await send({ text: 'xyzzy', id: 'nothing' })
  const preview = await send({ text: 'cancel order 207' })
  const text = preview.reply.confirm?.expect ?? ''
  await bot.receive({
    ...typedMessage({ account: 'terminal', from, text: '' }),
    content: { kind: 'edit', of: 'nothing', text },
  })
  await bot.whenQuiet()
  expect(await house.rows('select status from envelopes where ref = $1', [preview.reply.command?.ref])).toEqual([
    { status: 'accepted' },
  ])
})

test('a code sent in another chat is told where it counts, to who asked alone', async () => {
  const preview = await send({ text: 'cancel order 208', group: 'team', mentions: true })
  const text = preview.reply.confirm?.expect ?? ''
  expect((await send({ text })).reply.text).toMatch(/which waits for you in the group/u)
  from = house.phone(59)
  expect((await send({ text })).reply.text).toMatch(/^No command is waiting for that code/u)
})

const say = (text: string, quoted: string | null = null) => send({ text, group: 'shop', mentions: true, quoted })

test('in a group, what another is asked is answered by nobody else, quoted or not', async () => {
  const list = await say("cancel Pedro's order")
  const asked = `Owner ${persons} asked for that, and only Owner ${persons} can answer it.`
  from = house.phone(persons + 1)
  expect((await say('1', list.id)).reply.text).toBe(asked)
  expect((await say('1')).reply.text).toBe(asked)
  from = house.phone(persons)
  const preview = await say('1', list.id)
  from = house.phone(persons + 1)
  expect((await say('yes', preview.id)).reply.text).toBe(asked)
  expect((await say('yes')).reply.text).toBe(asked)
  from = house.phone(persons)
  await say('0')
  from = house.phone(persons + 1)
  expect((await say('yes')).reply.text).toMatch(/^Nothing is waiting/u)
})

test('what nobody begins with is told to wait, once, and how it is dropped', async () => {
  const preview = await send({ text: 'refund order 207 for 1' })
  const ref = preview.reply.command?.ref ?? ''
  const text = `#${ref} is confirmed and waits to start. CANCEL #${ref} drops it.`
  const isTold = () => sent.filter(({ reply }) => reply.text === text)
  // No worker is there to run it, so it never gets quiet.
  await bot.receive(typedMessage({ account: 'terminal', from, text: preview.reply.confirm?.expect ?? '' }))
  await expect
    .poll(() => house.rows('select status from envelopes where ref = $1', [ref]), { interval: 10, timeout: 15_000 })
    .toEqual([{ status: 'confirmed' }])
  const { ledger, secrets, catalogue } = foundation
  const later = (health: 'up' | 'down', ms: number) =>
    tellWaiting({
      db: ledger.db,
      secrets,
      catalogue,
      queue: { health: async () => health },
      clock: () => new Date(Date.now() + ms),
    })
  const kept = () =>
    house.rows(`select id from outbox where command_id = $1 and about = 'info'`, [preview.reply.command?.id])
  await later('up', 0)
  await later('down', 5000)
  expect(await kept()).toEqual([])
  await Promise.all([later('up', 5000), later('up', 5000)])
  await later('up', 6000)
  expect(await kept()).toHaveLength(1)
  await bot.receive(typedMessage({ account: 'terminal', from, text: `cancel #${ref}` }))
  await bot.whenQuiet()
  expect(isTold()).toMatchObject([{ to: from, reply: { command: { ref, status: 'confirmed' } } }])
})
