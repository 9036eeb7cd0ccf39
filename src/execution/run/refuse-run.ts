import type { Actions } from '../action.ts'
import type { Chain } from '../plan/chain.ts'
import type { JournalEntry } from './journal.ts'
import type { Outcome, Reached } from './outcome.ts'
import { reachedSteps } from '../plan/reached-steps.ts'

type Failed = Extract<Outcome, { readonly kind: 'failed' }>

/** The outcome of a run that cannot go on, or cannot begin (`reason`): what the runs before it did still counts. */
export function refuseRun(
  { chain, actions }: { readonly chain: Chain; readonly actions: Actions },
  entries: readonly JournalEntry[],
  { reason, explanation, gone }: Pick<Failed, 'reason' | 'explanation' | 'gone'>,
): Outcome {
  const changing = chain
    .filter((step) => actions.find(step.actionDomain, step.actionType)?.effect !== 'none')
    .map(({ stepName }) => stepName)
  const begun = entries.map(({ step }) => step)
  const dropped = begun.filter((step) => chain.every(({ stepName }) => stepName !== step))
  const reached = reachedSteps([...changing, ...dropped], (step) =>
    becameOf(entries.find((entry) => entry.step === step)),
  )
  const unknown = reached.unclear.length > 0
  const some = reached.done.length > 0
  return {
    kind: 'failed',
    reason: unknown ? 'effect_unknown' : some ? 'action_failed' : reason,
    explanation,
    ...(gone === undefined ? {} : { gone }),
    effect: unknown ? 'unknown' : some ? 'some' : 'none',
    ...(unknown || some ? { steps: reached } : {}),
    outputs: Object.fromEntries(
      entries.flatMap((entry) => (entry.kind === 'done' ? [[entry.step, entry.output]] : [])),
    ),
  }
}

function becameOf(entry: JournalEntry | undefined): keyof Reached {
  if (entry === undefined) return 'left'
  if (entry.kind === 'failed') return entry.code === 'effect_unknown' ? 'unclear' : 'left'
  return entry.kind === 'done' ? 'done' : 'unclear'
}
