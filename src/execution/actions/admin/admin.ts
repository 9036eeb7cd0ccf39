import type { Catalogue } from '../../../catalogue/catalogue.ts'
import type { Action } from '../../action.ts'
import type { AdminDeps } from './admin-change.ts'
import { createExportAction } from './admin-export.ts'
import { createPeopleActions } from './admin-people.ts'
import { createDoubtActions } from './admin-doubts.ts'
import { createAdminReads, type AdminReadDeps } from './admin-reads.ts'
import { createSystemActions } from './admin-system.ts'

/**
 * The domain `admin`: Sayso looking after itself. Everything that changes is exactly once and leaves evidence in the transaction
 * of its effect; who asks is given by the chain as `actor: "{{actor.id}}"`, and is looked up anew.
 * @param deps.catalogue a getter, because the catalogue is loaded with these actions
 */
export function createAdminActions(
  deps: AdminDeps &
    Pick<AdminReadDeps, 'queueHealth'> & {
      readonly catalogue: () => Pick<Catalogue, 'roles' | 'locales' | 'language' | 'commands'>
      /** Where exports go: the folder that the actions of domain filesystem see. */
      readonly workspaceDir: string
    },
): readonly Action[] {
  return [
    ...createAdminReads(deps),
    ...createPeopleActions(deps),
    ...createSystemActions(deps),
    ...createDoubtActions(deps),
    createExportAction(deps),
  ]
}
