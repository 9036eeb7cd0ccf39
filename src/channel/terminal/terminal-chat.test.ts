import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { OutboundReply } from '../channel.ts'
import type { Message } from '../message.ts'
import type { SlashAnswer } from './slash-command.ts'
import { createTerminalChat } from './terminal-chat.ts'

const phone = '+15550000001'
const media = { kind: 'document', path: '/w/orders.csv', mimetype: 'text/csv', filename: 'orders.csv' } as const

/** The message that would be said, with its values. */
async function tell({ message, params }: SlashAnswer): Promise<string> {
  return [message, ...Object.values(params)].join(' ')
}

function open({ isTTY, columns }: { readonly isTTY: boolean; readonly columns?: number }) {
  const input = new PassThrough()
  const output = Object.assign(new PassThrough(), { isTTY, ...(columns === undefined ? {} : { columns }) })
  const chat = createTerminalChat({ input, output, account: 'terminal', speaker: { name: 'Ana', phone }, tell })
  const send = (id: string, said: string, more: Partial<OutboundReply> = {}) =>
    chat.channel.send({ id, to: phone, group: null, replyTo: null, reply: { about: 'progress', text: said }, ...more })
  const printed = async () => {
    output.end()
    return text(output)
  }
  return { input, chat, send, printed }
}

/** Moving up so many rows and clearing what is below. */
function up(rows: number): string {
  return `\u001B[${rows}A\u001B[J`
}

test('an edit takes the place of its message while that is the last one', async () => {
  const { send, printed } = open({ isTTY: true })
  await send('S1', '0/2 Packing')
  await send('S2', '1/2 Sending', { edits: 'S1' })
  await send('S3', '2/2 Done', { edits: 'S1' })
  expect((await printed()).split(up(1))).toHaveLength(3)
})

test('what is told twice under one id stands there twice', async () => {
  const { send, printed } = open({ isTTY: true })
  await send('told', 'Send this code')
  await send('told', 'WhatsApp is connected')
  expect(await printed()).not.toContain(up(1))
})

test('a message that takes several rows of a narrow screen is taken away whole', async () => {
  const { send, printed } = open({ isTTY: true, columns: 20 })
  await send('S1', 'Packing forty things\nand one')
  await send('S2', 'Sent', { edits: 'S1' })
  expect(await printed()).toContain(up(3))
})

test('a reply is broken between words on a screen, and not where a program reads it', async () => {
  const said = 'the order is cancelled and the customer is told'
  const screen = open({ isTTY: true, columns: 30 })
  await screen.send('S1', said)
  const lines = stripVTControlCharacters(await screen.printed())
    .replaceAll('\r', '')
    .split('\n')
  expect(lines.slice(0, 3)).toEqual(['Sayso › the order is cancelled', '        and the customer is', '        told'])
  const program = open({ isTTY: false })
  await program.send('S1', said)
  expect(await program.printed()).toBe(`Sayso › ${said}\n`)
})

test('a screen that does not know how wide it is counts as a usual one', async () => {
  const { send, printed } = open({ isTTY: true, columns: 0 })
  await send('S1', 'Packing')
  await send('S2', 'the order is cancelled and the customer is told', { edits: 'S1' })
  const shown = await printed()
  expect(shown).toContain(up(1))
  expect(shown).toContain('the order is cancelled and the customer is told\n')
})

test('a talk that was ended before it began is over at once', async () => {
  const { chat } = open({ isTTY: false })
  const bot = { receive: async () => undefined, whenQuiet: async () => undefined }
  await expect(chat.talk(bot, AbortSignal.abort())).resolves.toBeUndefined()
})

test('what comes when nobody types any more is shown without a prompt', async () => {
  const { input, chat, send, printed } = open({ isTTY: true })
  const bot = { receive: async () => undefined, whenQuiet: async () => undefined }
  await chat.talk(bot, AbortSignal.abort())
  input.end()
  await send('S1', 'the code')
  const shown = stripVTControlCharacters(await printed())
  expect(shown.slice(shown.indexOf('the code'))).toBe('the code\n')
})

