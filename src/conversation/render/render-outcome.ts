import type { Command } from '../../catalogue/catalogue.ts'
import { presentationOf, type Presentation } from '../../catalogue/contract-presentation.ts'
import type { CommandRecord } from '../lookup.ts'
import { offersRetry } from '../may-retry.ts'
import { rowsOf } from '../rows-of.ts'
import type { Context } from '../scene.ts'
import { offersUndo } from '../undo-of.ts'
import type { Reply } from '../../channel/reply.ts'
import { shownArguments, shownColumns, summarise, textsOf, unmetText } from './describe-command.ts'
import { format, say } from './say.ts'
import { showValue } from './show-value.ts'

type Show = Presentation['show']

/** How many rows a preview shows. */
const previewRows = 10

/**
 * What came of a command, in words that say what to do next when it was not what the person wanted; as much of it as its
 * contract wants told (UJG 10 `result`, `error`).
 * @param options.table whether its rows go along as a file; those that a contract wants as a file are else shown
 */
export function renderOutcome(context: Context, record: CommandRecord, { table = false } = {}): Reply {
  const command = context.catalogue.commands.get(record.name)
  const { show, message }: Pick<Presentation, 'show' | 'message'> =
    command === undefined || record.outcome === null
      ? { show: 'inline', message: 'own' }
      : presentationOf(command, record.outcome)
  return {
    about: record.status === 'rejected' ? 'refusal' : 'outcome',
    text: outcomeText(context, command, record, show === 'download' && !table ? 'inline' : show),
    command: commandOf(record),
    ...(message === 'replace' ? { replaces: 'progress' } : {}),
  }
}

/** The `command` field of a reply about a stored command. */
export function commandOf(record: CommandRecord): NonNullable<Reply['command']> {
  return {
    id: record.commandId,
    ref: record.ref,
    name: record.name,
    status: record.status,
    ...(record.reason === null ? {} : { reason: record.reason }),
  }
}

/** A command that the catalogue has lost meanwhile is called by its token; what came of it is told all the same. */
function outcomeText(context: Context, command: Command | undefined, record: CommandRecord, show: Show): string {
  const { locale } = context
  const summary =
    command === undefined
      ? [record.name, showValue(record.intent.target?.id ?? '')].join(' ').trim()
      : summarise(locale, command, record.args)
  if (record.status === 'executed' || record.status === 'compensated') {
    return command === undefined
      ? say(locale, 'outcome_done', { done: summary, ref: record.ref })
      : executedText(context, command, record, show)
  }
  if (record.status === 'rejected') {
    return say(locale, record.reason === 'expired' ? 'outcome_not_started' : 'outcome_rejected', {
      summary,
      ref: record.ref,
    })
  }
  const effect = record.outcome?.kind === 'failed' ? record.outcome.effect : 'none'
  const explanation = record.outcome?.kind === 'failed' ? record.outcome.explanation : ''
  const why = show === 'inline' ? whyText(context, command, record, explanation) : ''
  const isRead = command?.safety === 'read' && effect === 'none'
  const failed = say(locale, isRead ? 'outcome_failed_read' : `outcome_failed_${effect}`, {
    summary,
    ref: record.ref,
    why,
  })
  const text = why === '' ? failed.replaceAll(/\n+/gu, '\n').trim() : failed
  return offersRetry(context, record) ? `${text}\n${say(locale, 'outcome_retry', { ref: record.ref })}` : text
}

/** The command's own sentence, or the one for the reason code; the technical explanation only where neither fits. */
function whyText({ locale }: Context, command: Command | undefined, record: CommandRecord, explanation: string) {
  const unmet = command === undefined ? null : unmetText(locale, command, record.args)
  if (unmet !== null && record.reason === 'precondition_failed') return unmet
  const key = `reason_${record.reason ?? 'action_failed'}`
  return say(locale, locale.messages[key] === undefined ? 'reason_action_failed' : key, {
    explanation: showValue(explanation),
  })
}

function executedText(context: Context, command: Command, record: CommandRecord, show: Show): string {
  const { locale } = context
  const body = show === 'none' ? summarise(locale, command, record.args) : doneText(context, command, record, show)
  if (command.safety === 'read' && show !== 'none') return body
  const key = offersUndo(context, command, record) ? 'outcome_done_undo' : 'outcome_done'
  return say(locale, key, { done: body, ref: record.ref })
}

function doneText(context: Context, command: Command, record: CommandRecord, show: Exclude<Show, 'none'>): string {
  const { locale } = context
  const rows = rowsOf(record)
  const texts = textsOf(locale, command)
  const entity = command.parameters.find((parameter) => parameter.entity !== null)?.entity ?? entityOf(context, command)
  const first = Object.entries(shownColumns(context.catalogue, locale, entity, rows[0] ?? {}))
  const done = format(locale, texts.done, {
    ...shownArguments(locale, command, record.args, texts.done),
    ...Object.fromEntries(first.map(([column, value]) => [`out_${column}`, value])),
    count: rows.length,
  }).trim()
  if (show === 'summary' || show === 'download') return done.split('\n')[0] ?? ''
  const { row: rowText } = texts
  if (rowText === undefined) return done
  const shown = show === 'preview' ? rows.slice(0, previewRows) : rows
  const list = shown.map((row) => format(locale, rowText, shownColumns(context.catalogue, locale, entity, row)))
  const more = rows.length - shown.length
  return [done, ...list, ...(more > 0 ? [say(locale, 'outcome_more', { count: more })] : [])].join('\n')
}

/** A list names no entity in its parameters; its intent does. */
function entityOf({ catalogue }: Context, command: Command): string | null {
  const name = command.intent.entity.toLowerCase()
  return catalogue.entities.has(name) ? name : null
}
