import { Type } from 'typebox'
import { actionScopes } from '../../../access/action-scopes.ts'
import { may } from '../../../access/may.ts'
import type { Person } from '../../../access/person.ts'
import type { Catalogue } from '../../../catalogue/catalogue.ts'
import { localeOf } from '../../../conversation/render/locale-of.ts'
import { plainWords } from '../../../conversation/things/plain-words.ts'
import { summarise } from '../../../conversation/render/describe-command.ts'
import { reachedLines } from '../../../conversation/render/reached-text.ts'
import { verdicts } from '../../../envelope/lifecycle.ts'
import type { JsonObject } from '../../../json.ts'
import { findAskedAbout } from '../../../ledger/commands/asking.ts'
import { findDoubts, settleDoubt, tellAsker, type Doubt } from '../../../ledger/commands/settlements.ts'
import type { Action } from '../../action.ts'
import { isInPart, reachedAfter } from '../../plan/reached-steps.ts'
import { Actor, createChange, type AdminDeps } from './admin-change.ts'
import { personOfActor, read, refOf } from './admin-reads.ts'

const closed = { additionalProperties: false }
const text = Type.String({ maxLength: 200 })
const Find = Type.Object({ actor: Actor, by: Type.Enum(['id', 'name']), value: text }, closed)
const Settle = Type.Object({ actor: Actor, ref: text, verdict: Type.Enum([...verdicts]) }, closed)

/** As many as a lookup by name may give. */
const mostFound = 20

type DoubtDeps = AdminDeps & {
  readonly catalogue: () => Pick<Catalogue, 'roles' | 'locales' | 'language' | 'commands'>
}

/** `find_doubt` and `settle`: commands that may or may not have happened, and what somebody found out about one. */
export function createDoubtActions(deps: DoubtDeps): readonly Action[] {
  const { db, secrets, catalogue, clock } = deps
  return [
    read('find_doubt', Find, async ({ actor, by, value }) => {
      const person = await personOfActor(deps, actor)
      const doubts = await findDoubts(db, {
        ref: by === 'id' ? refOf(value) : null,
        ofPerson: whose(catalogue(), person),
      })
      const rows = doubts.map((doubt) => rowOf(catalogue(), person, doubt))
      if (by === 'id' && rows.length === 0) {
        const asked = await findAskedAbout(db, { ref: refOf(value), ofPerson: whose(catalogue(), person) })
        return { rows: asked.map((each) => ({ ...rowOf(catalogue(), person, each), verdict: 'asked' })) }
      }
      if (by === 'id') return { rows }
      const words = plainWords(value)
      const named = rows.filter(({ summary, who }) => plainWords(`${summary} ${who}`).includes(words))
      return { rows: named.slice(0, mostFound) }
    }),
    createChange(deps, {
      type: 'settle',
      meta: Settle,
      work: async (trx, { actor, ref, verdict }, commandId) => {
        if (commandId === undefined) throw new TypeError('Only a command can settle another one')
        const person = await personOfActor(deps, actor)
        const ofPerson = whose(catalogue(), person)
        const said = { settledBy: commandId, now: clock() }
        const doubt = await settleDoubt(trx, { ref: refOf(ref), ofPerson, verdict, ...said })
        await tellAsker(trx, secrets, { commandId: doubt.commandId, actorId: actor, ...said })
        return {
          output: rowOf(catalogue(), person, { ...doubt, verdict }),
          evidence: {
            kind: `admin.settled_${verdict}`,
            commandId: doubt.commandId,
            facts: { ref: doubt.ref, verdict, before: doubt.verdict, settledBy: commandId },
          },
        }
      },
    }),
  ]
}

/** Of whom somebody may settle commands: `null` of everybody. */
function whose({ roles }: Pick<Catalogue, 'roles'>, person: Person): string | null {
  return may({ person, scope: actionScopes.settleAny, roles }) ? null : person.id
}

/** As the person who asks reads it. */
function rowOf(
  catalogue: Pick<Catalogue, 'locales' | 'language' | 'commands'>,
  person: Person,
  { ref, name, args, who, since, verdict, steps }: Doubt,
) {
  const command = catalogue.commands.get(name)
  const locale = () => localeOf(catalogue, person)
  const known = steps === null || verdict === null || !isInPart(steps, verdict) ? null : reachedAfter(steps, verdict)
  return {
    id: ref,
    summary: command === undefined ? name : summarise(locale(), command, args),
    who,
    since: since.toISOString(),
    verdict: verdict ?? 'open',
    extent: known === null ? 'whole' : 'part',
    reached: known === null ? [] : reachedLines(locale(), command, args, known),
  } satisfies JsonObject
}
