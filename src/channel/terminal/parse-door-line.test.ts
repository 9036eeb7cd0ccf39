import { expect, test } from 'vitest'
import { UserError } from '../../errors.ts'
import { parseDoorLine } from './parse-door-line.ts'

const now = new Date('2026-02-01T12:00:00Z')
const as = { account: 'terminal', speaker: '+5511990000001', now }

function messageOf(line: object) {
  const parsed = parseDoorLine(JSON.stringify(line), as)
  return parsed.kind === 'message' ? parsed.message : parsed
}

test('a text alone is a private message of the speaker, sent now', () => {
  expect(messageOf({ text: 'status of order 204' })).toEqual({
    account: 'terminal',
    channel: 'terminal',
    id: expect.stringMatching(/./u),
    from: '+5511990000001',
    group: null,
    mentions: false,
    content: { kind: 'text', text: 'status of order 204' },
    quoted: null,
    forwarded: false,
    sentAt: now.toISOString(),
  })
})

test('every field is taken over', () => {
  const line = {
    from: '+15550009999',
    chat: 'g1',
    mentions: true,
    id: 'm1',
    text: 'hi',
    quoted: 'p1',
    forwarded: true,
    sentAt: '2026-02-01T09:00:00-03:00',
  }
  expect(messageOf(line)).toMatchObject({
    from: '+15550009999',
    group: 'g1',
    mentions: true,
    id: 'm1',
    quoted: 'p1',
    forwarded: true,
    sentAt: '2026-02-01T12:00:00.000Z',
  })
})

test.each([
  [{ voice: 'a.ogg' }, { kind: 'voice', path: 'a.ogg' }],
  [{ reaction: { to: 'p1', emoji: '👍' } }, { kind: 'reaction', to: 'p1', emoji: '👍' }],
  [
    { file: { path: 'a.pdf', mimetype: 'application/pdf', filename: 'a.pdf' } },
    { kind: 'file', path: 'a.pdf', mimetype: 'application/pdf', filename: 'a.pdf' },
  ],
  [
    { edit: 'm1', text: 'anew' },
    { kind: 'edit', of: 'm1', text: 'anew' },
  ],
  [{ revoke: 'm1' }, { kind: 'revoke', of: 'm1' }],
])('%j', (line, content) => {
  expect(messageOf(line)).toMatchObject({ content })
})

test('messages without an id get different ones', () => {
  const ids = Array.from({ length: 50 }, () => JSON.stringify(messageOf({ text: 'hi' })))
  expect(new Set(ids).size).toBe(50)
})

test('the question whether all is quiet stands alone on its line', () => {
  expect(parseDoorLine('{"idle":"now?"}', as)).toEqual({ kind: 'idle', idle: 'now?' })
  expect(() => parseDoorLine('{"idle":"now?","text":"hi"}', as)).toThrow('"idle" is not a field of a message')
})

test.each([
  ['hello', 'not JSON'],
  ['[]', 'must be object'],
  ['{}', 'exactly one of'],
  ['{"text":"a","voice":"b.ogg"}', '"text" and "voice" are said at once; write a line for each'],
  ['{"text":"","revoke":"e3"}', '"text" and "revoke" are said at once; write a line for each'],
  ['{"text":"a","edit":"e3","revoke":"e3"}', '"edit" and "revoke" are said at once'],
  ['{"edit":"e3","voice":"b.ogg"}', '"voice" and "edit" are said at once'],
  ['{"edit":"e3"}', '"edit" needs "text"'],
  ['{"text":"a","form":"+15550009999"}', '"form" is not a field'],
  ['{"text":"a","from":"5511990000001"}', 'from'],
  ['{"text":"a","sentAt":"yesterday"}', 'ISO 8601'],
  ['{"text":5}', 'text'],
])('%s is refused, saying why', (line, why) => {
  expect(() => parseDoorLine(line, as)).toThrow(UserError)
  expect(() => parseDoorLine(line, as)).toThrow(why)
})

test('without a speaker a line has to say who speaks', () => {
  expect(() => parseDoorLine('{"text":"hi"}', { ...as, speaker: null })).toThrow('"from"')
})
