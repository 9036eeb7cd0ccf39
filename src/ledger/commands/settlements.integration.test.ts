import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reached } from '../../execution/run/outcome.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { findRecords } from './envelopes.ts'
import { readHistory } from './history.ts'
import { holderOfKey } from './issuance.ts'
import { laterChanges } from './later-changes.ts'
import { recordOutcome } from './record-outcome.ts'
import { settleDoubt } from './settlements.ts'

let house: TestLedger
let settledBy: string
let commandId: string

beforeAll(async () => {
  house = await createTestLedger()
  settledBy = await house.accept()
})
afterAll(() => house.close())
beforeEach(async () => {
  commandId = await house.confirm()
})

const clock = () => new Date()

/** A command that came so far, and nobody knows of what was unclear. */
async function leaveInDoubt(steps: Reached): Promise<void> {
  const { ledger, secrets } = house
  const said = { service: 'platform', status: 500, message: 'cache cluster down' }
  const outcome = {
    kind: 'failed',
    reason: 'effect_unknown',
    explanation: 'x',
    effect: 'unknown',
    outputs: {},
  } as const
  await recordOutcome(
    ledger.db,
    { secrets, clock },
    { commandId, from: 'confirmed', outcome: { ...outcome, said, steps } },
  )
}

async function settle(verdict: 'happened' | 'not_happened') {
  const [record] = await findRecords(house.ledger.db, { commandId })
  const now = new Date()
  await settleDoubt(house.ledger.db, { ref: record?.ref ?? '', ofPerson: null, verdict, settledBy, now })
  const [settled] = await findRecords(house.ledger.db, { commandId })
  const holder = await holderOfKey(house.ledger.db, commandId, now)
  const { outcome = null, verdict: found = null } = settled ?? {}
  return { outcome, verdict: found, holdsKey: holder === commandId }
}

describe('what somebody found out about one step', () => {
  test('leaves a command half done of which other steps were not', async () => {
    await leaveInDoubt({ done: ['Record'], unclear: ['Roll out'], left: ['Close'] })
    expect(await settle('happened')).toMatchObject({
      verdict: null,
      outcome: { effect: 'some', steps: { done: ['Record', 'Roll out'], unclear: [], left: ['Close'] } },
      holdsKey: true,
    })
    expect(await settle('not_happened')).toMatchObject({
      verdict: null,
      outcome: { effect: 'some', steps: { done: ['Record'], unclear: [], left: ['Roll out', 'Close'] } },
      holdsKey: true,
    })
  })

  test('is about the whole of a command that did all else, or nothing else', async () => {
    await leaveInDoubt({ done: ['Record'], unclear: ['Close'], left: [] })
    expect(await settle('happened')).toMatchObject({
      verdict: 'happened',
      outcome: { effect: 'unknown' },
      holdsKey: true,
    })
    expect(await settle('not_happened')).toMatchObject({ verdict: null, outcome: { effect: 'some' }, holdsKey: true })
  })

  test('gives the key back where nothing was done at all', async () => {
    await leaveInDoubt({ done: [], unclear: ['Record'], left: ['Close'] })
    expect(await settle('not_happened')).toMatchObject({ verdict: 'not_happened', holdsKey: false })
    expect(await settle('happened')).toMatchObject({ verdict: null, outcome: { effect: 'some' }, holdsKey: true })
  })
})

test.each(['some', 'unknown'] as const)(
  'what was done in part is among what was done since: effect %s',
  async (effect) => {
    const { ledger, secrets, lane } = house
    const target = `order of ${effect}`
    commandId = await house.confirm({ target })
    const steps = { done: ['Record'], unclear: effect === 'some' ? [] : ['Roll out'], left: ['Close'] }
    const reason = effect === 'some' ? 'action_failed' : 'effect_unknown'
    const outcome = { kind: 'failed', reason, explanation: 'x', effect, steps, outputs: {} } as const
    await recordOutcome(ledger.db, { secrets, clock }, { commandId, from: 'confirmed', outcome })
    if (effect === 'unknown') await settle('happened')
    const about = {
      personId: lane.personId,
      commandId: settledBy,
      entity: 'Order',
      targetId: target,
      since: '2020-01-01',
    }
    const changes = await laterChanges(ledger.db, about)
    expect(changes.map(({ record }) => record.commandId)).toEqual([commandId])
  },
)

test('how far a command came is part of its history', async () => {
  await leaveInDoubt({ done: ['Record'], unclear: ['Roll out'], left: [] })
  const [record] = await findRecords(house.ledger.db, { commandId })
  const { entries } = await readHistory(house.ledger.db, { ref: record?.ref ?? '' })
  expect(entries).toMatchObject([
    { event: 'command.failed', steps: { done: ['Record'], unclear: ['Roll out'], left: [] } },
  ])
})

test('what a service said goes when a command is erased', async () => {
  await leaveInDoubt({ done: [], unclear: ['Record'], left: [] })
  const { pool } = house.database
  await pool.query(
    `update envelopes set document = erased_document(document), outcome = erased_outcome(outcome), target_id = null,
      token_mac = null, erased_at = now() where command_id = $1`,
    [commandId],
  )
  const { rows } = await pool.query<{ outcome: unknown }>('select outcome from envelopes where command_id = $1', [
    commandId,
  ])
  expect(JSON.stringify(rows)).not.toContain('cluster')
  expect(rows[0]?.outcome).toMatchObject({ reason: 'effect_unknown', steps: { unclear: ['Record'] } })
})
