import type { Reply } from '../../channel/reply.ts'
import type { Progress } from '../../execution/run/tell-progress.ts'
import type { CommandRecord } from '../lookup.ts'
import type { Context } from '../scene.ts'
import { shownArguments, summarise, textsOf } from './describe-command.ts'
import { commandOf } from './render-outcome.ts'
import { format, say } from './say.ts'
import { showValue } from './show-value.ts'

/** How many pieces the bar has at most: more do not fit a phone beside the words. */
const barLength = 10

type View = Pick<Context, 'catalogue' | 'locale'>

/** How far a command is: "▰▰▱▱ 2/4  Cancelling order 204…". */
export function renderProgress(context: View, record: CommandRecord, progress: Progress): Reply {
  const { done, total } = progress
  const message = messageOf(context, record, progress).replace(/[\s.…]+$/u, '')
  const text = say(context.locale, 'progress', { bar: barOf(done, total), done, total, message })
  return { about: 'progress', text, command: commandOf(record) }
}

/**
 * The step in the person's language. `stepMsg` is written in the main one; another one that has no text for the step names the command
 * instead.
 */
function messageOf({ catalogue, locale }: View, record: CommandRecord, { step, message }: Progress): string {
  const command = catalogue.commands.get(record.name)
  const text = command === undefined || step === null ? undefined : textsOf(locale, command).steps?.[step]
  if (command !== undefined && text !== undefined)
    return format(locale, text, shownArguments(locale, command, record.args, text))
  const shown = showValue(message)
  if (command === undefined) return shown === '' ? record.name : shown
  return locale.language === catalogue.language && shown !== ''
    ? shown
    : summarise(locale, command, record.args, record.facts)
}

/** Full only when all is done: what is left shows, be it one step of many. */
function barOf(done: number, total: number): string {
  const length = Math.min(total, barLength)
  const full = Math.floor((done / Math.max(total, 1)) * length)
  return '▰'.repeat(full) + '▱'.repeat(length - full)
}
