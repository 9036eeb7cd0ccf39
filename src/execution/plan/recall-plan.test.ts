import { expect, test } from 'vitest'
import type { Actions } from '../action.ts'
import type { Chain } from './chain.ts'
import { recallPlan } from './recall-plan.ts'

const chain = (statement: string, stepName = 'Read'): Chain => [
  {
    stepName,
    stepDescription: '',
    stepMsg: '',
    observationDomain: 'sql',
    observe: '',
    yield: [],
    actionDomain: 'sql',
    actionType: 'query',
    actionMeta: { statement },
  },
]
const none: Actions = { find: () => undefined, all: [] }
const anything: Actions = { find: () => ({ ...action }), all: [] }
const action = {
  domain: 'sql',
  type: 'query',
  meta: { type: 'object' },
  effect: 'none',
  repeat: 'safe',
  run: async () => null,
} as const
const outsideDomains: readonly string[] = []

test('recallPlan() gives a chain that was read anew the plan that it had, and another chain its own', () => {
  const first = recallPlan(chain('select 1'), { actions: anything, outsideDomains })
  expect(first).toMatchObject({ kind: 'plan', plan: { steps: [{ name: 'Read' }] } })
  expect(recallPlan(chain('select 1'), { actions: anything, outsideDomains })).toBe(first)
  expect(recallPlan(chain('select 1', 'Look'), { actions: anything, outsideDomains })).toMatchObject({
    plan: { steps: [{ name: 'Look' }] },
  })
})

test('recallPlan() judges a chain anew by other actions', () => {
  expect(recallPlan(chain('select 1'), { actions: none, outsideDomains })).toMatchObject({ kind: 'problems' })
})
