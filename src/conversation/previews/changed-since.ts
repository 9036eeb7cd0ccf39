/**
 * What an undo takes back, and what goes with it: an undo makes a thing what it was, and with that undoes whatever was done with
 * it since. The preview says both; the person decides.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import { intentOf } from '../../envelope/build-envelope.ts'
import type { ChangeSince, CommandRecord, Lookup } from '../lookup.ts'
import { mayAsk } from '../may-ask.ts'
import { summarise } from '../render/describe-command.ts'
import { ageOf, recentTime } from '../render/render-time.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Context } from '../scene.ts'
import type { Draft, Pending, TakenBack } from '../session.ts'
import type { UndoPlan } from '../things/undo-of.ts'

type SinceLookup = Extract<Lookup, { kind: 'changed-since' }>

/** What a command that undoes another one says of that one. */
export function takenBackBy(
  { locale }: Pick<Context, 'locale'>,
  undone: Command,
  { commandId, ref, args, facts, settledAt }: CommandRecord,
  { command, raw }: UndoPlan,
): TakenBack {
  const { target } = command.intent
  return {
    commandId,
    ref,
    summary: summarise(locale, undone, args, facts),
    settledAt,
    target: target === null ? null : (raw[target] ?? null),
  }
}

/** What a draft takes back; `null` of one that takes nothing back, or has been put right to be about something else. */
export function takenBackIn(command: Command, { takesBack, args }: Draft): TakenBack | null {
  if (takesBack === undefined) return null
  return (intentOf(command, args).target?.id ?? null) === takesBack.target ? takesBack : null
}

/** Looks up what was done since with what a draft takes back. */
export function sinceLookup(command: Command, draft: Draft): SinceLookup | null {
  const undone = takenBackIn(command, draft)
  return undone === null ? null : { kind: 'changed-since', commandId: undone.commandId }
}

/** The first line of the preview of an undo. */
export function takenBackText(
  { locale, person, now }: Pick<Context, 'locale' | 'person' | 'now'>,
  { summary, ref, settledAt }: TakenBack,
): string {
  const time = settledAt === null ? null : recentTime(locale, person.timeZone, { at: new Date(settledAt), now })
  return say(locale, 'undo_takes_back', { summary, ref, time: time ?? 'none' })
}

/** What was done since, a line for each; where it would not succeed anyway, nothing is said of confirming. */
export function sinceText(
  context: Context,
  changes: readonly ChangeSince[],
  { wouldSucceed }: { readonly wouldSucceed: boolean },
): string | null {
  if (changes.length === 0) return null
  const lines = changes.map((change) => changeText(context, change))
  return [...lines, ...(wouldSucceed ? [say(context.locale, 'preview_since_confirm')] : [])].join('\n')
}

/** What others did is told in full to those who might have done it themselves. */
function changeText(context: Context, { record, who, isOwn }: ChangeSince): string {
  const { catalogue, locale, now } = context
  const { name, args, facts, settledAt } = record
  const command = mayAsk(context, name) ? catalogue.commands.get(name) : undefined
  const age = ageOf(locale, now.getTime() - Date.parse(settledAt ?? ''))
  return say(locale, 'preview_since', {
    by: isOwn ? 'you' : who === '' ? 'nobody' : 'other',
    who: showValue(who),
    age,
    told: command === undefined ? 'no' : 'yes',
    summary: command === undefined ? '' : summarise(locale, command, args, facts),
  })
}

/** Whether something was done with it that the preview has not said. */
export function isNewlyChanged({ newestSince }: Pending, [newest]: readonly ChangeSince[]): boolean {
  return newest !== undefined && newest.record.commandId !== newestSince
}
