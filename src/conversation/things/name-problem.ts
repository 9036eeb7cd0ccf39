import type { ArgumentProblem } from '../../envelope/normalise-argument.ts'
import { isMisleadingName } from './is-misleading-name.ts'
import { isReservedName } from './is-reserved-name.ts'
import type { Context } from '../scene.ts'

/** Why nobody may be called so; `null` when somebody may. */
export function nameProblem(context: Pick<Context, 'catalogue' | 'locale'>, name: string): ArgumentProblem | null {
  if (isReservedName(context, name)) return 'reserved_name'
  return isMisleadingName(context.catalogue, name) ? 'misleading_name' : null
}
