import { describe, expect, test } from 'vitest'
import { RetryableError, TerminalError } from '../errors.ts'
import { buildStep } from '../testing/build-step.ts'
import { change, changeStep, hang, note, runTestChain, untilAborted } from '../testing/run-test-chain.ts'
import type { Action } from './action.ts'
import type { Journal } from './journal.ts'
import { createMemoryJournal } from './memory-journal.ts'
import type { OutsideEvents } from './run.ts'

describe('a run that is taken away', () => {
  test('ends with the error of its journal, and aborts what runs', async () => {
    const fenced = new TerminalError('fenced', 'taken over')
    const aborted = Promise.withResolvers<unknown>()
    const slow: Action = {
      ...change,
      type: 'slow',
      run: async (_meta, { signal }) => {
        signal.addEventListener('abort', () => aborted.resolve(signal.reason))
        return untilAborted(signal)
      },
    }
    const journal = createMemoryJournal()
    const taken: Journal = {
      ...journal,
      write: async (entry) => (entry.kind === 'done' ? Promise.reject(fenced) : journal.write(entry)),
    }
    const chain = [buildStep({ stepName: 'Slow', actionType: 'slow' }), changeStep]
    await expect(runTestChain(chain, [slow, { ...change, run: async () => null }], { journal: taken })).rejects.toBe(
      fenced,
    )
    expect(await aborted.promise).toBe(fenced)
  })

  test('starts nothing more when the worker stops, waits for what runs, and can be resumed', async () => {
    const stop = new AbortController()
    const journal = createMemoryJournal()
    const action: Action = { ...change, run: async () => (stop.abort(), 'ended') }
    const chain = [changeStep, buildStep({ stepName: 'After', observe: 'changed' })]
    const actions = [action, { ...note, run: async () => 'after' }]
    await expect(runTestChain(chain, actions, { journal, signal: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
    })
    expect(await journal.read()).toMatchObject([{ kind: 'done', step: 'Change' }])
    expect(await runTestChain(chain, actions, { journal })).toEqual({
      kind: 'executed',
      outputs: { Change: 'ended', After: 'after' },
    })
  })

  test('does not wait for a retry when the worker stops', async () => {
    const stop = new AbortController()
    const action: Action = {
      ...note,
      run: async () => {
        stop.abort()
        throw new RetryableError('action_failed', 'away', { retryAfterMs: 4000 })
      },
    }
    const chain = [buildStep({ stepName: 'Read' })]
    await expect(runTestChain(chain, [action], { signal: stop.signal })).rejects.toBeInstanceOf(RetryableError)
  })
})

describe('events from outside', () => {
  const ask = buildStep({
    stepName: 'Ask',
    actionType: 'change',
    observationDomain: 'user',
    observe: 'answered',
    yield: ['answered'],
  })
  const chain = [ask, buildStep({ stepName: 'After', observe: 'answered' })]
  const follow: Action = { ...note, run: async () => 'after' }

  test('complete a step that has asked for them, also after a restart', async () => {
    const journal = createMemoryJournal()
    const stop = new AbortController()
    const asks: Action = { ...change, run: async () => 'asked' }
    const silent: OutsideEvents = {
      domains: ['user'],
      wait: (_event, signal) => {
        queueMicrotask(() => stop.abort())
        return untilAborted(signal)
      },
    }
    const first = runTestChain(chain, [asks, follow], { journal, signal: stop.signal, outsideEvents: silent })
    await expect(first).rejects.toMatchObject({ code: 'interrupted' })
    expect(await journal.read()).toEqual([{ kind: 'done', step: 'Ask', output: 'asked', yielded: [] }])

    const waited: unknown[] = []
    const answering: OutsideEvents = { domains: ['user'], wait: async (event) => void waited.push(event) }
    const again: Action = { ...change, run: hang }
    expect(await runTestChain(chain, [again, follow], { journal, outsideEvents: answering })).toEqual({
      kind: 'executed',
      outputs: { Ask: 'asked', After: 'after' },
    })
    expect(waited).toEqual([{ step: 'Ask', event: 'answered', domain: 'user' }])
  })

  test('are no longer awaited when another step fails', async () => {
    const waitEnded = Promise.withResolvers<void>()
    const silent: OutsideEvents = {
      domains: ['user'],
      wait: (_event, signal) => untilAborted(signal).finally(() => waitEnded.resolve()),
    }
    const waits = buildStep({ stepName: 'Waits', observe: 'go', observationDomain: 'user' })
    const fails: Action = { ...change, run: () => Promise.reject(new TerminalError('action_failed', 'no')) }
    const outcome = await runTestChain([waits, changeStep], [follow, fails], { outsideEvents: silent })
    expect(outcome).toMatchObject({ kind: 'failed', step: 'Change' })
    await waitEnded.promise
  })
})
