import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildStep } from '../../testing/build-step.ts'
import type { Chain } from './chain.ts'
import { planChain, type Plan } from './plan-chain.ts'
import { schedule, type Happening } from './schedule.ts'
import { cadExample, filesystemExample } from '../../testing/wuce-examples.ts'

function plan(chain: Chain): Plan {
  const result = planChain(chain, { outsideDomains: ['user'] })
  if (result.kind === 'problems') throw new Error(result.problems.map(({ message }) => message).join('\n'))
  return result.plan
}

const finished = (...steps: string[]): Happening[] => steps.map((step) => ({ kind: 'finished', step }))

function summary(chain: Chain, history: readonly Happening[]): unknown {
  const { ready, waiting, completing, state } = schedule(plan(chain), history)
  return {
    ready: ready.map((step) => step.name),
    waiting: waiting.map(({ step }) => step.name),
    completing: completing.map((step) => step.name),
    state,
  }
}

const nothing = { ready: [], waiting: [], completing: [], state: 'going' }
const answer: Happening = { kind: 'event', domain: 'user', event: 'user_confirmation_for_part_creation' }
const asked: Happening = { kind: 'performed', step: 'Get Confirmation' }
const confirmed: readonly Happening[] = [asked, answer, ...finished('Get Confirmation')]

describe('schedule() on WUCE 5.1', () => {
  test('begins with the folder, then has both others in array order', () => {
    expect(summary(filesystemExample, [])).toEqual({ ...nothing, ready: ['Change Directory'] })
    expect(summary(filesystemExample, finished('Change Directory'))).toEqual({
      ...nothing,
      ready: ['Rename File', 'Delete Temporary File'],
    })
    expect(summary(filesystemExample, finished('Change Directory', 'Delete Temporary File'))).toEqual({
      ...nothing,
      ready: ['Rename File'],
    })
  })

  test('is done when all have finished', () => {
    const all = finished('Change Directory', 'Delete Temporary File', 'Rename File')
    expect(summary(filesystemExample, all)).toEqual({ ...nothing, state: 'done' })
  })
})

test('schedule() begins with a step that reads two others when both have finished', () => {
  const both = { x: '{{ steps.One.output.id & steps.Two.output.id }}' }
  const chain = [
    buildStep({ stepName: 'One' }),
    buildStep({ stepName: 'Two' }),
    buildStep({ stepName: 'Both', actionMeta: both }),
  ]
  expect(summary(chain, [])).toEqual({ ...nothing, ready: ['One', 'Two'] })
  expect(summary(chain, finished('Two'))).toEqual({ ...nothing, ready: ['One'] })
  expect(summary(chain, finished('Two', 'One'))).toEqual({ ...nothing, ready: ['Both'] })
})

describe('schedule() on WUCE 5.2', () => {
  test('asks first, waits for the answer, and completes with it', () => {
    expect(summary(cadExample, [])).toEqual({ ...nothing, ready: ['Get Confirmation'] })
    expect(summary(cadExample, [asked])).toEqual({ ...nothing, waiting: ['Get Confirmation'] })
    expect(summary(cadExample, [asked, answer])).toEqual({ ...nothing, completing: ['Get Confirmation'] })
    expect(summary(cadExample, confirmed)).toEqual({ ...nothing, ready: ['Create Part'] })
  })

  test('takes no answer that came before the question, or from another domain', () => {
    expect(summary(cadExample, [answer, asked])).toEqual({ ...nothing, waiting: ['Get Confirmation'] })
    const foreign: Happening = { kind: 'event', domain: 'cad', event: 'user_confirmation_for_part_creation' }
    expect(summary(cadExample, [asked, foreign])).toEqual({ ...nothing, waiting: ['Get Confirmation'] })
  })

  test('joins the parallel steps before the union, though it observes only one of them', () => {
    const part = [...confirmed, ...finished('Create Part')]
    expect(summary(cadExample, part)).toEqual({ ...nothing, ready: ['Add Cube', 'Add Cylinder'] })
    expect(summary(cadExample, [...part, ...finished('Add Cube')])).toEqual({ ...nothing, ready: ['Add Cylinder'] })
    const both = [...part, ...finished('Add Cube', 'Add Cylinder')]
    expect(summary(cadExample, both)).toEqual({ ...nothing, ready: ['Boolean Union'] })
    expect(summary(cadExample, [...both, ...finished('Boolean Union')])).toMatchObject({ ready: ['Export Part'] })
  })
})

describe('schedule()', () => {
  test('is satisfied by the first of several emissions', () => {
    const chain = [
      buildStep({ stepName: 'A', yield: ['x'] }),
      buildStep({ stepName: 'B', yield: ['x'] }),
      buildStep({ stepName: 'C', observe: 'x' }),
    ]
    expect(summary(chain, finished('B'))).toEqual({ ...nothing, ready: ['A', 'C'] })
  })

  test('waits for an event from outside before an action', () => {
    const chain = [buildStep({ stepName: 'A', observe: 'go', observationDomain: 'user' })]
    expect(summary(chain, [])).toEqual({ ...nothing, waiting: ['A'] })
    expect(summary(chain, [{ kind: 'event', domain: 'user', event: 'go' }])).toEqual({ ...nothing, ready: ['A'] })
  })

  test('never gets stuck on a plan without outside events, whatever the order, and never starts a step early', () => {
    const chains = fc
      .array(fc.record({ observe: fc.nat(8), yields: fc.uniqueArray(fc.nat(8), { maxLength: 3 }) }), {
        minLength: 1,
        maxLength: 8,
      })
      .map((steps) =>
        steps.map(({ observe, yields }, index) =>
          buildStep({
            stepName: `s${index}`,
            observe: observe === 0 ? '' : `e${observe}`,
            yield: yields.map((n) => `e${n}`),
          }),
        ),
      )
    fc.assert(
      fc.property(chains, fc.infiniteStream(fc.nat()), (chain, choices) => {
        const result = planChain(chain, { outsideDomains: [] })
        fc.pre(result.kind === 'plan')
        const history: Happening[] = []
        const emitted = new Set<string>()
        for (let now = schedule(result.plan, history); now.state !== 'done'; now = schedule(result.plan, history)) {
          expect(now.state).toBe('going')
          for (const { step } of now.ready) expect(step.observe === '' || emitted.has(step.observe)).toBe(true)
          const picked = now.ready[(choices.next().value ?? 0) % now.ready.length]
          for (const event of picked?.step.yield ?? []) emitted.add(event)
          history.push(...finished(picked?.name ?? ''))
        }
        expect(history).toHaveLength(chain.length)
      }),
    )
  })
})
