import { setTimeout } from 'node:timers/promises'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { RetryableError, TerminalError, UserError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import { buildStep } from '../../testing/build-step.ts'
import {
  change,
  changeStep,
  createWatchedJournal,
  hang,
  note,
  runTestChain,
  untilAborted,
} from '../../testing/run-test-chain.ts'
import type { Action } from '../action.ts'
import type { Step } from '../plan/chain.ts'
import type { JournalEntry } from './journal.ts'
import type { Outcome } from './outcome.ts'
import type { StepEvent } from './run.ts'
import { EffectUnknown } from './step-failure.ts'

function meeting(stepName: string, who: Json): Step {
  return buildStep({
    stepName,
    actionType: 'meet',
    actionMeta: { who },
    stepMsg: `${stepName} meets`,
    yield: [stepName],
  })
}

describe('runChain()', () => {
  test('stores the intent before the effect and the result after it', async () => {
    const journal = createWatchedJournal()
    const seen: string[] = []
    const action: Action = {
      ...change,
      prepare: async () => 'prepared',
      run: async (meta, { effectId }) => {
        seen.push(effectId, ...journal.written.map((entry) => entry.kind))
        return { got: meta['x'] ?? null }
      },
    }
    const chain = [{ ...changeStep, actionMeta: { x: '{{ args.x }}' } }]
    expect(await runTestChain(chain, [action], { journal, args: { x: '{{ $now() }}' } })).toEqual({
      kind: 'executed',
      outputs: { Change: { got: '{{ $now() }}' } },
    })
    expect(seen).toEqual(['c1/Change', 'intent'])
    expect(journal.written).toEqual([
      { kind: 'intent', step: 'Change', meta: { x: '{{ $now() }}' }, prepared: 'prepared' },
      { kind: 'done', step: 'Change', output: { got: '{{ $now() }}' }, yielded: ['changed'] },
    ])
  })

  test('runs ready steps side by side, begun in array order, and gives outputs to later ones', async () => {
    const both = Promise.withResolvers<void>()
    const begun: Json[] = []
    const meet: Action = {
      ...note,
      type: 'meet',
      run: async (meta) => {
        begun.push(meta['who'] ?? null)
        if (begun.length === 2) both.resolve()
        await both.promise
        return meta['who'] ?? null
      },
    }
    const echo: Action = { ...note, run: async (meta) => meta['text'] ?? null }
    const chain = [
      buildStep({
        stepName: 'Echo',
        observe: 'A',
        actionMeta: { text: '{{steps.A.output}}+{{steps.B.output}}', after: 'B' },
      }),
      meeting('A', '{{ $join($map([1..5], $string)) & "a" }}'),
      meeting('B', 'b'),
    ]
    const events: StepEvent[] = []
    const outcome = await runTestChain(chain, [meet, echo], { onStep: (event) => events.push(event) })
    expect(outcome).toEqual({ kind: 'executed', outputs: { A: '12345a', B: 'b', Echo: '12345a+b' } })
    expect(events.slice(0, 2)).toEqual([
      { kind: 'started', step: 'A', index: 1, message: 'A meets' },
      { kind: 'started', step: 'B', index: 2, message: 'B meets' },
    ])
  })

  test('judges rendered parameters before anything happens', async () => {
    let ran = false
    const meta = Type.Object({ n: Type.Integer() })
    const action: Action = { ...change, meta, run: async () => ((ran = true), null) }
    const outcome = await runTestChain([{ ...changeStep, actionMeta: { n: '{{ args.n }}' } }], [action], {
      args: { n: 'seven' },
    })
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'action_failed',
      step: 'Change',
      explanation: 'The parameters do not fit: "n" must be integer',
      effect: 'none',
      outputs: {},
    })
    expect(ran).toBe(false)
  })

  test('takes and gives only what a journal can store', async () => {
    const chain = [{ ...changeStep, actionMeta: { x: '{{ args.x }}' } }]
    const action: Action = { ...change, run: async () => 'a\0b' }
    expect(await runTestChain(chain, [action], { args: { x: '\uD800' } })).toMatchObject({
      kind: 'failed',
      effect: 'none',
    })
    expect(await runTestChain(chain, [action])).toEqual({ kind: 'executed', outputs: { Change: 'a\uFFFDb' } })
  })

  test('refuses a chain that waits for events which have no source', async () => {
    const outcome = await runTestChain(
      [buildStep({ stepName: 'A', observe: 'go' })],
      [{ ...note, run: async () => null }],
    )
    expect(outcome).toMatchObject({ kind: 'failed', effect: 'none', explanation: expect.stringContaining('"go"') })
  })
})

function fail(error: Error): Action {
  return {
    ...change,
    type: 'fail',
    run: async () => {
      throw error
    },
  }
}

