import { effectiveContract } from '../../catalogue/contract/contract.ts'
import { presentationOf } from '../../catalogue/contract/contract-presentation.ts'
import type { CommandRecord } from '../lookup.ts'
import { mayAsk } from '../may-ask.ts'
import type { Context } from '../scene.ts'

/**
 * Whether RETRY #REF is accepted (UJG 10 `retry`): the command failed or was refused, and its contract and its effect allow
 * it to be done again. The person's rights are checked with the new command.
 */
export function mayRetry({ catalogue }: Pick<Context, 'catalogue'>, record: CommandRecord): boolean {
  const command = catalogue.commands.get(record.name)
  if (command === undefined || (record.status !== 'failed' && record.status !== 'rejected')) return false
  const { outcome, verdict } = record
  // What is known not to have happened may be repeated as if never begun; what did happen must not be done twice this way.
  if (verdict === 'happened') return false
  return outcome === null || verdict === 'not_happened'
    ? effectiveContract(command).retry !== 'none'
    : presentationOf(command, outcome).offersRetry
}

/**
 * Whether a failure mentions RETRY: it would be accepted, the person may ask for it, and the failure was not due to the
 * state of the world, in which case the same attempt would end the same way.
 */
export function offersRetry(context: Pick<Context, 'catalogue' | 'person'>, record: CommandRecord): boolean {
  return (
    record.status === 'failed' &&
    record.reason !== 'precondition_failed' &&
    mayRetry(context, record) &&
    mayAsk(context, record.name)
  )
}
