/** Messages that quote, change or answer others, by real turns over the real ledger; no worker runs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OutboundReply } from '../channel/channel.ts'
import type { Message } from '../channel/message.ts'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { tellWaiting } from './sending/tell-waiting.ts'

let bot: BotHere
let persons = 0
/** In characters. */
let longestRead = 0
/** Who speaks in this test. */
let from: string

beforeAll(async () => {
  bot = await startBotHere({ onRead: ({ length }) => (longestRead = Math.max(longestRead, length)) })
})
beforeEach(() => {
  persons += 1
  from = bot.house.phone(persons)
})
afterAll(() => bot.close())

async function send(message: Partial<Message> & { readonly text?: string }): Promise<OutboundReply> {
  const reply = (await bot.send({ from, ...message })).at(-1)
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

const edit = (of: string, text: string) =>
  bot.send({ from, content: { kind: 'edit', of, text }, id: `edit to ${text}` })
const change = (text: string) => edit('typo', text)
const previewOf = (target: string) => ({ reply: { about: 'preview', preview: { target } } })

test('an edit of what was not understood is read as a new message, and so is a further edit of what it asked for', async () => {
  await send({ text: 'xyzzy 204', id: 'typo' })
  expect(await change('cancel order 204')).toMatchObject([previewOf('204')])
  const replaced = await change('cancel order 205')
  expect(replaced).toMatchObject([{ reply: { command: { reason: 'withdrawn' } } }, previewOf('205')])
  const [dropped] = await change('never mind')
  expect(dropped?.reply).toMatchObject({ command: { reason: 'withdrawn', ref: replaced[1]?.reply.command?.ref } })
})

test('an edit of what is written below a file is read as one of any words, and the file is left as it is', async () => {
  const file = { kind: 'file', path: '/nowhere/a.jpg', mimetype: 'image/jpeg', filename: 'a.jpg' } as const
  await send({ content: { ...file, text: 'xyzzy 204' }, id: 'caption' })
  const [asked] = await edit('caption', 'cancel order 211')
  expect(asked).toMatchObject(previewOf('211'))
  expect(asked?.reply.text).toMatch(/^The file itself is not kept/u)
  expect(await edit('caption', 'cancel order 212')).toMatchObject([
    { reply: { command: { reason: 'withdrawn' } } },
    previewOf('212'),
  ])
  await send({ content: file, id: 'bare' })
  expect(await edit('bare', 'cancel order 213')).toMatchObject([previewOf('213')])
})

test('what is too long to be read is not read below a file either, nor when it is made shorter', async () => {
  const text = `cancel order 204 ${'because '.repeat(2000)}`
  const file = { kind: 'file', path: '/nowhere/a.jpg', mimetype: 'image/jpeg', filename: 'a.jpg' } as const
  const tooLong = { reply: { text: 'That is too long for me. Please write it in fewer words.' } }
  longestRead = 0
  expect(await bot.send({ from, content: { ...file, text } })).toMatchObject([tooLong])
  expect(await bot.send({ from, text, id: 'typo' })).toMatchObject([tooLong])
  expect(await change('xyzzy')).toMatchObject([{ reply: { text: expect.stringMatching(/^I did not understand/u) } }])
  expect(longestRead).toBe('xyzzy'.length)
})

test('an edit never confirms', async () => {
  await send({ text: 'xyzzy', id: 'nothing' })
  const preview = await send({ text: 'cancel order 207' })
  const text = preview.reply.confirm?.expect ?? ''
  await bot.send({ from, content: { kind: 'edit', of: 'nothing', text } })
  expect(await bot.house.rows('select status from envelopes where ref = $1', [preview.reply.command?.ref])).toEqual([
    { status: 'accepted' },
  ])
})

test('a request that is deleted takes its preview with it, and the code that was shown confirms nothing', async () => {
  const preview = await send({ text: 'cancel order 209', id: 'regretted' })
  const text = preview.reply.confirm?.expect ?? ''
  expect((await send({ content: { kind: 'revoke', of: 'regretted' } })).reply).toMatchObject({
    command: { ref: preview.reply.command?.ref, status: 'rejected', reason: 'withdrawn' },
  })
  await send({ text })
  expect(
    await bot.house.rows('select status, reason from envelopes where ref = $1', [preview.reply.command?.ref]),
  ).toEqual([{ status: 'rejected', reason: 'withdrawn' }])
})

test('a code sent in another chat is told where it counts, to who asked alone', async () => {
  const preview = await send({ text: 'cancel order 208', group: 'team', mentions: true })
  const text = preview.reply.confirm?.expect ?? ''
  expect((await send({ text })).reply.text).toMatch(/which waits for you in the group/u)
  from = bot.house.phone(59)
  expect((await send({ text })).reply.text).toMatch(/^No command is waiting for that code/u)
  await send({ text: 'add a note to order 204: call first', group: 'team', mentions: true })
  expect((await send({ text: 'yes' })).reply.text).toMatch(/order 204.* waits for you in the group\. Say yes there;/u)
})

const say = (text: string, quoted: string | null = null) => send({ text, group: 'shop', mentions: true, quoted })

test('in a group, what another is asked is answered by nobody else, quoted or not', async () => {
  const list = await say("cancel Pedro's order")
  const asked = `Owner ${persons} asked for that, and only Owner ${persons} can answer it.`
  from = bot.house.phone(persons + 1)
  expect((await say('1', list.id)).reply.text).toBe(asked)
  expect((await say('1')).reply.text).toBe(asked)
  from = bot.house.phone(persons)
  const preview = await say('1', list.id)
  from = bot.house.phone(persons + 1)
  expect((await say('yes', preview.id)).reply.text).toBe(asked)
  expect((await say('yes')).reply.text).toBe(asked)
  from = bot.house.phone(persons)
  await say('0')
  from = bot.house.phone(persons + 1)
  expect((await say('yes')).reply.text).toMatch(/^Nothing is waiting/u)
})

test.each([
  ['by what it quotes', { quoted: 'pizza' }],
  ['by its channel', { aside: true }],
] as const)('in a group, a yes to what somebody else has said confirms nothing: told %s', async (_how, answer) => {
  const preview = await say('add a note to order 214: call first')
  const state = async () => bot.house.rows('select status from envelopes where ref = $1', [preview.reply.command?.ref])
  const asker = from
  from = bot.house.phone(persons + 1)
  await bot.send({ from, text: 'shall we order pizza?', id: 'pizza', group: 'shop' })
  from = asker
  expect(await bot.send({ from, text: 'yes', group: 'shop', ...answer })).toEqual([])
  expect(await state()).toEqual([{ status: 'accepted' }])
  // Whoever is mentioned is spoken to.
  await bot.send({ from, text: 'no', group: 'shop', mentions: true, ...answer })
  expect(await state()).toEqual([{ status: 'rejected' }])
})

test('in a group, once others have talked, an answer has to say that it is for the bot; a code does so by itself', async () => {
  const asker = from
  const bare = (text: string) => bot.send({ from: asker, text, group: 'shop' })
  await say('add a note to order 215: call first')
  expect(await bare('no problem, thanks')).toEqual([])
  expect(await bare('Owner, did you see that?')).toEqual([])
  await bot.send({ from: bot.house.phone(persons + 1), text: 'can I throw the boxes away?', group: 'shop' })
  const [hint, ...more] = await bare('yes')
  expect(more).toEqual([])
  expect(hint?.reply).toMatchObject({ about: 'refusal', text: expect.stringMatching(/^Others have written here/u) })
  expect(await bare('cancel order 215')).toEqual([])
  const [dropped] = await bot.send({ from: asker, text: 'no', group: 'shop', mentions: true })
  expect(dropped?.reply.command).toMatchObject({ status: 'rejected' })
  const preview = await say('cancel order 215')
  await bot.send({ from: bot.house.phone(persons + 1), text: 'and the tape?', group: 'shop' })
  const [wrong] = await bare('CONFIRM Z2Z2')
  expect(wrong?.reply.text).toMatch(/^That is not the code/u)
  expect((await bare(`CANCEL #${preview.reply.command?.ref}`))[0]?.reply.command).toMatchObject({ status: 'rejected' })
})

test('in a group, once others have talked, a number that the menu does not show is for them, and one that it shows is for the bot', async () => {
  const asker = from
  const bare = (text: string) => bot.send({ from: asker, text, group: 'shop' })
  await say('menu')
  expect((await bare('12'))[0]?.reply).toMatchObject({
    about: 'menu',
    text: expect.stringMatching(/^There is no such/u),
  })
  await bot.send({ from: bot.house.phone(persons + 1), text: 'how many pizzas?', group: 'shop' })
  expect(await bare('12')).toEqual([])
  expect((await say('12')).reply.text).toMatch(/^There is no such/u)
  await bot.send({ from: bot.house.phone(persons + 1), text: 'and how many drinks?', group: 'shop' })
  expect(await bare('13')).toEqual([])
  expect((await bare('1'))[0]?.reply.about).toBe('menu')
})

test('a thumb on a preview that is over is told what became of it, but for thanks', async () => {
  const preview = await send({ text: 'add a note to order 216: call first' })
  const react = (emoji: string) => bot.send({ from, content: { kind: 'reaction', to: preview.id, emoji } })
  expect((await react('👎'))[0]?.reply.command).toMatchObject({ status: 'rejected', reason: 'declined' })
  expect((await react('👍'))[0]?.reply.text).toMatch(/^That preview counts no longer/u)
  expect(await react('❤️')).toEqual([])
})

const reactTo = (to: string, emoji: string) => bot.send({ from, content: { kind: 'reaction', to, emoji } })

test('a mark on the open preview is a yes or a no as a thumb is, and a heart is neither', async () => {
  const dangerous = await send({ text: 'cancel order 216' })
  expect(await reactTo(dangerous.id, '❤️')).toEqual([])
  expect((await reactTo(dangerous.id, '✅'))[0]?.reply.text).toMatch(/^That is not enough for “Cancel order 216”/u)
  expect((await reactTo(dangerous.id, '❌'))[0]?.reply.command).toMatchObject({
    status: 'rejected',
    reason: 'declined',
  })
  expect((await reactTo(dangerous.id, '✅'))[0]?.reply.text).toMatch(/^That preview counts no longer/u)
})

test('a thumb that confirmed and is taken back is told that it has no effect, and any other is told nothing', async () => {
  const preview = await send({ text: 'add a note to order 216: ring twice' })
  expect(await reactTo(preview.id, '')).toEqual([])
  expect(await reactTo(preview.id, '❤️')).toEqual([])
  expect(await reactTo(preview.id, '')).toEqual([])
  const before = bot.sent.length
  // It waits for a worker, so nothing is quiet before it is cancelled.
  for (const emoji of ['👍', '', '👎'])
    await bot.receive({ from, content: { kind: 'reaction', to: preview.id, emoji } })
  await bot.whenQuiet()
  const { ref } = preview.reply.command ?? {}
  expect(bot.sent.slice(before).map(({ reply }) => reply)).toMatchObject([
    {
      text: `#${ref} was confirmed before you took your reaction back; that has no effect on it.`,
      command: { ref, status: 'confirmed' },
    },
    { command: { ref, status: 'rejected', reason: 'cancelled' } },
  ])
  expect(await reactTo(preview.id, '')).toEqual([])
})

test.each([
  ['a text', '👎🏽', 'add a note to order 216'],
  ['a text', '❌', 'add a note to order 216'],
  ['a thing', '👎🏽', 'cancel an order'],
  ['one of several', '👎🏽', "cancel Pedro's order"],
])(
  'a thumb down on the open question for %s (%s) drops it as 0 does, and one on an older question drops nothing',
  async (_of, mark, words) => {
    const older = await send({ text: 'refund an order' })
    const question = await send({ text: words })
    expect(await reactTo(older.id, '👎')).toEqual([])
    expect(await reactTo(question.id, '👍')).toEqual([])
    expect(await reactTo(question.id, '❤️')).toEqual([])
    expect((await reactTo(question.id, mark))[0]?.reply.text).toBe('Dropped. Nothing was done.')
    expect(await reactTo(question.id, '👎')).toEqual([])
  },
)

test('a thumb on a preview that is over is told so in a group too, to who asked for it alone', async () => {
  const preview = await say('add a note to order 218: call first')
  const react = (emoji: string) =>
    bot.send({ from, content: { kind: 'reaction', to: preview.id, emoji }, group: 'shop' })
  expect((await react('👎'))[0]?.reply.command).toMatchObject({ status: 'rejected', reason: 'declined' })
  expect((await react('👍'))[0]?.reply.text).toMatch(/^That preview counts no longer/u)
  from = bot.house.phone(persons + 1)
  expect(await react('👍')).toEqual([])
})

test('a file that nothing of what is written below it takes is not kept, which is said', async () => {
  const content = { kind: 'file', path: '/nowhere/a.jpg', mimetype: 'image/jpeg', filename: 'a.jpg' } as const
  const replies = await bot.send({ from, content: { ...content, text: 'add a note to order 213: see the photo' } })
  expect(replies.map(({ reply }) => reply.about)).toEqual(['preview'])
  expect(replies[0]?.reply.text).toMatch(
    /^The file itself is not kept: nothing that you asked for takes one\.\n\nAdd a note/u,
  )
  await bot.send({ from, text: '0' })
})

test('what cannot be read is named, and what is asked stays open; in a group only whoever means the bot hears so', async () => {
  const sticker = { kind: 'unreadable', what: 'sticker' } as const
  const question = (await send({ text: 'cancel order' })).reply.text
  const [named] = await bot.send({ from, content: sticker })
  expect(named?.reply).toMatchObject({ about: 'refusal' })
  expect(named?.reply.text).toMatch(/^I cannot read stickers\. Please write what you need\./u)
  expect(named?.reply.text).toContain(question.split('\n')[0])
  await send({ text: '0' })
  await say('add a note to order 217: call first')
  expect(await bot.send({ from, content: sticker, group: 'shop' })).toEqual([])
  const [spoken] = await bot.send({ from, content: sticker, group: 'shop', mentions: true })
  expect(spoken?.reply.text).toMatch(/^I cannot read stickers/u)
  await say('0')
})

test.each([
  ['image/jpeg', 'photo'],
  ['video/mp4', 'video'],
  ['application/pdf', 'document'],
])('a file that nobody asked for is called what it is: %s', async (mimetype, name) => {
  const content = { kind: 'file', path: '/nowhere/a', mimetype, filename: 'a' } as const
  expect((await send({ content })).reply.text).toBe(`I cannot use that ${name} here. Please write what you need.`)
})

test('what is sent in heaps and cannot be used is answered once; anything else between, or a while, and it is answered again', async () => {
  const photo = { kind: 'file', path: '/nowhere/a', mimetype: 'image/jpeg', filename: 'a' } as const
  const sticker = { kind: 'unreadable', what: 'sticker' } as const
  const told = async (content: Message['content'], more: Partial<Message> = {}) =>
    (await bot.send({ from, content, ...more })).map(({ reply }) => reply.text.split('.')[0])
  const useless = ['I cannot use that photo here']
  const texts = [await told(photo), await told(photo), await told(photo), await told(sticker), await told(photo)]
  expect(texts).toEqual([useless, [], [], ['I cannot read stickers'], useless])
  await bot.send({ from, text: 'help' })
  expect(await told(photo, { sentAt: new Date(Date.now() - 120_000).toISOString() })).toEqual(useless)
  expect(await told(photo)).toEqual(useless)
})

test('what nobody begins with is told to wait, once, and how it is dropped', async () => {
  const preview = await send({ text: 'refund order 207 for 1' })
  const ref = preview.reply.command?.ref ?? ''
  const text = `#${ref} is confirmed and waits to start. CANCEL #${ref} drops it.`
  const isTold = () => bot.sent.filter(({ reply }) => reply.text === text)
  // No worker is there to run it, so it never gets quiet.
  await bot.receive({ from, text: preview.reply.confirm?.expect ?? '' })
  await expect
    .poll(() => bot.house.rows('select status from envelopes where ref = $1', [ref]), { interval: 10 })
    .toEqual([{ status: 'confirmed' }])
  const { ledger, secrets, catalogue } = bot.foundation
  const later = (health: 'up' | 'down', ms: number) =>
    tellWaiting({
      db: ledger.db,
      secrets,
      catalogue,
      queue: { health: async () => health },
      clock: () => new Date(Date.now() + ms),
    })
  const kept = () =>
    bot.house.rows(`select id from outbox where command_id = $1 and about = 'info'`, [preview.reply.command?.id])
  await later('up', 0)
  await later('down', 5000)
  expect(await kept()).toEqual([])
  await Promise.all([later('up', 5000), later('up', 5000)])
  await later('up', 6000)
  expect(await kept()).toHaveLength(1)
  await bot.send({ from, text: `cancel #${ref}` })
  expect(isTold()).toMatchObject([{ to: from, reply: { command: { ref, status: 'confirmed' } } }])
})
