import type { Actions } from './action.ts'
import type { Chain } from './chain.ts'

/** Whether a chain may change something: a read command's may not. An action that nobody knows counts as one that does. */
export function chainEffect(chain: Chain, actions: Actions): 'none' | 'mutates' {
  const harmless = chain.every((step) => actions.find(step.actionDomain, step.actionType)?.effect === 'none')
  return harmless ? 'none' : 'mutates'
}
