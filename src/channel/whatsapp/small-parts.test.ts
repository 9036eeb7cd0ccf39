import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { atMostEvery } from './connection/at-most-every.ts'
import { checkBaileysVersion } from './connection/baileys-version.ts'
import type { Message } from '../message.ts'
import { createChatExpiry } from './inbound/chat-expiry.ts'
import { keepRecent } from './wire/keep-recent.ts'
import { replyParts } from './outbound/reply-parts.ts'
import { createSendLimits } from './outbound/send-limits.ts'
import { wireIdOf } from './wire/wire-id.ts'
import { textMessage, withBeside } from './wire/wire-message.ts'
import { describeNews, needsPerson, type WhatsAppNews } from './whatsapp-news.ts'

test('failure 1: a version of the library that was not tried is refused, the installed one is not', () => {
  for (const version of ['6.17.16', '7.0.0-rc13', '7.0.0-rc15', '7.0.0'])
    expect(() => checkBaileysVersion(version)).toThrow(version)
  expect(() => checkBaileysVersion()).not.toThrow()
})

test('a part of a reply has the same id on the wire whenever it is sent, and no other part has it', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(9), fc.string(), fc.nat(9), (reply, part, other, otherPart) => {
      expect(wireIdOf(reply, part)).toMatch(/^3EB0[0-9A-F]{18}$/u)
      const same = reply === other && part === otherPart
      expect(wireIdOf(reply, part) === wireIdOf(other, otherPart)).toBe(same)
    }),
  )
})

test('a file has its text as the caption, and what does not fit follows it', () => {
  const media = { kind: 'document', path: '/a', mimetype: 'text/csv', filename: 'a.csv' } as const
  expect(replyParts({ text: 'Here', media })).toEqual([{ kind: 'media', media, caption: 'Here' }])
  const long = replyParts({ text: `${'word '.repeat(300)}end`, media })
  expect(long.map(({ kind }) => kind)).toEqual(['media', 'text'])
  expect(long.map((part) => (part.kind === 'text' ? part.text : part.caption)).join(' ')).toBe(
    `${'word '.repeat(300)}end`,
  )
})

test('a message of any kind says what it answers, and when it disappears', () => {
  const quote = { id: 'A1', participant: '5511990000001@s.whatsapp.net', text: 'status of order 204' }
  const beside = { quote, disappearsAfterS: 86_400 }
  const contextInfo = {
    stanzaId: 'A1',
    participant: quote.participant,
    quotedMessage: { conversation: quote.text },
    expiration: 86_400,
  }
  for (const part of ['audioMessage', 'documentMessage', 'imageMessage'] as const)
    expect(withBeside({ [part]: { mimetype: 'a/b' } }, beside)[part]).toEqual({ mimetype: 'a/b', contextInfo })
  expect(textMessage('204', beside).extendedTextMessage).toEqual({ text: '204', contextInfo })
  expect(textMessage('204', { quote: null, disappearsAfterS: 0 }).extendedTextMessage).toEqual({ text: '204' })
})

const message = (content: Message['content'], disappearsAfterS?: number): Message => ({
  account: 'whatsapp',
  channel: 'whatsapp',
  id: 'A1',
  from: '+5511990000001',
  group: null,
  mentions: false,
  content,
  quoted: null,
  forwarded: false,
  sentAt: '2026-11-25T10:00:00.000Z',
  ...(disappearsAfterS !== undefined && { disappearsAfterS }),
})

test('a chat’s messages disappear as its last words do, whatever was marked or changed since; at first as those that are answered do', async () => {
  const expiry = createChatExpiry()
  const text = { kind: 'text', text: 'help' } as const
  const lookUp = async () => message(text, 604_800)
  expect(await expiry.of('a', lookUp)).toBe(604_800)
  expect(await expiry.of('a', async () => null)).toBe(0)
  expiry.onSaid('a', message(text, 86_400))
  expiry.onSaid('a', message({ kind: 'reaction', to: 'S1', emoji: '👍' }))
  expiry.onSaid('b', message(text))
  expect(await expiry.of('a', lookUp)).toBe(86_400)
  expect(await expiry.of('b', lookUp)).toBe(0)
})

