import type { Actions } from '../action.ts'
import type { Chain } from './chain.ts'
import { planChain, type PlanOptions, type PlanResult } from './plan-chain.ts'

/** How many plans are kept for one set of actions. */
const maxPlans = 500

const known = new WeakMap<Actions, Map<string, PlanResult>>()

/**
 * `planChain()` for chains that come again and again, each time read anew from an envelope: a plan follows from the text of
 * the chain alone, so the same text has the same plan.
 */
export function recallPlan(chain: Chain, options: PlanOptions & { readonly actions: Actions }): PlanResult {
  const plans = known.get(options.actions) ?? new Map<string, PlanResult>()
  known.set(options.actions, plans)
  const key = JSON.stringify([chain, options.outsideDomains])
  const found = plans.get(key)
  if (found !== undefined) return found
  const planned = planChain(chain, options)
  if (plans.size >= maxPlans) plans.clear()
  plans.set(key, planned)
  return planned
}
