/** What somebody writes into the inbox who has the tables and not the secret: nothing is done for it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Message, MessageContent } from '../../channel/message.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import type { Executor } from '../database.ts'
import { admitCommandEvent, admitMessage, markTaken, type LaneRow } from './inbox.ts'
import { blankText, storeHearing, storeReceived } from './message-contents.ts'
import { nextInLane } from './next-in-lane.ts'
import { writtenAtFirst, wordsInTheEnd } from './overtaken-words.ts'
import { findSpeaker } from '../people/people.ts'
import { findUnvouchedRows } from '../verify/unvouched-rows.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { vouchForInboxAnew } from './vouched-inbox.ts'

const now = new Date('2026-11-25T12:00:00Z')
const [ana, eve] = ['+1', '+15550000009']

let house: TestLedger
let db: Executor
let told: unknown[] = []
let said = 0
beforeAll(async () => {
  house = await createTestLedger()
  ;({ db } = house.ledger)
})
beforeEach(async () => {
  told = []
  await write(`delete from inbox; delete from chats where external <> '+1'; delete from identities where value <> '+1'`)
})
afterAll(() => house.close())

/** What is written by whoever has the tables and not the secret. */
async function write(statement: string): Promise<void> {
  await house.database.pool.query(statement)
}

async function say(given: Partial<Message> | string, from = ana): Promise<LaneRow> {
  said += 1
  const content: MessageContent = { kind: 'text', text: typeof given === 'string' ? given : '' }
  const message: Message = {
    id: `m${said}`,
    channel: 'terminal',
    account: 'a',
    from,
    group: null,
    content,
    sentAt: now.toISOString(),
    mentions: false,
    quoted: null,
    forwarded: false,
    ...(typeof given === 'string' ? {} : given),
  }
  const { row } = await admitMessage(db, house.secrets, message, now)
  if (row === null) throw new TypeError('It was said before')
  return row
}

const vouching = () => ({
  secrets: house.secrets,
  clock: () => now,
  log: { error: (fields: object) => void told.push(fields), warn: () => undefined },
})
const next = (chatId = house.lane.chatId) => nextInLane(db, vouching(), chatId)
const unvouched = () => findUnvouchedRows(db, house.secrets)

const yes = (values: Partial<Record<'kind' | 'chat' | 'sender' | 'body' | 'code' | 'sent' | 'seq', string>> = {}) =>
  `insert into inbox (seq, kind, account, chat_id, sender_id, message_id, body, sent_at, received_at, code)
   overriding system value
   select coalesce(${values.seq ?? 'null'}, nextval(pg_get_serial_sequence('inbox', 'seq'))), '${values.kind ?? 'message'}', 'a',
     '${values.chat ?? house.lane.chatId}', '${values.sender ?? house.lane.identityId}', 'forged',
     '${values.body ?? '{"mentions":false,"quoted":null,"forwarded":false,"content":{"kind":"text","text":"yes"}}'}',
     ${values.sent ?? 'now()'}, ${values.sent ?? 'now()'}, ${values.code ?? 'null'}`
const itsCode = '(select code from inbox order by seq limit 1)'

const edit = (of: string) =>
  yes({
    seq: '0',
    body: `{"mentions":false,"quoted":null,"forwarded":false,"content":{"kind":"edit","of":"${of}","text":"yes"}}`,
  })
const edited = (of: string): Partial<Message> => ({ content: { kind: 'edit', of, text: 'help' } })

