import type { CommandRecord } from '../conversation/lookup.ts'
import type { Chain } from '../execution/plan/chain.ts'

/**
 * Whether a command that was done looked at the evidence (`admin/verify`) and found it broken: it is over, and not as it should be.
 * What another action calls `ok` is its own affair.
 */
export function foundBroken({ outcome, lastStep }: Pick<CommandRecord, 'outcome' | 'lastStep'>, chain: Chain): boolean {
  const step = chain.find(({ stepName }) => stepName === lastStep)
  if (step?.actionDomain !== 'admin' || step.actionType !== 'verify') return false
  const found = outcome?.kind === 'executed' ? outcome.outputs[lastStep] : undefined
  return typeof found === 'object' && found !== null && 'ok' in found && found['ok'] === 'no'
}