test('of what is kept recent the one that was put there longest ago goes first, and no more than that', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.integer({ min: 1, max: 5 }), (keys, most) => {
      const map = new Map<number, string>()
      for (const [at, key] of keys.entries()) keepRecent(map, most, key, `${at}`)
      const latest = [...new Set(keys.toReversed())].slice(0, most).toReversed()
      expect([...map]).toEqual(latest.map((key) => [key, `${keys.lastIndexOf(key)}`]))
    }),
  )
})

test('a burst passes at once, a flood is slowed down, and another chat is not held up by it', async () => {
  const limits = createSendLimits({
    now: () => 0,
    chat: { burst: 3, everyMs: 400 },
    overall: { burst: 50, everyMs: 1 },
  })
  const begun = performance.now()
  await Promise.all([limits.pass('a'), limits.pass('a'), limits.pass('a'), limits.pass('b')])
  const burst = performance.now() - begun
  await limits.pass('a')
  await limits.pass('b')
  const flood = performance.now() - begun
  expect(burst).toBeLessThan(399)
  expect(flood).toBeGreaterThanOrEqual(399)
})

test('many chats together are slowed down like one, whoever comes', async () => {
  const limits = createSendLimits({ now: () => 0, chat: { burst: 9, everyMs: 1 }, overall: { burst: 3, everyMs: 400 } })
  const begun = performance.now()
  await Promise.all(['a', 'b', 'c'].map(limits.pass))
  const burst = performance.now() - begun
  await limits.pass('d')
  expect(burst).toBeLessThan(399)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(399)
})

test('a sign takes a place only while half of the burst is free, of its chat and of all, and keeps none from an answer', () => {
  let at = 0
  const limits = createSendLimits({
    now: () => at,
    chat: { burst: 4, everyMs: 100 },
    overall: { burst: 8, everyMs: 50 },
  })
  const signs = (...chats: readonly string[]) => chats.map(limits.passIfQuiet)
  expect(signs('a', 'a', 'a', 'b', 'b', 'c')).toEqual([true, true, false, true, true, false])
  at = 100
  void limits.pass('a')
  expect(signs('a', 'b', 'c')).toEqual([false, true, false])
})

test('no chat ever gets more through than its burst and one every so often, nor do all of them', async () => {
  const [chat, overall] = [
    { burst: 3, everyMs: 2 },
    { burst: 5, everyMs: 1 },
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), async (chats) => {
      const limits = createSendLimits({ chat, overall })
      const begun = performance.now()
      const passed = await Promise.all(
        chats.map(async (name) => {
          await limits.pass(name)
          return { name, at: performance.now() - begun }
        }),
      )
      for (const { at } of passed) {
        const by = passed.filter((each) => each.at <= at)
        // Timers are a little early at times.
        const allowed = ({ burst, everyMs }: typeof chat) => burst + (at + 2) / everyMs
        expect(by.length).toBeLessThanOrEqual(allowed(overall) + 1)
        for (const name of 'abc')
          expect(by.filter((each) => each.name === name).length).toBeLessThanOrEqual(allowed(chat) + 1)
      }
    }),
    { numRuns: 10 },
  )
})

test('what a hundred chats cause at once is told once, and again when it goes on after a while', () => {
  let at = 0
  const told: number[] = []
  const tell = atMostEvery(
    900,
    () => told.push(at),
    () => at,
  )
  for (; at < 2000; at += 10) tell()
  expect(told).toEqual([0, 900, 1800])
})

test('whatever needs a person says what to do, and what passes by itself alarms nobody', () => {
  const news: readonly WhatsAppNews[] = [
    { kind: 'unpaired', phone: '+1' },
    ...(['refused', 'outdated', 'replaced', 'mismatch', 'restricted', 'deaf'] as const).map(
      (trouble) => ({ kind: 'trouble', phone: '+1', trouble }) as const,
    ),
  ]
  for (const each of news) expect([describeNews(each).length > 40, needsPerson(each)]).toEqual([true, true])
  for (const kind of ['connected', 'unreachable', 'waiting'] as const)
    expect(needsPerson({ kind, phone: '+1' })).toBe(false)
})
