import type { Command } from '../catalogue/catalogue.ts'
import { effectiveContract } from '../catalogue/contract.ts'
import { placedMembers, wouldSucceed, type Prospect } from '../catalogue/succeeds-if.ts'
import type { Reply } from '../channel/reply.ts'
import { howFarItCame } from './how-far-it-came.ts'
import type { CommandRecord } from './lookup.ts'
import { summarise } from './render/describe-command.ts'
import { commandOf } from './render/render-outcome.ts'
import { clockTime } from './render/render-time.ts'
import { reachedLines } from './render/reached-text.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { settleText } from './settle-doubt.ts'

/**
 * CCP IX.B: a repeat gets the recorded outcome, or hears that the command is still under way. AGAIN is only spoken of where it would
 * not fail, as far as can be told.
 */
export function alreadyAsked(
  { context }: Scene,
  command: Command,
  earlier: CommandRecord,
  facts: Prospect['facts'],
): Reply {
  const { locale, person } = context
  const summary = summarise(locale, command, earlier.args, earlier.facts)
  const state = howFarItCame(earlier)
  const again = wouldSucceed(command, { args: earlier.args, facts }) ? 'yes' : 'no'
  const time = earlier.settledAt === null ? '' : clockTime(locale, person.timeZone, new Date(earlier.settledAt))
  const how = state === 'unknown' ? settleText(context, earlier.ref) : ''
  const { outcome } = earlier
  const steps = outcome?.kind === 'failed' ? outcome.steps : undefined
  const reached = reachedLines(locale, command, earlier.args, steps).join('\n') || 'none'
  const told = say(locale, `already_${state}`, { summary, ref: earlier.ref, time, again, reached })
  return { about: 'info', text: [told, how].filter((line) => line !== '').join('\n'), command: commandOf(earlier) }
}

/**
 * Whether what was done is not so any more, whoever or whatever changed it: a command that does no harm twice, and whose file says of
 * the world when there is something for it to do, would have something to do.
 */
export function isNoLongerSo(command: Command, earlier: CommandRecord, prospect: Prospect): boolean {
  const { succeedsIf } = command
  if (succeedsIf === null || howFarItCame(earlier) !== 'done') return false
  if (effectiveContract(command).idempotency !== 'idempotent') return false
  const looksAtWorld = placedMembers(succeedsIf).some(({ pointer }) => pointer.startsWith('/facts/'))
  return looksAtWorld && wouldSucceed(command, prospect)
}
