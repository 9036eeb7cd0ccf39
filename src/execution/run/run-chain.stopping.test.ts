import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { RetryableError, TerminalError } from '../../errors.ts'
import { buildStep } from '../../testing/build-step.ts'
import { change, changeStep, hang, note, runTestChain, untilAborted } from '../../testing/run-test-chain.ts'
import type { Action } from '../action.ts'
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

  describe('while the failure of a step cannot be stored', () => {
    const away = new Error('away')
    const fenced = new TerminalError('fenced', 'taken over')
    test.each([
      ['refused', { run: refuse }, away],
      ['refused before it began', { prepare: refuse }, away],
      ['ended without saying how', { run: async () => Promise.reject(new Error('how?')) }, away],
      ['hangs where nothing is changed', { prepare: hang }, away],
      ['is of somebody else by now', { run: hang }, fenced],
    ])('nothing of it may go on that %s', async (_what, given, error) => {
      expect(await leftOpen(given, error)).toEqual([])
    })

    test('it may go on when it hangs, until it has ended after all', async () => {
      const work = Promise.withResolvers<null>()
      const [ended, ...others] = await leftOpen({ run: () => work.promise }, away)
      expect(others).toEqual([])
      expect(await Promise.race([ended, setTimeout(10, 'goes on')])).toBe('goes on')
      work.reject(new Error('too late'))
      await expect(ended).resolves.toBeUndefined()
    })
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

function refuse(): Promise<never> {
  return Promise.reject(new TerminalError('action_failed', 'refused'))
}

/** What may still go on of a step when the journal answers that it failed with an error. */
async function leftOpen(given: Partial<Action>, error: Error): Promise<readonly Promise<void>[]> {
  const left: Promise<void>[] = []
  const journal = createMemoryJournal()
  const losing: Journal = {
    ...journal,
    write: async (entry) => (entry.kind === 'failed' ? Promise.reject(error) : journal.write(entry)),
  }
  const action: Action = { ...change, run: async () => null, ...given }
  const onLeftOpen = (ended: Promise<void>) => void left.push(ended)
  const run = runTestChain([changeStep], [action], { journal: losing, onLeftOpen, stepTimeoutMs: 20 })
  await expect(run).rejects.toBe(error)
  return left
}
