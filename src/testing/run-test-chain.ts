import { Type } from 'typebox'
import { createActions, type Action } from '../execution/action.ts'
import type { Chain } from '../execution/plan/chain.ts'
import type { Journal, JournalEntry } from '../execution/run/journal.ts'
import { createMemoryJournal } from '../execution/run/memory-journal.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import { runChain } from '../execution/run/run-chain.ts'
import type { RunOptions } from '../execution/run/run.ts'
import { buildStep } from './build-step.ts'

/** All but what it does: an action `test/note` that only reads. */
export const note: Omit<Action, 'run'> = {
  domain: 'test',
  type: 'note',
  meta: Type.Object({}),
  effect: 'none',
  repeat: 'safe',
}

/** All but what it does: an action `test/change` that must not be repeated. */
export const change: Omit<Action, 'run'> = { ...note, type: 'change', effect: 'mutates', repeat: 'unsafe' }

/** A step with the action `test/change` that yields `changed`. */
export const changeStep = buildStep({ stepName: 'Change', actionType: 'change', yield: ['changed'] })

type Given = Partial<
  Pick<
    RunOptions,
    'journal' | 'signal' | 'onStep' | 'onLeftOpen' | 'isAskingEnded' | 'outsideEvents' | 'args' | 'actor'
  >
> & {
  readonly stepTimeoutMs?: number
}

/** Runs a chain as the command `c1`. */
export function runTestChain(chain: Chain, actions: readonly Action[], given: Given = {}): Promise<Outcome> {
  const { stepTimeoutMs = 5000, ...rest } = given
  return runChain({
    args: {},
    journal: createMemoryJournal(),
    signal: new AbortController().signal,
    ...rest,
    chain,
    command: { id: 'c1', ref: 'K7Q2M' },
    actions: createActions(actions),
    limits: { stepTimeoutMs },
  })
}

/** A journal that shows what was written. */
export function createWatchedJournal(
  before: readonly JournalEntry[] = [],
): Journal & { readonly written: readonly JournalEntry[] } {
  const journal = createMemoryJournal(before)
  const written: JournalEntry[] = []
  return {
    ...journal,
    written,
    write: async (entry) => {
      written.push(entry)
      await journal.write(entry)
    },
  }
}

/** Work that never ends and heeds nothing. */
export function hang(): Promise<never> {
  return new Promise<never>(() => undefined)
}

/** Work that ends when it is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}
