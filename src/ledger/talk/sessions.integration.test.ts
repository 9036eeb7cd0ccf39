/** What is open in a conversation, when somebody writes there who has the tables and not the secret. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptySession } from '../../conversation/session.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { loadSession, saveSession, vouchForSessionsAnew } from './sessions.ts'

const now = new Date('2026-11-25T12:00:00Z')
/** Something is open in it. */
const session = { ...emptySession, running: 'c1' }

let house: TestLedger
let told: unknown[] = []
beforeAll(async () => {
  house = await createTestLedger()
})
beforeEach(async () => {
  told = []
  await saveSession(house.ledger.db, house.secrets, house.lane, session, now)
})
afterAll(() => house.close())

/** What is written by whoever has the tables and not the secret. */
async function write(statement: string): Promise<void> {
  await house.database.pool.query(statement)
}

function load(lane: Pick<TestLedger['lane'], 'chatId' | 'identityId'> = house.lane) {
  const log = { error: ({ event }: { readonly event: string }) => void told.push(event) }
  return loadSession(house.ledger.db, { secrets: house.secrets, log }, lane)
}

test('what the house has stored is open, when it is stored anew as well', async () => {
  expect(await load()).toEqual(session)
  await saveSession(house.ledger.db, house.secrets, house.lane, { ...session, running: 'c2' }, now)
  expect(await load()).toEqual({ ...session, running: 'c2' })
  expect(told).toEqual([])
})

const written: readonly (readonly [what: string, statement: string])[] = [
  ['another command', `update sessions set state = jsonb_set(state, '{running}', '"c9"')`],
  ['something beside it', `update sessions set state = jsonb_set(state, '{more}', '1')`],
  ['what is none', `update sessions set state = '17'`],
  ['a number beyond all', `update sessions set state = '{"running":1e999}'`],
  ['what is nested without end', `update sessions set state = (repeat('[', 5000) || repeat(']', 5000))::jsonb`],
  ['no code', 'update sessions set code = null'],
]

test.each(written)(
  '%s that SQL alone has written is not open, is told, and is over with the next turn',
  async (_what, statement) => {
    await write(statement)
    expect(await load()).toEqual(emptySession)
    expect(told).toEqual(['session.unvouched'])
    await saveSession(house.ledger.db, house.secrets, house.lane, session, now)
    expect(await load()).toEqual(session)
  },
)

test('what is open for somebody is not for another, with its code neither', async () => {
  const { rows } = await house.database.pool.query<{ id: string }>(
    `insert into identities (kind, value) values ('phone', '+2') returning id`,
  )
  const identityId = rows[0]?.id ?? ''
  await write(`insert into sessions select chat_id, '${identityId}', state, updated_at, code from sessions`)
  expect(await load({ chatId: house.lane.chatId, identityId })).toEqual(emptySession)
  await write(`delete from sessions where identity_id = '${identityId}'`)
})

test('what was open when there were no codes yet goes on, once', async () => {
  await write('update sessions set code = null')
  await vouchForSessionsAnew(house.ledger.db, house.secrets, null)
  expect(await load()).toEqual(session)
  await write('update sessions set code = null')
  await vouchForSessionsAnew(house.ledger.db, house.secrets, house.secrets)
  expect(await load()).toEqual(emptySession)
})
