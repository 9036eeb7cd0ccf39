import type { Actions } from './action.ts'
import type { Chain } from './chain.ts'
import type { JournalEntry } from './journal.ts'
import type { Outcome } from './outcome.ts'

type Failed = Extract<Outcome, { readonly kind: 'failed' }>

/** The outcome of a run that cannot go on, or cannot begin (`reason`): what the runs before it did still counts. */
export function refuseRun(
  { chain, actions }: { readonly chain: Chain; readonly actions: Actions },
  entries: readonly JournalEntry[],
  { reason, explanation }: Pick<Failed, 'reason' | 'explanation'>,
): Outcome {
  const mutates = (entry: JournalEntry): boolean => {
    const step = chain.find(({ stepName }) => stepName === entry.step)
    return step === undefined || actions.find(step.actionDomain, step.actionType)?.effect !== 'none'
  }
  const changing = entries.filter(mutates)
  const unknown = changing.some(
    (entry) => entry.kind === 'intent' || (entry.kind === 'failed' && entry.code === 'effect_unknown'),
  )
  const some = changing.some((entry) => entry.kind === 'done')
  return {
    kind: 'failed',
    reason: unknown ? 'effect_unknown' : some ? 'action_failed' : reason,
    explanation,
    effect: unknown ? 'unknown' : some ? 'some' : 'none',
    outputs: Object.fromEntries(
      entries.flatMap((entry) => (entry.kind === 'done' ? [[entry.step, entry.output]] : [])),
    ),
  }
}
