/** What was sent and cannot be had now: it is not given up for a trouble that passes, and holds nothing else up. */
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FetchedFile, Fetching } from '../channel/channel.ts'
import { RetryableError } from '../errors.ts'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { importListCommand, importListTexts } from '../testing/catalogues/import-list-command.ts'
import { startOpenAiServer, type OpenAiServer } from '../testing/servers/openai-server.ts'
import { createTestCatalogue } from '../testing/catalogues/test-catalogue.ts'
import { voiceFile } from '../testing/voice-fixture.ts'
import { fileWaits } from './fetching/file-patience.ts'

const away = () => new RetryableError('not_connected', 'Not connected', { retryAfterMs: 1 })
const failing = () => new TypeError('fetch failed')
const stillTrying = /cannot get what you sent just now/u
const patience = { ...fileWaits }

let bot: BotHere
let speech: OpenAiServer
let catalogue: Awaited<ReturnType<typeof createTestCatalogue>>
/** What fetching a file meets with; `null`: all is well. */
let trouble: (() => Error) | null
/** A file comes only then. */
let stall: Promise<void>
let tries: number
/** What the service hears in a note. */
let hears: () => Promise<string>
let released = Promise.withResolvers<void>()
let people = 0
const logged: string[] = []
const unasked = () => Promise.reject(new Error('nobody asks'))

beforeAll(async () => {
  speech = await startOpenAiServer({ hear: () => hears() })
  catalogue = await createTestCatalogue({
    files: {
      '_roles.yaml': 'owner: ["*"]\n',
      '_menu.yaml': 'order: [lists]\n',
      'lists/_menu.yaml': 'order: [import]\n',
      'lists/import.yaml': importListCommand,
    },
    texts: `menus: { lists: Lists }\nentities: {}\ncommands:\n  lists.import:${importListTexts}`,
  })
  bot = await startBotHere({
    env: {
      SAYSO_CATALOGUE: catalogue.dir,
      OPENAI_BASE_URL: speech.url,
      OPENAI_API_KEY: speech.apiKey,
      VOICE_RETENTION: '1d',
      // Counted, whether or not anybody serves the numbers.
      HTTP_PORT: '1',
    },
    fetchFile,
    onLog: (line) => void logged.push(line),
  })
})
afterAll(async () => {
  await bot.close()
  await speech.close()
  await catalogue.remove()
})
beforeEach(() => {
  trouble = null
  stall = Promise.resolve()
  tries = 0
  hears = async () => 'Import a list.'
  released = Promise.withResolvers()
  Object.assign(fileWaits, patience, { pauseAtMost: 50, pauseAtLeast: 10 })
})

async function fetchFile(file: string, { signal, onReached }: Fetching = {}): Promise<FetchedFile> {
  tries++
  if (trouble !== null) throw trouble()
  onReached?.()
  const ended = Promise.withResolvers<never>()
  signal?.addEventListener('abort', () => ended.reject(signal.reason))
  await Promise.race([stall, ended.promise])
  return { path: file, release: async () => released.resolve() }
}

const somebody = () => bot.house.phone(people++)
const note = () => ({ content: { kind: 'voice', path: voiceFile('en-festival-slt-hts-00') } }) as const
const saidTo = (from: string) => bot.sent.filter(({ to }) => to === from).map(({ reply }) => reply.text)
const triedOften = async () => {
  await expect.poll(() => tries).toBeGreaterThan(4)
}

test('a voice note that cannot be had now is heard as soon as it can, and others are served meanwhile', async () => {
  const [ana, bia] = [somebody(), somebody()]
  trouble = failing
  await bot.receive({ from: ana, ...note() })
  await triedOften()
  await bot.receive({ from: bia, text: 'import a list' })
  await expect.poll(() => saidTo(bia)).toEqual([expect.stringContaining('Which list?')])
  expect(saidTo(ana)).toEqual([])
  trouble = null
  await bot.whenQuiet()
  expect(saidTo(ana)).toEqual([expect.stringContaining('Which list?')])
})

test('while the channel is away nothing is given up and nobody is told, however old it is', async () => {
  Object.assign(fileWaits, { briefly: 100, atMost: 200 })
  const ana = somebody()
  trouble = away
  await bot.receive({ from: ana, ...note() })
  const began = Date.now()
  await expect.poll(() => Date.now() - began > 500 && tries > 4).toBe(true)
  expect(saidTo(ana)).toEqual([])
  trouble = null
  await bot.whenQuiet()
  expect(saidTo(ana)).toEqual([expect.stringContaining('Which list?')])
})

