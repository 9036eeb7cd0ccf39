import type { Verdict } from '../envelope/lifecycle.ts'
import { say } from './render/say.ts'
import type { CommandRecord } from './lookup.ts'
import { mayAsk } from './may-ask.ts'
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
export function settleText(context: Context, ref: string): string {
  const { catalogue, locale, chatKind } = context
  const tokens = Object.values(tokenOf)
  if (!tokens.every((token) => mayAsk(context, token))) return ''
  const isElsewhere =
    chatKind !== 'private' && tokens.some((token) => catalogue.commands.get(token)?.onlyPrivate === true)
  return say(locale, isElsewhere ? 'settle_in_private' : 'settle', { ref })
}
