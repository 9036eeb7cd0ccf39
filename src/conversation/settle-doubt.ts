import { may } from '../access/may.ts'
import type { Verdict } from '../envelope/lifecycle.ts'
import { say } from './render/say.ts'
import type { CommandRecord } from './lookup.ts'
import type { Context } from './scene.ts'
import type { Mention } from './session.ts'

/** The command with which somebody reports what they found out. */
const tokenOf: Readonly<Record<Verdict, string>> = { happened: 'HAPPENED', not_happened: 'NOT_HAPPENED' }
/** The entity by which such a command can be named as a thing. */
const doubtEntity = 'command-in-doubt'

/** Whether nobody knows if a command happened: its effect is unknown, and nobody has found out since. */
export function isInDoubt({ outcome, verdict }: Pick<CommandRecord, 'outcome' | 'verdict'>): boolean {
  return outcome?.kind === 'failed' && outcome.effect === 'unknown' && verdict === null
}

/** What "it did not happen" refers to after this. */
export function doubtIn(record: CommandRecord): readonly Pick<Mention, 'entity' | 'id'>[] {
  return isInDoubt(record) ? [{ entity: doubtEntity, id: record.ref }] : []
}

/** How and where to report it once found out; '' when this person could not report it. */
export function settleText({ catalogue, locale, person, chatKind }: Context, ref: string): string {
  const commands = Object.values(tokenOf).map((token) => catalogue.commands.get(token))
  const maySay = commands.every(
    (command) => command !== undefined && may({ person, scope: command.scope, roles: catalogue.roles }),
  )
  if (!maySay) return ''
  const isElsewhere = chatKind !== 'private' && commands.some((command) => command?.onlyPrivate === true)
  return say(locale, isElsewhere ? 'settle_in_private' : 'settle', { ref })
}