test('an edit is written below when something else was said or typed since', async () => {
  const { input, chat, send, printed } = open({ isTTY: true })
  const heard = Promise.withResolvers<void>()
  const talking = chat.talk(
    { receive: () => Promise.resolve(heard.resolve()), whenQuiet: () => Promise.resolve() },
    new AbortController().signal,
  )
  await send('S1', '0/2 Packing')
  await send('S9', 'Something else')
  await send('S2', '1/2 Sending', { edits: 'S1' })
  input.write('status\r')
  await heard.promise
  await send('S3', '2/2 Done', { edits: 'S1' })
  input.end()
  await talking
  expect(await printed()).not.toContain(up(1))
})

test('where nobody sits an edit is one more line, and a file is said where it lies', async () => {
  const { send, printed } = open({ isTTY: false })
  await send('S1', '0/2 Packing')
  await send('S2', '1/2 Sending', { edits: 'S1' })
  await send('S3', '', { reply: { about: 'outcome', text: 'orders.csv', media } })
  const shown = await printed()
  expect(stripVTControlCharacters(shown)).toBe(shown)
  expect(shown.replaceAll('\r', '').split('\n')).toEqual([
    'Sayso › 0/2 Packing',
    'Sayso › 1/2 Sending',
    'Sayso › 📎 orders.csv',
    '        /w/orders.csv',
    '',
  ])
})

test('what was piped in before the bot is up is heard, and the end of it ends the talk', async () => {
  const { input, chat } = open({ isTTY: false })
  input.end('status of order 204\nhelp\n')
  await new Promise((resolve) => setImmediate(resolve))
  const heard: unknown[] = []
  const bot = { receive: async ({ content }: Message) => void heard.push(content), whenQuiet: async () => undefined }
  await chat.talk(bot, new AbortController().signal)
  expect(heard).toEqual([
    { kind: 'text', text: 'status of order 204' },
    { kind: 'text', text: 'help' },
  ])
})

test('a recording is sent by the path of its file, and any other words are said', async () => {
  const { chat, input } = open({ isTTY: false })
  const received: Message[] = []
  const bot = { receive: async (message: Message) => void received.push(message), whenQuiet: async () => undefined }
  const file = import.meta.filename
  input.end(`/voice ${path.relative('.', file)}\nvoice of the customer\n`)
  await chat.talk(bot, new AbortController().signal)
  expect(received.map(({ content }) => content)).toEqual([
    { kind: 'voice', path: file },
    { kind: 'text', text: 'voice of the customer' },
  ])
})

test('what begins with a slash and is nothing that there is here is answered here, and the bot hears nothing of it', async () => {
  const { chat, input, printed } = open({ isTTY: false })
  const received: Message[] = []
  const bot = { receive: async (message: Message) => void received.push(message), whenQuiet: async () => undefined }
  input.end('/voice no-such.ogg\n/help\n/cancel 204\n')
  await chat.talk(bot, new AbortController().signal)
  expect(received).toEqual([])
  const file = path.resolve('no-such.ogg')
  expect((await printed()).match(/terminal_.*/gu)).toEqual([
    `terminal_missing ${file}`,
    'terminal_help',
    'terminal_unknown cancel',
  ])
})

test('a terminal that is closed has left, and what else breaks is told', async () => {
  const bot = { receive: async () => undefined, whenQuiet: async () => undefined }
  const breakWith = (code: string) => {
    const { input, chat } = open({ isTTY: true })
    const talk = chat.talk(bot, new AbortController().signal)
    input.destroy(Object.assign(new Error(`read ${code}`), { code }))
    return talk
  }
  await expect(breakWith('EIO')).resolves.toBeUndefined()
  await expect(breakWith('EBADF')).rejects.toThrow('read EBADF')
})

test('a line that the ledger does not take at first is taken later; one that it has not taken when the talk ends is told', async () => {
  const { chat, input, printed } = open({ isTTY: false })
  const over = new AbortController()
  const heard: unknown[] = []
  let tries = 0
  const receive = async ({ content }: Message) => {
    tries += 1
    if (tries > 2) over.abort()
    if (tries !== 2) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    heard.push(content)
  }
  input.end('one\ntwo\n')
  await chat.talk({ receive, whenQuiet: async () => undefined }, over.signal)
  expect(heard).toEqual([{ kind: 'text', text: 'one' }])
  expect(tries).toBe(3)
  expect(await printed()).toContain('terminal_untaken')
})