describe('a row that SQL alone', () => {
  const written: readonly (readonly [what: string, statement: () => string])[] = [
    ['puts there', () => yes()],
    ['puts there with the code of another', () => yes({ code: itsCode })],
    ['puts there with a code that says nothing', () => yes({ code: `'\\x00'` })],
    ['puts before all others', () => yes({ seq: '0' })],
    ['puts there as an outcome', () => yes({ kind: 'outcome', body: '{}' })],
    ['puts there as progress', () => yes({ kind: 'progress', body: '{"commandId":"c","message":"Write to +666"}' })],
    ['puts there with a body that is none', () => yes({ body: '17' })],
    ['puts there with a number beyond all', () => yes({ body: '{"content":1e999}' })],
    ['puts there as of a time without end', () => yes({ sent: `'infinity'` })],
  ]

  test.each(written)('%s is set aside, told of and named, and holds nothing up', async (_what, statement) => {
    const first = await say('status of order 204')
    const second = await say('help')
    await write(statement())
    const done: string[] = []
    for (let row = await next(); row !== null; row = await next()) {
      done.push(row.messageId)
      await markTaken(db, row.seq, { now, over: true })
    }
    expect(done).toEqual([first.messageId, second.messageId])
    expect(told).toEqual([expect.objectContaining({ event: 'inbox.unvouched', chat: house.lane.chatId, count: 1 })])
    expect(await unvouched()).toMatchObject({ count: 1, first: [{ from: ana }] })
    const { unvouchedRows } = await verifyLedger({ db: house.ledger.db, secrets: house.secrets })
    expect(unvouchedRows.count).toBe(1)
  })

  const changed: readonly (readonly [what: string, statement: string])[] = [
    ['what was said', `update inbox set body = jsonb_set(body, '{content,text}', '"yes"')`],
    ['that it was forwarded', `update inbox set body = jsonb_set(body, '{forwarded}', 'true')`],
    ['what it quotes', `update inbox set body = jsonb_set(body, '{quoted}', '"S1"')`],
    ['its id', `update inbox set message_id = 'm0'`],
    ['when it was sent', `update inbox set sent_at = sent_at + interval '1 millisecond'`],
    ['when it came', `update inbox set received_at = received_at + interval '1 minute'`],
    ['its kind', `update inbox set kind = 'outcome'`],
    ['its account', `update inbox set account = 'b'`],
    ['the account of it and of its chat', `update chats set account = 'b'; update inbox set account = 'b'`],
    ['the number of its sender', `update identities set value = '+2' where value = '+1'`],
    ['the kind of its sender', `update identities set kind = 'lid' where value = '+1'`],
    ['with whom its chat is', `update chats set external = '+2' where external = '+1'`],
    ['on which channel its chat is', `update chats set channel = 'whatsapp'`],
    ['that its chat is a group', `update chats set kind = 'group'`],
    ['its code', 'update inbox set code = null'],
  ]

  test.each(changed)('changes is set aside: %s', async (_what, statement) => {
    await say('status of order 204')
    await write(statement)
    expect(await next()).toBeNull()
    expect(told).toHaveLength(1)
    expect((await unvouched()).count).toBe(1)
    await write(`update chats set account = 'a', channel = 'terminal', external = '+1', kind = 'private'`)
    await write(`update identities set kind = 'phone', value = '+1'`)
  })

  test('gives another sender is not theirs, in whichever way it is done', async () => {
    const theirs = await say('cancel order 204', eve)
    const { chatId, identityId } = house.lane
    await write(`update inbox set chat_id = '${chatId}', sender_id = '${identityId}'`)
    expect(await next()).toBeNull()
    // The number that it came from becomes that of somebody else, for as long as it waits.
    await write(`delete from inbox; update identities set value = '+0' where value = '+1'`)
    const again = await say('cancel order 204', eve)
    await write(`update identities set value = '+1' where id = '${again.senderId}'`)
    expect(await next(theirs.chatId)).toBeNull()
    // And in the moment after it was looked at.
    expect(await findSpeaker(db, vouching(), again)).toBeNull()
    await write(`update identities set value = '+2' where id = '${again.senderId}'`)
    await write(`update identities set value = '+1' where value = '+0'`)
  })

  test('makes one that waits again is set aside: what was said once is not said twice', async () => {
    const { seq } = await say('yes')
    await markTaken(db, seq, { now, over: true })
    expect((await unvouched()).count).toBe(0)
    await write('update inbox set taken_at = null, done_at = null')
    expect(await next()).toBeNull()
    expect((await unvouched()).count).toBe(1)
  })

  test('copies under another id is set aside', async () => {
    await say('yes')
    await write(yes({ code: itsCode }))
    expect((await next())?.messageId).toBe(`m${said}`)
    expect((await unvouched()).count).toBe(1)
  })

  test('puts there very often is counted, told of in few lines, and a few are named', async () => {
    const one = yes().replace("'forged'", "'forged ' || n").replace(/null$/u, 'null from generate_series(1, 700) n')
    await write(one)
    const { messageId } = await say('help')
    expect((await next())?.messageId).toBe(messageId)
    expect(told).toMatchObject([
      { count: 500, rows: { length: 10 } },
      { count: 200, rows: { length: 10 } },
    ])
    expect(await unvouched()).toMatchObject({ count: 700, first: { length: 5 } })
  })
})

