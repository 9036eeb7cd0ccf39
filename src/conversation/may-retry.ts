import { may } from '../access/may.ts'
import { effectiveContract } from '../catalogue/contract.ts'
import { presentationOf } from '../catalogue/contract-presentation.ts'
import type { CommandRecord } from './lookup.ts'
import type { Context } from './scene.ts'

/**
 * Whether RETRY #REF is taken (UJG 10 `retry`): the command failed or was refused, and its contract and what it did allow to do
 * it once more. The person's rights are asked with the new command.
 */
export function mayRetry({ catalogue }: Pick<Context, 'catalogue'>, record: CommandRecord): boolean {
  const command = catalogue.commands.get(record.name)
  if (command === undefined || (record.status !== 'failed' && record.status !== 'rejected')) return false
  const { outcome, verdict } = record
  // What is known not to have happened is as good as never begun; what did happen is not done twice so.
  if (verdict === 'happened') return false
  return outcome === null || verdict === 'not_happened'
    ? effectiveContract(command).retry !== 'none'
    : presentationOf(command, outcome).offersRetry
}

/**
 * Whether a failure tells of RETRY: it would be taken, the person may ask for it, and the world was not what stood in the way,
 * for then the same again would end the same.
 */
export function offersRetry(context: Pick<Context, 'catalogue' | 'person'>, record: CommandRecord): boolean {
  const { catalogue, person } = context
  const scope = catalogue.commands.get(record.name)?.scope
  return (
    scope !== undefined &&
    record.status === 'failed' &&
    record.reason !== 'precondition_failed' &&
    mayRetry(context, record) &&
    may({ person, scope, roles: catalogue.roles })
  )
}
