import { Type, type Static, type TSchema } from 'typebox'
import { performOnce, probeOnce } from '../../../ledger/admin-effects.ts'
import type { Executor, LedgerDb } from '../../../ledger/database.ts'
import { appendEvidence } from '../../../ledger/evidence/evidence.ts'
import type { Secrets } from '../../../ledger/secrets/secrets.ts'
import type { JsonObject } from '../../../json.ts'
import type { Action } from '../../action.ts'

/** What every action of the domain needs. */
export type AdminDeps = { readonly db: LedgerDb; readonly secrets: Secrets; readonly clock: () => Date }

/** The person who asks: `{{actor.id}}`. */
export const Actor = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

/** What a change gives back: what the person is told, and what is proved later. */
export type AdminChange = {
  readonly output: JsonObject
  /**
   * `admin.person_added` and the like; `facts` without anything personal, `payload` for the rest. `commandId`: which command it is
   * about, where that is another one than the one that does it.
   */
  readonly evidence: {
    readonly kind: string
    readonly facts: JsonObject
    readonly payload?: JsonObject
    readonly commandId?: string
  }
}

/** An action that changes the ledger exactly once: its effect, the mark of it and the evidence are one transaction. */
export function createChange<Meta extends TSchema>(
  { db, secrets, clock }: AdminDeps,
  {
    type,
    meta,
    timeLimitMs,
    work,
  }: {
    readonly type: string
    readonly meta: Meta
    readonly timeLimitMs?: number
    /** `commandId`: the command that does it; none where a step runs without one. */
    readonly work: (
      trx: Executor,
      meta: Static<Meta> & { readonly actor: string },
      commandId: string | undefined,
    ) => Promise<AdminChange>
  },
): Action {
  return {
    domain: 'admin',
    type,
    meta,
    effect: 'mutates',
    repeat: 'unsafe',
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    run: (given, context) =>
      performOnce(db, context, async (trx) => {
        // The schema has been checked, and each has an actor.
        const checked = given as Static<Meta> & { readonly actor: string }
        const commandId = commandOf(context.effectId)
        const { output, evidence } = await work(trx, checked, commandId)
        await appendEvidence(trx, secrets, [{ at: clock(), personId: checked.actor, commandId, ...evidence }])
        return output
      }),
    probe: (_given, context) => probeOnce(db, context),
  }
}

/** The command of an effect: `<command id>/<step name>`. */
function commandOf(effectId: string): string | undefined {
  const [id = ''] = effectId.split('/')
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(id) ? id : undefined
}