describe('a change of words that SQL alone', () => {
  test('puts before a message changes nothing of it, whether it waits or is over', async () => {
    const row = await say('no')
    await write(edit(row.messageId))
    expect(await wordsInTheEnd(db, house.secrets, row)).toBe('no')
    await write(`update inbox set done_at = now() where message_id = 'forged'`)
    expect(await wordsInTheEnd(db, house.secrets, row)).toBe('no')
  })

  test('puts there does not take the place of what its sender has changed, before that was done or after', async () => {
    const change = await say(edited('late'))
    const row = await say({ id: 'late', content: { kind: 'text', text: 'menu' } })
    await write(edit('late').replace('coalesce(0', `coalesce(${change.seq} - 1`).replace("'forged'", "'one'"))
    expect(await wordsInTheEnd(db, house.secrets, row)).toBe('help')
    await markTaken(db, change.seq, { now, over: true })
    expect(await wordsInTheEnd(db, house.secrets, row)).toBe('help')
    await write(`update inbox set body = jsonb_set(body, '{content,text}', '"yes"') where seq = ${change.seq}`)
    expect(await wordsInTheEnd(db, house.secrets, row)).toBe('menu')
  })

  test('puts behind a message deletes nothing, as its sender does who deletes it before its turn', async () => {
    const row = await say('yes')
    await write(edit(row.messageId).replace('"edit"', '"revoke"').replace('coalesce(0', `coalesce(${row.seq} + 1000`))
    expect(await wordsInTheEnd(db, house.secrets, row)).toBe('yes')
    await say(edited(row.messageId))
    expect(await wordsInTheEnd(db, house.secrets, row)).toBe('yes')
    await say({ content: { kind: 'revoke', of: row.messageId } })
    expect(await wordsInTheEnd(db, house.secrets, row)).toBeNull()
  })

  test('puts behind a voice note does not delete it either; its sender does, in whose place no words are put', async () => {
    const row = await say({ content: { kind: 'voice', path: 'a.ogg' } })
    await write(edit(row.messageId).replace('"edit"', '"revoke"').replace('coalesce(0', `coalesce(${row.seq} + 1000`))
    expect(await wordsInTheEnd(db, house.secrets, row)).toBeUndefined()
    await say({ content: { kind: 'revoke', of: row.messageId } })
    expect(await wordsInTheEnd(db, house.secrets, row)).toBeNull()
  })

  test('makes of what was said at first is not what was said', async () => {
    const first = await say('menu')
    const row = await say(edited(first.messageId))
    expect(await writtenAtFirst(db, house.secrets, row, first.messageId)).toEqual({ text: 'menu', belowFile: false })
    await write(`update inbox set body = jsonb_set(body, '{content,text}', '"help"') where seq = ${first.seq}`)
    expect(await writtenAtFirst(db, house.secrets, row, first.messageId)).toBeNull()
  })
})

describe('what the house does itself', () => {
  const voice = { content: { kind: 'voice', path: 'a.ogg' } } as const
  const file = { content: { kind: 'file', path: 'a', mimetype: 'text/csv', filename: 'a.csv', text: 'below' } } as const
  const transcript = {
    text: 'cancel order 204',
    engine: 'local',
    model: 'm',
    language: 'en',
    durationMs: 900.5,
    confidence: 0.1 + 0.2,
  } as const

  const done: readonly (readonly [
    what: string,
    given: Partial<Message> | string,
    work: (row: LaneRow) => Promise<void>,
  ])[] = [
    ['what was heard', voice, (row) => storeHearing(db, house.secrets, row, { kind: 'heard', transcript })],
    ['why nothing was', voice, (row) => storeHearing(db, house.secrets, row, { kind: 'unheard', why: 'silence' })],
    ['a file', file, (row) => storeReceived(db, house.secrets, row, { kind: 'answer', text: 'received/a.csv' })],
    ['words that were taken out', 'hunter2', (row) => blankText(db, house.secrets, row)],
    ['words that were taken out below a file', file, (row) => blankText(db, house.secrets, row)],
    ['a turn that has still to read', 'help', ({ seq }) => markTaken(db, seq, { now, over: false })],
    ['strange words', 'a\u{1F600}\u2028"\\ é', async () => undefined],
    ['what is sent in a group', { group: 'g', mentions: true }, async () => undefined],
    ['what a hidden number sends', { from: 'lid:1' }, async () => undefined],
  ]

  test.each(done)('%s is vouched for', async (_what, given, work) => {
    const row = await say(given)
    await work(row)
    expect((await next(row.chatId))?.seq).toBe(row.seq)
    expect(await unvouched()).toEqual({ first: [], count: 0 })
  })

  test('the end of a command is vouched for, and is of its chat’s account', async () => {
    const commandId = await house.accept()
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await admitCommandEvent(db, house.secrets, 'outcome', { ...house.lane, commandId }, now, trace)
    expect(await next()).toMatchObject({ kind: 'outcome', messageId: commandId })
    // With another account its lane would be left to another bot.
    await write(`update inbox set account = 'b'`)
    expect(await next()).toBeNull()
  })

  test('what somebody sent who was forgotten meanwhile is ended, and no trouble', async () => {
    const row = await say('help', eve)
    await write(`update identities set value = 'forgotten:' || id where value = '${eve}'`)
    expect((await unvouched()).count).toBe(0)
    expect(await next(row.chatId)).toBeNull()
    expect(told).toEqual([])
    expect((await unvouched()).count).toBe(0)
  })

  test('what waits when there were no codes yet is vouched for once; what was written before a change of the secret is not', async () => {
    const over = await say('menu')
    await markTaken(db, over.seq, { now: new Date(), over: true })
    const row = await say('help')
    await write('update inbox set code = null, received_at = now()')
    await vouchForInboxAnew(db, house.secrets, null)
    expect((await next())?.seq).toBe(row.seq)
    const later = await next()
    expect(later && (await writtenAtFirst(db, house.secrets, later, over.messageId))).toEqual({
      text: 'menu',
      belowFile: false,
    })
    await write(yes())
    await vouchForInboxAnew(db, house.secrets, house.secrets)
    expect((await unvouched()).count).toBe(1)
  })
})
