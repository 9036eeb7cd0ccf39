import { Type } from 'typebox'
import { UserError } from '../../../errors.ts'
import { countResting } from '../../../ledger/commands/asking.ts'
import { countRunningBeside } from '../../../ledger/commands/queue-view.ts'
import { setPaused } from '../../../ledger/settings.ts'
import type { Action } from '../../action.ts'
import { Actor, createChange, type AdminDeps } from './admin-change.ts'

const OfActor = Type.Object({ actor: Actor }, { additionalProperties: false })

/** `pause` and `resume`: while it is paused nothing begins that changes something, but what says that it does. */
export function createSystemActions(deps: AdminDeps): readonly Action[] {
  return [
    createSwitch(deps, { type: 'pause', paused: true, kind: 'admin.paused', otherwise: 'It is paused already' }),
    createSwitch(deps, { type: 'resume', paused: false, kind: 'admin.resumed', otherwise: 'It is not paused' }),
  ]
}

function createSwitch(
  deps: AdminDeps,
  {
    type,
    paused,
    kind,
    otherwise,
  }: { readonly type: string; readonly paused: boolean; readonly kind: string; readonly otherwise: string },
): Action {
  return createChange(deps, {
    type,
    meta: OfActor,
    work: async (trx, { actor }, commandId) => {
      const switched = await setPaused(trx, { paused, personId: actor, now: deps.clock() })
      if (!switched) throw new UserError('precondition_failed', otherwise)
      const resting = await countResting(trx)
      const running = (await countRunningBeside(trx, commandId)) - resting
      return { output: { paused: paused ? 'yes' : 'no', resting, running }, evidence: { kind, facts: {} } }
    },
  })
}
