import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadEnvelope } from '../../ledger/commands/envelopes.ts'
import { buildStep } from '../../testing/build-step.ts'
import { runDepsOf } from '../../testing/processes/run-envelope-process.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import type { JournalEntry } from './journal.ts'
import { createMemoryJournal } from './memory-journal.ts'
import type { Outcome } from './outcome.ts'
import { runStoredChain } from './run-stored-chain.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

/** Runs a chain whose secret is gone, after what is written in its journal. */
async function runWithoutSecret(entries: readonly JournalEntry[]): Promise<Outcome> {
  const chain = [buildStep({ stepName: 'Ring', actionType: 'ring' })]
  const stored = await loadEnvelope(house.ledger.db, await house.confirm({ chain }))
  if (stored === null) throw new Error('The command is not stored')
  const envelope = { ...stored.envelope, args: { pin: { $secret: 'f'.repeat(64) } } }
  return runStoredChain(
    runDepsOf(house.ledger, '/nowhere', 'the test'),
    { ...stored, envelope },
    {
      actions: runDepsOf(house.ledger, '/nowhere', 'the test').actions,
      journal: createMemoryJournal(entries),
      limits: { stepTimeoutMs: 1000 },
      signal: new AbortController().signal,
    },
  )
}

test('a command whose secret is gone does nothing; what it had begun to do before is told', async () => {
  const gone = { kind: 'failed', gone: 'secret', explanation: 'A secret that it needs is not kept any more' }
  expect(await runWithoutSecret([])).toMatchObject({ ...gone, reason: 'precondition_failed', effect: 'none' })
  const begun: JournalEntry = { kind: 'intent', step: 'Ring', meta: {}, prepared: null }
  expect(await runWithoutSecret([begun])).toMatchObject({ ...gone, reason: 'effect_unknown', effect: 'unknown' })
  const done: JournalEntry = { kind: 'done', step: 'Ring', output: 'rung', yielded: [] }
  expect(await runWithoutSecret([done])).toMatchObject({
    ...gone,
    reason: 'action_failed',
    effect: 'some',
    outputs: { Ring: 'rung' },
  })
})
