import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../../json.ts'
import { settleAsUnknown } from '../../../ledger/commands/settle-as-unknown.ts'
import { buildStep } from '../../../testing/build-step.ts'
import { runTestChain } from '../../../testing/run-test-chain.ts'
import { createTestLedger, type TestLedger } from '../../../testing/installations/test-ledger.ts'
import { createDoubtActions } from './admin-doubts.ts'

const catalogue = () => ({
  roles: new Map([['owner', ['*']]]),
  language: 'en',
  locales: new Map(),
  commands: new Map(),
})

let house: TestLedger
let now = Date.parse('2026-11-21T12:00:00Z')
/** Later each time: the newest is the last. */
const clock = () => new Date((now += 1000))

beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

/** What was confirmed is in doubt now. */
async function doubt(action: string): Promise<void> {
  await house.confirm({ action })
  await settleAsUnknown(house.ledger.db, { secrets: house.secrets, clock })
}

async function find(value: string): Promise<readonly string[]> {
  const { ledger, secrets, lane } = house
  const step = buildStep({
    stepName: 'Find',
    actionDomain: 'admin',
    actionType: 'find_doubt',
    actionMeta: { actor: lane.personId, by: 'name', value },
  })
  const outcome = await runTestChain([step], createDoubtActions({ db: ledger.db, secrets, clock, catalogue }))
  // Every output of the action has rows.
  const { rows } = outcome.outputs['Find'] as { readonly rows: readonly (JsonObject & { readonly summary: string })[] }
  return rows.map(({ summary }) => summary)
}

test('what is in doubt is found by its name however many newer ones there are, and only so many are shown', async () => {
  await doubt('Refund')
  for (let n = 0; n < 21; n++) await doubt('Archive')
  expect(await find('refund')).toEqual(['REFUND'])
  expect(await find('archive')).toHaveLength(20)
})
