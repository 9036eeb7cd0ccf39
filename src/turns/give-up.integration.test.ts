import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Reply } from '../channel/reply.ts'
import { emptySession } from '../conversation/session.ts'
import { RetryableError, TerminalError } from '../errors.ts'
import { findRecords, moveEnvelope } from '../ledger/commands/envelopes.ts'
import { admitCommandEvent, admitMessage } from '../ledger/talk/inbox.ts'
import { firstInLane } from '../ledger/talk/next-in-lane.ts'
import { findReply, replyIdOf } from '../ledger/talk/outbox.ts'
import { loadSession, saveSession } from '../ledger/talk/sessions.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import { giveUp } from './give-up.ts'

const clock = () => new Date('2026-11-22T12:00:00Z')

let house: TestLedger
let catalogue: Catalogue

beforeAll(async () => {
  ;[house, catalogue] = await Promise.all([createTestLedger(), loadShippedCatalogue()])
})
afterAll(() => house.close())

/** Gives up on what is next in the lane; returns what the person is told. */
async function toldOf(error: unknown): Promise<Reply | null> {
  const { ledger, secrets, lane } = house
  const first = await firstInLane(ledger.db, secrets, lane.chatId)
  if (first?.isVouched !== true) throw new TypeError('Nothing is in the lane')
  await giveUp(
    { db: ledger.db, secrets, catalogue, clock, log: pino({ enabled: false }), limits: { lockWaitMs: 5000 } },
    first.row,
    error,
  )
  expect(await firstInLane(ledger.db, secrets, lane.chatId)).toBeNull()
  const id = replyIdOf(`${lane.chatId}/${first.row.seq}/gave-up`, 0)
  return (await findReply(ledger.db, secrets, lane.chatId, id))?.reply ?? null
}

async function hear(id: string): Promise<void> {
  const content = { kind: 'text', text: 'cancel order 204' } as const
  const from = { id, channel: 'terminal', account: 'a', from: '+1', group: null } as const
  const message = { ...from, content, sentAt: clock().toISOString(), mentions: false, quoted: null, forwarded: false }
  await admitMessage(house.ledger.db, house.secrets, message, clock())
}

async function end(to: 'executed' | 'failed'): Promise<string> {
  const { ledger, lane, secrets } = house
  const commandId = await house.confirm({ action: 'Cancel_Order' })
  const failed = { kind: 'failed', reason: 'action_failed', explanation: 'x', effect: 'none', outputs: {} } as const
  const move =
    to === 'executed'
      ? ({ to, from: 'confirmed', reason: null, outcome: { kind: 'executed', outputs: {} } } as const)
      : ({ to, from: 'confirmed', reason: failed.reason, outcome: failed } as const)
  await moveEnvelope(ledger.db, commandId, move, clock())
  await admitCommandEvent(ledger.db, secrets, 'outcome', { ...lane, commandId }, clock())
  return commandId
}

describe('giveUp()', () => {
  test.each([
    ['executed', '✅ Cancel an order · #'],
    ['failed', '❌ Cancel an order: nothing was changed · #'],
  ] as const)('of a command that was %s tells so, and never to ask for it again', async (status, expected) => {
    const commandId = await end(status)
    const told = await toldOf(new TypeError('a text broke'))
    expect(told).toMatchObject({ about: 'outcome', command: { id: commandId, status } })
    expect(told?.text).toContain(`${expected}${told?.command?.ref}`)
    expect(told?.text).not.toMatch(/nothing new|send that again/iu)
  })

  test.each([
    ['a defect', new TypeError('x'), 'Something went wrong here; nothing new was started. Please send that again'],
    ['what may pass', new RetryableError('action_failed', 'x', { retryAfterMs: 1 }), 'I am too busy just now'],
    [
      'a lookup that cannot work',
      new TerminalError('lookup_failed', 'x', { params: { entity: 'order' } }),
      'Looking up “order” does not work; nothing new was started. Tell whoever looks after Sayso.',
    ],
    [
      'a lookup of what has no title any more',
      new TerminalError('lookup_failed', 'x', { params: { entity: 'gone' } }),
      'Looking up “gone” does not work',
    ],
  ])('of a message over %s says what to do', async (what, error, expected) => {
    await hear(what)
    const told = await toldOf(error)
    expect(told?.about).toBe('refusal')
    expect(told?.text).toContain(expected)
  })

  test('of the time to confirm a command ends that command, or it would stay open for ever', async () => {
    const { ledger, secrets, lane } = house
    const commandId = await house.accept({ action: 'Cancel_Order' })
    await admitCommandEvent(ledger.db, secrets, 'expiry', { ...lane, commandId }, clock())
    expect((await toldOf(new TypeError('a text broke')))?.about).toBe('refusal')
    expect(await findRecords(ledger.db, { commandId })).toMatchObject([{ status: 'rejected', reason: 'expired' }])
  })

  test('of an outcome leaves nothing that waits for it', async () => {
    const { ledger, secrets, lane } = house
    const commandId = await end('executed')
    await saveSession(ledger.db, secrets, lane, { ...emptySession, awaited: commandId }, clock())
    await toldOf(new TypeError('a text broke'))
    const log = pino({ enabled: false })
    expect(await loadSession(ledger.db, { secrets, log }, lane)).toMatchObject({ awaited: null })
  })
})
