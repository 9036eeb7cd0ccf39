import type { Command, Locale } from '../../catalogue/catalogue.ts'
import { presentationOf, type Presentation } from '../../catalogue/contract/contract-presentation.ts'
import type { CommandRecord } from '../lookup.ts'
import { offersRetry } from '../previews/may-retry.ts'
import { isInDoubt, settleText } from '../settle-doubt.ts'
import type { JsonObject } from '../../json.ts'
import { hasMoreRows, rowsOf } from '../things/rows-of.ts'
import type { Context } from '../scene.ts'
import { offeredUndo } from '../things/undo-of.ts'
import type { Reply } from '../../channel/reply.ts'
import { isDone } from '../../envelope/lifecycle.ts'
import { isErased, calledArguments, summarise, textsOf } from './describe-command.ts'
import { listedColumns, shownColumns } from './show-columns.ts'
import type { Params } from './fit-elements.ts'
import { format, say, unfilledIn } from './say.ts'
import { isOfSeveral } from './reached-text.ts'
import { showValue } from './show-value.ts'
import { technicalText, whyFailed } from './why-failed.ts'

type Show = Presentation['show']

/** What stands where the text of a command asks for what its steps did not give. */
const notGiven = '—'

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
    about: aboutOf(record),
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

/** The same where more cannot be told: its title, and how it ended, with nothing that depends on what it gave. */
export function renderBareOutcome(
  { catalogue, locale }: Pick<Context, 'catalogue' | 'locale'>,
  record: CommandRecord,
): Reply {
  const command = catalogue.commands.get(record.name)
  const title = command === undefined ? record.name : textsOf(locale, command).title
  return {
    about: aboutOf(record),
    text: [endText(locale, record, title, ''), say(locale, 'outcome_untold')].join('\n'),
    command: commandOf(record),
  }
}

/** The same with what its preview showed, for whoever may not see what it gave. */
export function renderPlainOutcome(
  { catalogue, locale }: Pick<Context, 'catalogue' | 'locale'>,
  record: CommandRecord,
): Reply {
  const summary = summaryOf(locale, catalogue.commands.get(record.name), record)
  return { about: aboutOf(record), text: endText(locale, record, summary, ''), command: commandOf(record) }
}

/** What the texts of a command ask for and its outcome does not hold: `out_qty`. */
export function unfilledByOutcome(context: Context, record: CommandRecord): readonly string[] {
  const command = context.catalogue.commands.get(record.name)
  if (command === undefined || record.outcome?.kind !== 'executed') return []
  const { locale } = context
  const { done, row: rowText } = textsOf(locale, command)
  const rows = rowsOf(record)
  const [first] = rows
  const isListed = rowText !== undefined && first !== undefined
  return [
    ...unfilledIn(locale, done, doneParams(context, command, record, rows)),
    ...(isListed ? unfilledIn(locale, rowText, shownColumns(context, entityOf(context, command), first)) : []),
  ]
}

function aboutOf({ status }: CommandRecord): Reply['about'] {
  return status === 'rejected' ? 'refusal' : 'outcome'
}

/** A command that the catalogue has lost meanwhile is called by its token; what came of it is told all the same. */
function outcomeText(context: Context, command: Command | undefined, record: CommandRecord, show: Show): string {
  const { locale } = context
  if (isDone(record) && command !== undefined) return executedText(context, command, record, show)
  const summary = summaryOf(locale, command, record)
  const isTold = show === 'inline' && record.verdict === null
  const text = endText(locale, record, summary, isTold ? whyFailed(context, command, record) : '')
  const technical = isTold ? technicalText(context, command, record) : null
  return [text, technical, nextText(context, record)].filter((line) => line !== null && line !== '').join('\n')
}

function summaryOf(locale: Locale, command: Command | undefined, record: CommandRecord): string {
  return command === undefined
    ? [record.name, showValue(record.intent.target?.id ?? '')].join(' ').trim()
    : summarise(locale, command, record.args, record.facts)
}

