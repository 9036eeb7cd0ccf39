import { expect, test } from 'vitest'
import type { Decision } from '../conversation/step.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import { measureDecisions, measureOutcome } from './measure-decisions.ts'

test('every decision is counted as what it makes of its command, and every attempt to confirm as what came of it', () => {
  expect(
    countsOf([
      { kind: 'confirm', commandId: 'k', key: 'key', method: 'phrase' },
      { kind: 'reject', commandId: 'k', reason: 'declined' },
      { kind: 'cancel', commandId: 'k' },
      { kind: 'count-wrong-token', commandId: 'k' },
      { kind: 'note', evidence: 'confirmation.refused', facts: { why: 'token_unknown', answer: 'token' } },
      { kind: 'note', evidence: 'confirmation.refused', facts: { answer: 'what somebody wrote' } },
      { kind: 'note', evidence: 'access.refused', facts: {} },
      { kind: 'run-read', commandId: 'k' },
    ]),
  ).toEqual([
    'confirmed',
    'phrase confirmed',
    'rejected',
    'rejected',
    'token wrong',
    'token refused',
    'unknown refused',
  ])
})

test('a failure is counted with what it did', () => {
  const counted: unknown[] = []
  const command = (...counts: readonly unknown[]) => void counted.push(counts)
  const failed: Outcome = { kind: 'failed', reason: 'effect_unknown', explanation: '', effect: 'unknown', outputs: {} }
  for (const outcome of [failed, { kind: 'executed', outputs: {} }] satisfies Outcome[])
    measureOutcome({ command }, outcome)
  expect(counted).toEqual([['failed', 'unknown'], ['executed']])
})

function countsOf(decisions: readonly Decision[]): readonly string[] {
  const counted: string[] = []
  measureDecisions(
    {
      command: (status) => void counted.push(status),
      confirmation: (method, result) => void counted.push(`${method} ${result}`),
    },
    decisions,
  )
  return counted
}
