import type { Actions } from './execution/action.ts'
import { createAdminActions } from './execution/actions/admin/admin.ts'
import { createFilesystemActions } from './execution/actions/filesystem/filesystem.ts'
import type { HttpServices } from './execution/actions/http/http-services.ts'
import { createHttpActions } from './execution/actions/http/http.ts'
import { createReportActions } from './execution/actions/report/report.ts'
import { createSqlActions, type SqlConnections } from './execution/actions/sql/sql.ts'
import type { Chain } from './execution/plan/chain.ts'
import type { ChainProblem } from './execution/plan/chain-problem.ts'
import { joinActions, type OwnAction } from './execution/load-actions.ts'
import { planChain } from './execution/plan/plan-chain.ts'

/** All that the steps of a catalogue can do here; the bot, the workers and the catalogue's lint judge by the same list. */
export function createShippedActions({
  connections,
  services,
  own = [],
  ...surroundings
}: {
  readonly connections: SqlConnections
  readonly services: HttpServices
  /** Those of `SAYSO_ACTIONS`. */
  readonly own?: readonly OwnAction[]
} & Parameters<typeof createAdminActions>[0]): Actions {
  const { workspaceDir: root, clock } = surroundings
  const shipped = [
    ...createSqlActions({ connections }),
    ...createFilesystemActions({ root }),
    ...createReportActions({ root, clock }),
    ...createHttpActions({ services }),
    ...createAdminActions(surroundings),
  ]
  return joinActions(shipped, own)
}

/** What is wrong with a chain, as the catalogue's loader asks; no event comes from outside a chain here. */
export function planProblemsFor(actions: Actions): (chain: Chain) => readonly ChainProblem[] {
  return (chain) => {
    const planned = planChain(chain, { actions, outsideDomains: [] })
    return planned.kind === 'problems' ? planned.problems : []
  }
}
