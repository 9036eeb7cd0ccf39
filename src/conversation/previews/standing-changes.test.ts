import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import type { CommandRecord } from '../lookup.ts'
import { standingChanges } from './standing-changes.ts'

const catalogue = await loadShippedCatalogue()

/** An order was changed by a command of this name. */
function changed(name: string, at: number): { readonly record: CommandRecord } {
  return {
    record: {
      commandId: `${at}`,
      ref: 'K7Q2M',
      name,
      safety: 'mutation',
      status: 'executed',
      reason: null,
      args: { id: '204' },
      intent: { entity: 'Order', action: 'Change', target: { id: '204' } },
      messageIds: [],
      facts: {},
      actor: { language: 'en', time_zone: 'UTC' },
      lastStep: '',
      outcome: { kind: 'executed', outputs: {} },
      settledAt: '2026-03-01T14:00:00.000Z',
      verdict: null,
      started: true,
    },
  }
}

test.each([
  [['CANCEL_ORDER'], ['0']],
  [['CANCEL_ORDER', 'REINSTATE_ORDER'], []],
  [['CANCEL_ORDER', 'REINSTATE_ORDER', 'CANCEL_ORDER'], ['2']],
  [['CANCEL_ORDER', 'ADD_NOTE', 'REINSTATE_ORDER'], ['1']],
  [['CANCEL_ORDER', 'CANCEL_ORDER', 'REINSTATE_ORDER'], ['1']],
  [['CANCEL_ORDER', 'REINSTATE_ORDER', 'CANCEL_ORDER', 'REINSTATE_ORDER'], []],
])('of %j those stand that were not taken back: %j', (names, expected) => {
  const standing = standingChanges({ catalogue }, names.map(changed))
  expect(standing.map(({ record }) => record.commandId)).toEqual(expected)
})

test('what was taken back halfway alone still stands, and so does what took it back', () => {
  const outcome = { kind: 'failed', reason: 'action_failed', explanation: '', effect: 'some', outputs: {} } as const
  const [cancelled, { record }] = [changed('CANCEL_ORDER', 0), changed('REINSTATE_ORDER', 1)]
  const halfway = { record: { ...record, status: 'failed' as const, outcome } }
  expect(standingChanges({ catalogue }, [cancelled, halfway])).toEqual([cancelled, halfway])
})