test('who has waited for a while is told once that it is still tried', async () => {
  Object.assign(fileWaits, { briefly: 0 })
  const ana = somebody()
  trouble = failing
  await bot.receive({ from: ana, ...note() })
  await triedOften()
  await expect.poll(() => saidTo(ana)).toEqual([expect.stringMatching(stillTrying)])
  trouble = null
  await bot.whenQuiet()
  expect(saidTo(ana).slice(1)).toEqual([expect.stringContaining('Which list?')])
})

test('what is written behind it does not wait: the note is answered, then what was written', async () => {
  Object.assign(fileWaits, { briefly: 200, pauseAtLeast: 60_000, pauseAtMost: 60_000 })
  const ana = somebody()
  trouble = failing
  await bot.receive({ from: ana, ...note() })
  await expect.poll(() => tries).toBe(1)
  const tried = Date.now()
  await expect.poll(() => Date.now() - tried > 250).toBe(true)
  // The pause before the next try would last a minute.
  await bot.send({ from: ana, text: 'import a list' })
  expect(saidTo(ana)).toEqual([
    expect.stringContaining('I could not get that voice note for a while'),
    expect.stringContaining('Which list?'),
  ])
})

test('what is written while it is told that it is still tried does not wait either', async () => {
  Object.assign(fileWaits, { briefly: 0, pauseAtLeast: 60_000, pauseAtMost: 60_000 })
  const ana = somebody()
  trouble = failing
  const telling = await bot.house.hold('lock table outbox in exclusive mode')
  await bot.receive({ from: ana, ...note() })
  const held = `select from pg_locks where relation = 'outbox'::regclass and not granted`
  await expect.poll(async () => (await bot.house.rows(held)).length).toBe(1)
  await bot.receive({ from: ana, text: 'import a list' })
  await telling.release()
  await expect
    .poll(() => saidTo(ana))
    .toEqual([
      expect.stringMatching(stillTrying),
      expect.stringContaining('I could not get that voice note for a while'),
      expect.stringContaining('Which list?'),
    ])
})

test('a server that stalls counts as one that fails: who waits is told, and what is written then does not wait', async () => {
  Object.assign(fileWaits, { briefly: 100, tryAtLeast: 50 })
  const ana = somebody()
  const { promise, resolve } = Promise.withResolvers<void>()
  stall = promise
  await bot.receive({ from: ana, ...note() })
  await expect.poll(() => saidTo(ana)).toEqual([expect.stringMatching(stillTrying)])
  await bot.receive({ from: ana, ...note() })
  await bot.receive({ from: ana, text: 'import a list' })
  await expect
    .poll(() => saidTo(ana).slice(1))
    .toEqual([
      expect.stringContaining('I could not get that voice note for a while'),
      expect.stringContaining('I could not get that voice note for a while'),
      expect.stringContaining('Which list?'),
    ])
  resolve()
  await bot.whenQuiet()
  expect([tries, saidTo(ana).length]).toEqual([2, 4])
})

test('what was written behind it before does not wait for longer either', async () => {
  Object.assign(fileWaits, { briefly: 300, tryAtLeast: 50 })
  const ana = somebody()
  stall = Promise.withResolvers<void>().promise
  await bot.receive({ from: ana, ...note() })
  await bot.send({ from: ana, text: 'import a list' })
  expect(saidTo(ana)).toEqual([
    expect.stringContaining('I could not get that voice note for a while'),
    expect.stringContaining('Which list?'),
  ])
})

test('what waited for another note is not given up at its first failure, whatever waits for it', async () => {
  Object.assign(fileWaits, { briefly: 2000 })
  const ana = somebody()
  const { promise, resolve } = Promise.withResolvers<string>()
  hears = () => promise
  const sent = Date.now()
  await bot.receive({ from: ana, ...note() })
  await bot.receive({ from: ana, ...note() })
  await bot.receive({ from: ana, text: 'import a list' })
  await expect.poll(() => Date.now() - sent > 2500 && tries).toBe(1)
  trouble = () => {
    trouble = null
    return failing()
  }
  resolve('Import a list.')
  await bot.whenQuiet()
  expect([tries, saidTo(ana).filter((text) => text.includes('could not get'))]).toEqual([3, []])
})

test('further notes behind it wait as it does, and each is heard', async () => {
  Object.assign(fileWaits, { briefly: 0 })
  const ana = somebody()
  trouble = failing
  await bot.receive({ from: ana, ...note() })
  await bot.receive({ from: ana, ...note() })
  await triedOften()
  trouble = null
  await bot.whenQuiet()
  expect(saidTo(ana).filter((text) => text.includes('Which list?'))).toHaveLength(2)
})

