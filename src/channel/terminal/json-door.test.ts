import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Message } from '../message.ts'
import { createJsonDoor, type DoorBot } from './json-door.ts'

async function asGiven(phone: string): Promise<string> {
  return phone
}

/** Serves lines to a bot that notes what it receives and is quiet when the test says so. */
async function serve(lines: readonly string[], { mayImpersonate = true, quiet = Promise.resolve() } = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const received: Message[] = []
  const bot: DoorBot = { receive: async (message) => void received.push(message), whenQuiet: () => quiet }
  const served = createJsonDoor(output).serve({
    input,
    bot,
    account: 'terminal',
    speaker: '+15550000001',
    identify: async (phone) => (phone === '+15550000009' ? '+15550000001' : phone),
    mayImpersonate,
  })
  input.end(lines.map((line) => `${line}\n`).join(''))
  await served
  output.end()
  const printed = (await text(output)).split('\n').filter((line) => line !== '')
  return { received, printed: printed.map((line) => JSON.parse(line) as unknown) }
}

test('lines become messages in their order; empty ones and wrong ones end nothing', async () => {
  const { received, printed } = await serve(['{"text":"one"}', '', 'nonsense', '{"text":"two"}'])
  expect(received.map(({ content }) => content)).toEqual([
    { kind: 'text', text: 'one' },
    { kind: 'text', text: 'two' },
  ])
  expect(printed).toEqual([{ error: expect.stringContaining('not JSON') }])
})

test('a line ends at "\\n" alone, whatever else a text breaks its lines with; a "\\r" before it is no part of it', async () => {
  const said = 'call her\u2028back\u2029today'
  const { received, printed } = await serve([`{"text":"${said}"}\r`, '\r', '{"text":"two"}'])
  expect(received.map(({ content }) => content)).toEqual([
    { kind: 'text', text: said },
    { kind: 'text', text: 'two' },
  ])
  expect(printed).toEqual([])
})

test('speaking as somebody else is refused where it is not allowed', async () => {
  const { received, printed } = await serve(
    ['{"from":"+15550000002","text":"hi"}', '{"from":"+15550000001","text":"hi"}'],
    {
      mayImpersonate: false,
    },
  )
  expect(received.map(({ from }) => from)).toEqual(['+15550000001'])
  expect(printed).toEqual([{ error: expect.stringContaining('SAYSO_ALLOW_IMPERSONATION') }])
})

test('whoever speaks under another number of theirs is the one who is known', async () => {
  const { received, printed } = await serve(['{"from":"+15550000009","text":"hi"}'], { mayImpersonate: false })
  expect([received.map(({ from }) => from), printed]).toEqual([['+15550000001'], []])
})

test('it ends when input has ended and all is quiet, and answers who asked for that', async () => {
  const quiet = Promise.withResolvers<void>()
  const served = serve(['{"idle":"a"}', '{"text":"hi"}'], { quiet: quiet.promise })
  let ended = false
  void served.then(() => (ended = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(ended).toBe(false)
  quiet.resolve()
  expect((await served).printed).toEqual([{ idle: 'a' }])
})

test('a reply is one line with its place first, and has no fields that say nothing', async () => {
  const output = new PassThrough()
  const { channel } = createJsonDoor(output)
  const reply = { about: 'info', text: 'Two\nlines' } as const
  await channel.send({ id: 'S1', to: '+15550000001', group: null, replyTo: null, reply })
  await channel.send({ id: 'S2', to: '+15550000001', group: 'g1', replyTo: 'm1', reply })
  const media = { kind: 'image', path: '/w/a.png', mimetype: 'image/png', filename: 'a.png' } as const
  await channel.send({
    id: 'S3',
    to: '+15550000001',
    group: null,
    replyTo: 'm1',
    edits: 'S1',
    reply: { ...reply, media },
  })
  channel.turnOver({ id: 'm1', from: '+15550000001', group: null })
  output.end()
  expect((await text(output)).split('\n')).toEqual([
    '{"to":"+15550000001","id":"S1","about":"info","text":"Two\\nlines"}',
    '{"to":"+15550000001","chat":"g1","id":"S2","replyTo":"m1","about":"info","text":"Two\\nlines"}',
    '{"to":"+15550000001","id":"S3","replyTo":"m1","edits":"S1","about":"info","text":"Two\\nlines","media":{"kind":"image","path":"/w/a.png","mimetype":"image/png","filename":"a.png"}}',
    '{"done":"m1"}',
    '',
  ])
})

test('a reply that the output does not take stays unsent, and a signal that it does not take ends nothing', async () => {
  const output = new PassThrough()
  output.on('error', () => undefined)
  output.destroy(new Error('closed'))
  const { channel } = createJsonDoor(output)
  channel.turnOver({ id: 'm1', from: '+15550000001', group: null })
  const sending = channel.send({
    id: 'S1',
    to: '+15550000001',
    group: null,
    replyTo: null,
    reply: { about: 'info', text: 'lost?' },
  })
  await expect(sending).rejects.toMatchObject({ code: 'ERR_STREAM_DESTROYED' })
})

test('every line is told when its turn is over, also one that comes again before; the same id of somebody else, or elsewhere, is another', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const door = createJsonDoor(output)
  const received: Message[] = []
  const bot: DoorBot = { receive: async (message) => void received.push(message), whenQuiet: async () => undefined }
  const served = door.serve({
    input,
    bot,
    account: 'terminal',
    speaker: '+15550000001',
    identify: asGiven,
    mayImpersonate: true,
  })
  const line = { id: 'm1', text: 'status of order 204' }
  const lines = [line, line, { ...line, text: 'help' }, { ...line, from: '+15550000002' }, { ...line, chat: 'g1' }]
  input.end(lines.map((each) => `${JSON.stringify(each)}\n`).join(''))
  await served
  expect(received).toHaveLength(5)

  const over = async (message: { from: string; group: string | null }) => {
    door.channel.turnOver({ id: 'm1', ...message })
    await new Promise((resolve) => setImmediate(resolve))
    return String(output.read() ?? '')
  }
  const done = '{"done":"m1"}\n'
  const own = { from: '+15550000001', group: null }
  expect(await over({ ...own, from: '+15550000002' })).toBe(done)
  expect(await over(own)).toBe(done.repeat(3))
  expect(await over({ ...own, group: 'g1' })).toBe(done)
  // What was said to an earlier process.
  expect(await over(own)).toBe(done)
})

test('a message that the ledger does not take at first is taken later, and the lines after it wait', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const received: string[] = []
  let away = 2
  const stored = async () => {
    away -= 1
    if (away > 0) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  const bot: DoorBot = {
    receive: async ({ id }) => {
      if (id === 'm1') await stored()
      received.push(id)
    },
    whenQuiet: async () => undefined,
  }
  const identify = async (phone: string) => {
    await stored()
    away = 2
    return phone
  }
  const serving = { input, bot, account: 'terminal', speaker: '+15550000001', identify, mayImpersonate: true }
  const served = createJsonDoor(output).serve(serving)
  input.end('{"id":"m1","text":"one"}\n{"id":"m2","text":"two"}\n')
  await served
  expect(received).toEqual(['m1', 'm2'])
  expect(output.read()).toBeNull()
})
