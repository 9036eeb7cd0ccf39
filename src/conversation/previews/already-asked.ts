import type { Command } from '../../catalogue/catalogue.ts'
import { effectiveContract } from '../../catalogue/contract/contract.ts'
import { placedMembers, wouldSucceed, type Prospect } from '../../catalogue/commands/succeeds-if.ts'
import type { Reply } from '../../channel/reply.ts'
import { intentOf } from '../../envelope/build-envelope.ts'
import { howFarItCame } from '../how-far-it-came.ts'
import type { CommandRecord, Lookup } from '../lookup.ts'
import { summarise } from '../render/describe-command.ts'
import { commandOf } from '../render/render-outcome.ts'
import { clockTime } from '../render/render-time.ts'
import { reachedLines } from '../render/reached-text.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { settleText } from '../settle-doubt.ts'

/** Looks up whether a wish is a repeat. */
export function repeatLookup({ person }: Context, command: Command, { args, again }: Draft) {
  return {
    kind: 'repeat',
    userId: person.id,
    intent: intentOf(command, args),
    args,
    again,
    alike: settingsOf(command),
    withinMs: command.windowMs,
  } as const satisfies Lookup
}

/** All that a command can set its target to, where that is a choice and no thing. */
function settingsOf({ parameters, intent }: Command): readonly string[] {
  const target = parameters.find(({ name }) => name === intent.target)
  const values = target?.type === 'choice' && target.entity === null ? target.schema['enum'] : undefined
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}

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
  const { locale } = context
  const summary = summarise(locale, command, earlier.args, earlier.facts)
  const state = howFarItCame(earlier)
  const again = wouldSucceed(command, { args: earlier.args, facts }) ? 'yes' : 'no'
  const time = timeOf(context, earlier)
  const how = state === 'unknown' ? settleText(context, earlier.ref) : ''
  const { outcome } = earlier
  const steps = outcome?.kind === 'failed' ? outcome.steps : undefined
  const reached = reachedLines(locale, command, earlier.args, steps).join('\n') || 'none'
  const told = say(locale, `already_${state}`, { summary, ref: earlier.ref, time, again, reached })
  return { about: 'info', text: [told, how].filter((line) => line !== '').join('\n'), command: commandOf(earlier) }
}

/** What was confirmed once more, by the same code, was done the first time and not again. */
export function doneOnce(context: Context, command: Command, record: CommandRecord): Reply {
  const { locale } = context
  const summary = summarise(locale, command, record.args, record.facts)
  const params = { summary, ref: record.ref, time: timeOf(context, record), again: 'no' }
  return { about: 'info', text: say(locale, 'already_done', params), command: commandOf(record) }
}

function timeOf({ locale, person }: Context, { settledAt }: CommandRecord): string {
  return settledAt === null ? '' : clockTime(locale, person.timeZone, new Date(settledAt))
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
