import { describe, expect, test } from 'vitest'
import { RetryableError, TerminalError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import { buildStep } from '../../testing/build-step.ts'
import { change, changeStep, createWatchedJournal, hang, note, runTestChain } from '../../testing/run-test-chain.ts'
import type { Action } from '../action.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { createMemoryJournal } from './memory-journal.ts'
import type { Outcome } from './outcome.ts'
import type { StepEvent } from './run.ts'

function counted(action: Partial<Action> = {}): Action & { readonly runs: readonly Json[] } {
  const runs: Json[] = []
  return { ...change, run: async (meta) => (runs.push(meta), 'again'), ...action, runs }
}

describe('a resumed run', () => {
  const intent: JournalEntry = { kind: 'intent', step: 'Change', meta: { kept: 1 }, prepared: 'prepared' }
  const after = buildStep({ stepName: 'After', observe: 'changed' })
  const follow: Action = { ...note, run: async () => 'followed' }
  const chain = [changeStep, after]
  const resume = (action: Action, entry: JournalEntry): Promise<Outcome> =>
    runTestChain(chain, [action, follow], { journal: createMemoryJournal([entry]) })

  test('does not run again what is done, whose events count', async () => {
    const action = counted()
    const done: JournalEntry = { kind: 'done', step: 'Change', output: 'first', yielded: ['changed'] }
    expect(await resume(action, done)).toEqual({ kind: 'executed', outputs: { Change: 'first', After: 'followed' } })
    expect(action.runs).toEqual([])
  })

  test('repeats what was begun when that is safe', async () => {
    const action = counted({ repeat: 'safe' })
    expect(await resume(action, intent)).toMatchObject({ kind: 'executed', outputs: { Change: 'again' } })
    expect(action.runs).toEqual([{ kept: 1 }])
  })

  test('does not say that nothing was changed when the repetition fails', async () => {
    const action = counted({ repeat: 'safe', run: () => Promise.reject(new TerminalError('action_failed', 'no')) })
    expect(await resume(action, intent)).toMatchObject({ reason: 'effect_unknown', effect: 'unknown' })
  })

  test('asks what was begun and is not safe to repeat', async () => {
    const happened = counted({ probe: async (_meta, _context, prepared) => ({ kind: 'happened', output: prepared }) })
    expect(await resume(happened, intent)).toMatchObject({ outputs: { Change: 'prepared', After: 'followed' } })
    expect(happened.runs).toEqual([])
    const not = counted({ probe: async () => ({ kind: 'did-not-happen' }) })
    expect(await resume(not, intent)).toMatchObject({ outputs: { Change: 'again', After: 'followed' } })
  })

  test.each([
    ['has no answer', { probe: async () => ({ kind: 'unknown' }) as const }],
    ['cannot be asked', {}],
    ['breaks when asked', { probe: () => Promise.reject(new Error('broken')) }],
  ])('never runs again what %s', async (_what, probe) => {
    const action = counted(probe)
    const journal = createWatchedJournal([intent])
    const outcome = await runTestChain(chain, [action, follow], { journal })
    expect(outcome).toMatchObject({ reason: 'effect_unknown', effect: 'unknown', step: 'Change', outputs: {} })
    expect(action.runs).toEqual([])
    expect(journal.written).toMatchObject([{ kind: 'failed', code: 'effect_unknown' }])
    expect(await runTestChain(chain, [action, follow], { journal })).toEqual(outcome)
  })

  const away = new RetryableError('action_failed', 'away', { retryAfterMs: 5 })
  test.each<[what: string, until: number | null, probe: NonNullable<Action['probe']>]>([
    ['yet', null, () => Promise.reject(away)],
    ['before a moment', 1234, async () => ({ kind: 'later', until: 1234, cause: away })],
  ])('is left for later when a probe cannot answer %s, which is kept and said once', async (_what, until, probe) => {
    const journal = createWatchedJournal([intent])
    const told: StepEvent[] = []
    const asked = (action: Action): Promise<Outcome> =>
      runTestChain(chain, [action, follow], { journal, onStep: (event) => void told.push(event) })
    for (let times = 0; times < 2; times += 1)
      await expect(asked(counted({ probe }))).rejects.toMatchObject({ code: 'asked_again', cause: away })
    expect(journal.written).toEqual([{ ...intent, asking: { until } }])
    expect(told).toEqual([{ kind: 'asked_again', step: 'Change', index: 0, until, error: away }])
    await asked(counted({ probe: async () => ({ kind: 'happened', output: 1 }) }))
    expect(told.slice(1).map(({ kind }) => kind)).toEqual(['answered', 'done', 'started', 'done'])
  })

  test.each([
    ['what may do it now', 1234, { kind: 'failed', reason: 'effect_unknown', effect: 'unknown' }],
    ['what only looks', null, { kind: 'executed' }],
  ])('after somebody has ended the asking, %s', async (_what, until, ends) => {
    const action = counted({ probe: async () => ({ kind: 'happened', output: 1 }) })
    const journal = createMemoryJournal([{ ...intent, asking: { until } }])
    const outcome = await runTestChain(chain, [action, follow], { journal, isAskingEnded: async () => true })
    expect(outcome).toMatchObject(ends)
  })

  test('keeps to an earlier failure, and to whether it may pass', async () => {
    const failed: JournalEntry = { kind: 'failed', step: 'Change', code: 'rows_unexpected', explanation: 'two rows' }
    expect(await resume(counted(), { ...failed, passing: true })).toMatchObject({ passing: true })
    expect(await resume(counted(), failed)).toMatchObject({
      reason: 'precondition_failed',
      effect: 'none',
      step: 'Change',
    })
  })

  test('settles what ran beside a failure, without running it again', async () => {
    const other = { ...changeStep, stepName: 'Other', actionType: 'other' }
    const failed: JournalEntry = { kind: 'failed', step: 'Other', code: 'action_failed', explanation: 'no' }
    const not = counted({ probe: async () => ({ kind: 'did-not-happen' }) })
    const settle = (action: Action): Promise<Outcome> =>
      runTestChain([changeStep, other], [action, { ...change, type: 'other', run: hang }], {
        journal: createMemoryJournal([intent, failed]),
      })
    expect(await settle(not)).toMatchObject({ step: 'Other', effect: 'none' })
    expect(not.runs).toEqual([])
    const did = counted({ probe: async () => ({ kind: 'happened', output: 1 }) })
    expect(await settle(did)).toMatchObject({ step: 'Other', effect: 'some', outputs: { Change: 1 } })
    expect(await settle(counted())).toMatchObject({ step: 'Change', effect: 'unknown' })
  })

  test('goes on from every place where a worker may die, and has every effect once', async () => {
    const effects: string[] = []
    const mark: Action = {
      ...change,
      run: async (_meta, { effectId }) => (effects.push(effectId), null),
      probe: async (_meta, { effectId }) =>
        effects.includes(effectId) ? { kind: 'happened', output: null } : { kind: 'did-not-happen' },
    }
    const three = [
      changeStep,
      buildStep({ stepName: 'B', actionType: 'change', observe: 'changed', yield: ['b'] }),
      buildStep({ stepName: 'C', actionType: 'change', observe: 'b' }),
    ]
    for (let dieAt = 1; dieAt <= 12; dieAt += 1) {
      effects.length = 0
      const journal = createMemoryJournal()
      // Dies before the write is stored, or after it was stored and before the worker knew.
      let writes = 0
      const dying: Journal = {
        ...journal,
        write: async (entry) => {
          writes += 1
          if (writes * 2 - 1 === dieAt) throw new Error('died')
          await journal.write(entry)
          if (writes * 2 === dieAt) throw new Error('died')
        },
      }
      await expect(runTestChain(three, [mark], { journal: dying })).rejects.toThrow('died')
      expect(await runTestChain(three, [mark], { journal })).toMatchObject({ kind: 'executed' })
      expect(effects).toEqual(['c1/Change', 'c1/B', 'c1/C'])
    }
  })
})