describe('a failing step', () => {
  const failStep = buildStep({ stepName: 'Fail', actionType: 'fail' })
  const ok: Action = { ...change, run: async () => 'ok' }

  test.each([
    [new UserError('rows_unexpected', 'two rows'), 'precondition_failed', 'none', 'two rows'],
    [new UserError('path_outside', 'out'), 'precondition_failed', 'none', 'out'],
    [new TerminalError('action_failed', 'refused'), 'action_failed', 'none', 'refused'],
    [new RetryableError('action_failed', 'away', { retryAfterMs: 1 }), 'action_failed', 'none', 'away'],
    [
      Object.assign(new Error('password hunter2'), { code: 'ECONNRESET' }),
      'effect_unknown',
      'unknown',
      'It cannot be told whether "Fail" changed something: Error ECONNRESET',
    ],
  ])('that threw %o', async (error, reason, effect, explanation) => {
    const thrown: unknown[] = []
    const onStep = (event: StepEvent): void => void (event.kind === 'failed' && thrown.push(event.ref, event.error))
    expect(await runTestChain([failStep], [fail(error)], { onStep })).toEqual({
      kind: 'failed',
      reason,
      step: 'Fail',
      explanation,
      effect,
      ...(effect === 'unknown' ? { steps: { done: [], unclear: ['Fail'], left: [] } } : {}),
      ...(error instanceof RetryableError ? { passing: true } : {}),
      outputs: {},
    })
    expect(thrown).toEqual(['K7Q2M', error])
  })

  test('leaves what was done before, lets the others end, and starts no further one', async () => {
    const failed = Promise.withResolvers<void>()
    const slow: Action = { ...note, type: 'slow', run: () => failed.promise.then(() => 'ended') }
    const never: Action = { ...note, type: 'never', run: () => Promise.reject(new Error('started')) }
    const chain = [
      changeStep,
      { ...failStep, observe: 'changed' },
      buildStep({ stepName: 'Slow', actionType: 'slow', observe: 'changed', yield: ['slow'] }),
      buildStep({ stepName: 'Never', actionType: 'never', observe: 'slow' }),
    ]
    const error = new UserError('file_missing', 'gone')
    const onStep = (event: StepEvent): void => void (event.kind === 'failed' && failed.resolve())
    expect(await runTestChain(chain, [ok, fail(error), slow, never], { onStep })).toEqual({
      kind: 'failed',
      reason: 'precondition_failed',
      step: 'Fail',
      explanation: 'gone',
      effect: 'some',
      steps: { done: ['Change'], unclear: [], left: ['Fail'] },
      outputs: { Change: 'ok', Slow: 'ended' },
    })
  })

  test.each([
    ['lacks', { body: {} }, '“Find” gave no body.id, which the step needs'],
    [
      'hides',
      { body: { id: '••••••' } },
      'It needs a secret that an earlier step gave back, and such answers are kept without it',
    ],
  ])('is what needs what an answer %s', async (_what, output, explanation) => {
    const find: Action = { ...note, type: 'find', run: async () => output }
    const given: Json[] = []
    const use: Action = { ...change, meta: Type.Any(), run: async (meta) => given.push(meta) }
    const chain = [
      buildStep({ stepName: 'Find', actionType: 'find', yield: ['found'] }),
      { ...changeStep, observe: 'found', actionMeta: { id: 'no. {{steps.Find.output.body.id}}' } },
    ]
    expect(await runTestChain(chain, [find, use])).toMatchObject({
      kind: 'failed',
      step: 'Change',
      explanation,
      effect: 'none',
    })
    expect(given).toEqual([])
  })

  test('gives nothing for what may stand in a list, and null where the answer says so', async () => {
    const find: Action = { ...note, type: 'find', run: async () => ({ rows: [], row: { id: null } }) }
    const use: Action = { ...change, meta: Type.Any(), run: async (meta) => meta }
    const actionMeta = {
      first: '{{steps.Find.output.rows[0].id}}',
      all: '{{steps.Find.output.rows.id}}',
      none: '{{steps.Find.output.row.id}}',
    }
    const chain = [
      buildStep({ stepName: 'Find', actionType: 'find', yield: ['found'] }),
      { ...changeStep, observe: 'found', actionMeta },
    ]
    expect(await runTestChain(chain, [find, use])).toMatchObject({
      outputs: { Change: { first: null, all: null, none: null } },
    })
  })

  test('is tried again when it may safely be repeated', async () => {
    let tries = 0
    const flaky = async (): Promise<Json> => {
      tries += 1
      if (tries < 3) throw new RetryableError('action_failed', 'away', { retryAfterMs: 1 })
      return tries
    }
    expect(await runTestChain([changeStep], [{ ...change, repeat: 'safe', run: flaky }])).toMatchObject({
      outputs: { Change: 3 },
    })
    tries = 0
    expect(await runTestChain([changeStep], [{ ...change, run: flaky }])).toMatchObject({
      kind: 'failed',
      effect: 'none',
    })
    expect(tries).toBe(1)
    tries = -1
    expect(await runTestChain([changeStep], [{ ...change, repeat: 'safe', run: flaky }])).toMatchObject({
      kind: 'failed',
    })
  })

  test('that could not say how it ended is asked', async () => {
    const unclear: Action = { ...change, run: () => Promise.reject(new Error('cut off')) }
    const asked = (verdict: Awaited<ReturnType<NonNullable<Action['probe']>>>): Promise<Outcome> =>
      runTestChain([changeStep], [{ ...unclear, prepare: async () => 1, probe: async () => verdict }])
    expect(await asked({ kind: 'happened', output: 5 })).toEqual({ kind: 'executed', outputs: { Change: 5 } })
    expect(await asked({ kind: 'did-not-happen' })).toMatchObject({ reason: 'action_failed', effect: 'none' })
    expect(await asked({ kind: 'unknown' })).toMatchObject({ reason: 'effect_unknown', effect: 'unknown' })
  })

  test.each([
    [Object.assign(new Error('read'), { code: 'ECONNRESET' }), true],
    [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
    [new Error('Connection terminated unexpectedly'), true],
    [new TypeError('undefined is not a function'), false],
  ])('that did not happen may pass where the connection was lost: %o', async (thrown, passing) => {
    const lost: Action = {
      ...change,
      prepare: async () => 1,
      run: () => Promise.reject(thrown),
      probe: async () => ({ kind: 'did-not-happen' }),
    }
    const outcome = await runTestChain([changeStep], [lost])
    expect(outcome).toMatchObject({ reason: 'action_failed', effect: 'none' })
    expect('passing' in outcome).toBe(passing)
  })

  test.each([
    [{}, null, true],
    [{ status: 503 }, 503, true],
    [{ status: 302 }, 302, false],
  ])('that did not happen keeps what the service said and whether it may pass: %j', async (params, status, passing) => {
    const error = new EffectUnknown('LOST', 'gave no answer', { params: { service: 'shop', ...params } })
    const lost: Action = {
      ...change,
      prepare: async () => 1,
      run: () => Promise.reject(error),
      probe: async () => ({ kind: 'did-not-happen' }),
    }
    const outcome = await runTestChain([changeStep], [lost])
    expect(outcome).toMatchObject({
      reason: 'action_failed',
      effect: 'none',
      said: { service: 'shop', status, message: '' },
    })
    expect('passing' in outcome).toBe(passing)
  })
})

describe('a step whose time is up', () => {
  test('has changed nothing when it says so', async () => {
    const action: Action = { ...change, run: (_meta, { signal }) => untilAborted(signal) }
    expect(await runTestChain([changeStep], [action], { stepTimeoutMs: 20 })).toMatchObject({
      reason: 'timed_out',
      effect: 'none',
    })
  })

  test('is done when it succeeds after all', async () => {
    const action: Action = { ...change, run: (_meta, { signal }) => untilAborted(signal).catch(() => 'late') }
    expect(await runTestChain([changeStep], [action], { stepTimeoutMs: 20 })).toMatchObject({
      outputs: { Change: 'late' },
    })
  })

  test('has as long as its action says, where that is more', async () => {
    const slow: Action = {
      ...change,
      timeLimitMs: 60_000,
      run: (_meta, { signal }) => Promise.race([setTimeout(60, 'slow'), untilAborted(signal)]),
    }
    expect(await runTestChain([changeStep], [slow], { stepTimeoutMs: 20 })).toMatchObject({
      outputs: { Change: 'slow' },
    })
  })

  test('is of unknown effect when it says nothing, but not when it only reads', async () => {
    const [changing, reading] = await Promise.all([
      runTestChain([changeStep], [{ ...change, run: hang }], { stepTimeoutMs: 20 }),
      runTestChain([buildStep({ stepName: 'Read' })], [{ ...note, run: hang }], { stepTimeoutMs: 20 }),
    ])
    expect(changing).toMatchObject({ reason: 'effect_unknown', effect: 'unknown' })
    expect(reading).toMatchObject({ reason: 'timed_out', effect: 'none' })
  })

  test('has changed nothing when its time is over before its action begins', async () => {
    const journal = createWatchedJournal()
    const slow = { ...journal, write: (entry: JournalEntry) => setTimeout(60).then(() => journal.write(entry)) }
    const action: Action = { ...change, run: hang }
    expect(await runTestChain([changeStep], [action], { journal: slow, stepTimeoutMs: 20 })).toMatchObject({
      reason: 'timed_out',
      effect: 'none',
    })
  })
})