/** What whoever asked can say to it: what they found out, or that it be tried again. */
function nextText(context: Context, record: CommandRecord): string {
  const { locale } = context
  if (isInDoubt(record)) return settleText(context, record.ref) || say(locale, 'settle_again')
  return offersRetry(context, record) ? say(locale, 'outcome_retry', { ref: record.ref }) : ''
}

/** How a command of this name ended; `why` it failed. */
function endText(locale: Locale, record: CommandRecord, summary: string, why: string): string {
  const { ref, reason } = record
  if (isDone(record) || record.verdict === 'happened') return say(locale, 'outcome_done', { done: summary, ref })
  if (record.status === 'rejected') return say(locale, rejectedKey(reason), { summary, ref })
  const failed = say(locale, failedKey(record), { summary, ref, why })
  return why === '' ? failed.replaceAll(/\n+/gu, '\n').trim() : failed
}

function failedKey({ safety, outcome, verdict }: CommandRecord): string {
  const isUndone = outcome?.kind !== 'failed' || outcome.effect === 'none' || verdict === 'not_happened'
  if (isUndone) return safety === 'read' ? 'outcome_failed_read' : 'outcome_failed_none'
  const { effect, steps } = outcome
  const isPart = effect === 'unknown' && steps !== undefined && isOfSeveral(steps)
  return isPart ? 'outcome_failed_unknown_part' : `outcome_failed_${effect}`
}

function rejectedKey(reason: CommandRecord['reason']): string {
  if (reason === 'expired') return 'outcome_not_started'
  return reason === 'unauthorised' || reason === 'approval_asked' ? `outcome_rejected_${reason}` : 'outcome_rejected'
}

function executedText(context: Context, command: Command, record: CommandRecord, show: Show): string {
  const { locale } = context
  const body =
    show === 'none' || isErased(command, record.args)
      ? summarise(locale, command, record.args, record.facts)
      : doneText(context, command, record, show)
  if (command.safety === 'read' && show !== 'none') return body
  const key = offeredUndo(context, command, record) !== null ? 'outcome_done_undo' : 'outcome_done'
  return say(locale, key, { done: body, ref: record.ref })
}

function doneText(context: Context, command: Command, record: CommandRecord, show: Exclude<Show, 'none'>): string {
  const { locale } = context
  const rows = rowsOf(record)
  const texts = textsOf(locale, command)
  const done = format(locale, texts.done, doneParams(context, command, record, rows), notGiven).trim()
  if (show === 'summary' || show === 'download') return done.split('\n')[0] ?? ''
  const { row: rowText } = texts
  if (rowText === undefined) return done
  const shown = show === 'preview' ? rows.slice(0, previewRows) : rows
  const entity = entityOf(context, command)
  const list = shown.map((row) => format(locale, rowText, shownColumns(context, entity, row), notGiven))
  return [done, ...list, ...restText(locale, record, rows.length - shown.length)].join('\n')
}

/** That not all rows are listed: of a step that gave as many as it may it is not known how many more there are. */
function restText(locale: Locale, record: CommandRecord, left: number): readonly string[] {
  if (hasMoreRows(record)) return [say(locale, 'outcome_more_than_listed')]
  return left > 0 ? [say(locale, 'outcome_more', { count: left })] : []
}

/** What the text `done` of a command sees. */
function doneParams(context: Context, command: Command, record: CommandRecord, rows: readonly JsonObject[]): Params {
  const { locale } = context
  const { args } = record
  const first = Object.entries(listedColumns(context, entityOf(context, command), rows[0] ?? {}))
  return {
    ...calledArguments(locale, command, args, record.facts, textsOf(locale, command).done),
    out_more: hasMoreRows(record) ? 'yes' : 'no',
    ...Object.fromEntries(first.map(([column, value]) => [`out_${column}`, value])),
    count: rows.length,
  }
}

/** What the rows of a command are: what its intent is about, else what a parameter names. */
function entityOf({ catalogue }: Context, command: Command): string | null {
  const name = command.intent.entity.toLowerCase()
  if (catalogue.entities.has(name)) return name
  return command.parameters.find((parameter) => parameter.entity !== null)?.entity ?? null
}
