import { may } from '../access/may.ts'
import type { Verdict } from '../envelope/lifecycle.ts'
import { say } from './render/say.ts'
import type { CommandRecord } from './lookup.ts'
import type { Context } from './scene.ts'
import type { Mention } from './session.ts'

/** The command with which somebody says what they found out. */
const tokenOf: Readonly<Record<Verdict, string>> = { happened: 'HAPPENED', not_happened: 'NOT_HAPPENED' }
/** What such a command is called as a thing that can be named. */
const doubtEntity = 'command-in-doubt'

/** Whether nobody knows if a command happened: its effect is unknown, and nobody has found out since. */
export function isInDoubt({ outcome, verdict }: Pick<CommandRecord, 'outcome' | 'verdict'>): boolean {
  return outcome?.kind === 'failed' && outcome.effect === 'unknown' && verdict === null
}

/** What "it did not happen" is about after this. */
export function doubtIn(record: CommandRecord): readonly Pick<Mention, 'entity' | 'id'>[] {
  return isInDoubt(record) ? [{ entity: doubtEntity, id: record.ref }] : []
}

/** How whoever finds out says so, and where; '' where this person could not say it. */
export function settleText({ catalogue, locale, person, chatKind }: Context, ref: string): string {
  const commands = Object.values(tokenOf).map((token) => catalogue.commands.get(token))
  const maySay = commands.every(
    (command) => command !== undefined && may({ person, scope: command.scope, roles: catalogue.roles }),
  )
  if (!maySay) return ''
  const isElsewhere = chatKind !== 'private' && commands.some((command) => command?.onlyPrivate === true)
  return say(locale, isElsewhere ? 'settle_in_private' : 'settle', { ref })
}