test('a note that cannot be had for very long is answered so in the end', async () => {
  Object.assign(fileWaits, { briefly: 0, atMost: 0 })
  const ana = somebody()
  trouble = failing
  expect((await bot.send({ from: ana, ...note() })).map(({ reply }) => reply.text)).toEqual([
    'I could not get that voice note for a while. Please record it again later, or write it.',
  ])
})

test('a file that cannot be had now is taken as soon as it can', async () => {
  const ana = somebody()
  const file = path.join(bot.house.dir, 'a.csv')
  await writeFile(file, 'a,b\n')
  await bot.send({ from: ana, text: 'import a list' })
  trouble = failing
  await bot.receive({ from: ana, content: { kind: 'file', path: file, mimetype: 'text/csv', filename: 'a.csv' } })
  await triedOften()
  trouble = null
  await bot.whenQuiet()
  expect(saidTo(ana).slice(1)).toEqual([expect.stringContaining('Import /received/a-')])
})

test('a file that will not be accepted holds up nothing, though its long name is cut in the middle of a character', async () => {
  const ana = somebody()
  await bot.send({ from: ana, text: 'import a list' })
  const filename = `${'😀'.repeat(200)}.exe`
  const content = { kind: 'file', path: '/nowhere', mimetype: 'application/octet-stream', filename } as const
  await bot.receive({ from: ana, content })
  await bot.send({ from: ana, text: 'help' })
  expect(saidTo(ana).slice(1)).toEqual([
    expect.stringContaining('not the kind of file'),
    expect.stringContaining('What you can ask for'),
  ])
})

test('a file of which nothing can be stored is given up, and what is written behind it is answered', async () => {
  const ana = somebody()
  await bot.send({ from: ana, text: 'import a list' })
  await bot.house.rows(`create function refuse_received() returns trigger language plpgsql as $$
    begin raise exception 'no'; end $$`)
  await bot.house.rows(`create trigger refuse_received before update on inbox for each row
    when (new.body #> '{content,received}' is not null) execute function refuse_received()`)
  const content = { kind: 'file', path: '/nowhere', mimetype: 'text/csv', filename: 'a.csv' } as const
  await bot.receive({ from: ana, content })
  await bot.send({ from: ana, text: 'import a list' })
  await bot.house.rows('drop trigger refuse_received on inbox')
  expect(await bot.foundation.telemetry.prometheus?.render({ ledger: unasked, queue: unasked })).toContain(
    'sayso_turn_seconds_count{kind="message",result="given_up"} 1',
  )
  expect(logged.filter((line) => line.includes('"event":"turn.failed"'))).toHaveLength(1)
  expect(saidTo(ana).slice(1)).toEqual([
    expect.stringContaining('Something went wrong here'),
    expect.stringContaining('Which list?'),
  ])
  expect(tries).toBe(3)
})

test('a file that is deleted while it cannot be had is not waited for', async () => {
  const ana = somebody()
  await bot.send({ from: ana, text: 'import a list' })
  trouble = failing
  const content = { kind: 'file', path: '/nowhere', mimetype: 'text/csv', filename: 'a.csv' } as const
  await bot.receive({ from: ana, id: 'regretted-file', content })
  await triedOften()
  await bot.send({ from: ana, content: { kind: 'revoke', of: 'regretted-file' } })
  expect(saidTo(ana).slice(1)).toEqual([])
})

test('a note that is being heard when the bot stops is heard by the next one, though its engine failed then', async () => {
  const ana = somebody()
  const before = speech.requests()
  const fails = Promise.withResolvers<void>()
  const wellAgain = hears
  hears = async () => {
    await fails.promise
    throw new Error('The service is away')
  }
  await bot.receive({ from: ana, ...note() })
  await expect.poll(() => speech.requests()).toBe(before + 1)
  await bot.restart(async () => {
    fails.resolve()
    await released.promise
    hears = wellAgain
  })
  await bot.whenQuiet()
  expect(saidTo(ana)).toEqual([expect.stringContaining('Which list?')])
})

test('audio that was spoken an hour ago is removed at a start, though nothing is spoken any more', async () => {
  const folder = path.join(bot.house.dir, 'spoken')
  await mkdir(folder)
  await writeFile(path.join(folder, 'S1.ogg'), 'OggS')
  const hourAgo = Date.now() / 1000 - 3601
  await utimes(path.join(folder, 'S1.ogg'), hourAgo, hourAgo)
  await bot.restart()
  await expect.poll(() => readdir(folder)).toEqual([])
})

test('a note whose audio cannot be kept is heard nevertheless', async () => {
  const folder = path.join(bot.house.dir, 'voice')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'no folder')
  const ana = somebody()
  await bot.send({ from: ana, ...note() })
  await rm(folder)
  expect(saidTo(ana)).toEqual([expect.stringContaining('Which list?')])
})
