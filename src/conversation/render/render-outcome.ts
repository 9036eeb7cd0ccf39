import type { Command } from '../../catalogue/catalogue.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { CommandRecord } from '../lookup.ts'
import type { Context } from '../scene.ts'
import type { Reply } from '../../channel/reply.ts'
import { shownArguments, shownColumns, summarise, textsOf } from './describe-command.ts'
import { format, say } from './say.ts'
import { showValue } from './show-value.ts'

/** What came of a command, in words that say what to do next when it was not what the person wanted. */
export function renderOutcome(context: Context, record: CommandRecord): Reply {
  const command = context.catalogue.commands.get(record.name)
  return {
    about: record.status === 'rejected' ? 'refusal' : 'outcome',
    text: outcomeText(context, command, record),
    command: commandOf(record),
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
function outcomeText(context: Context, command: Command | undefined, record: CommandRecord): string {
  const { locale } = context
  const summary =
    command === undefined
      ? [record.name, showValue(record.intent.target?.id ?? '')].join(' ').trim()
      : summarise(locale, command, record.args)
  if (record.status === 'executed' || record.status === 'compensated') {
    return command === undefined
      ? say(locale, 'outcome_done', { done: summary, ref: record.ref })
      : executedText(context, command, record)
  }
  if (record.status === 'rejected') {
    return say(locale, record.reason === 'expired' ? 'outcome_not_started' : 'outcome_rejected', {
      summary,
      ref: record.ref,
    })
  }
  const effect = record.outcome?.kind === 'failed' ? record.outcome.effect : 'none'
  const explanation = record.outcome?.kind === 'failed' ? record.outcome.explanation : ''
  return say(locale, `outcome_failed_${effect}`, {
    summary,
    ref: record.ref,
    why: whyText(context, command, record, explanation),
  })
}

/** The command's own sentence, or the one for the reason code; the technical explanation only where neither fits. */
function whyText({ locale }: Context, command: Command | undefined, record: CommandRecord, explanation: string) {
  const unmet = command === undefined ? undefined : textsOf(locale, command).unmet
  if (command !== undefined && unmet !== undefined && record.reason === 'precondition_failed')
    return format(locale, unmet, shownArguments(locale, command, record.args))
  const key = `reason_${record.reason ?? 'action_failed'}`
  return say(locale, locale.messages[key] === undefined ? 'reason_action_failed' : key, {
    explanation: showValue(explanation),
  })
}

function executedText(context: Context, command: Command, record: CommandRecord): string {
  const { locale } = context
  const rows = rowsOf(record)
  const texts = textsOf(locale, command)
  const entity = command.parameters.find((parameter) => parameter.entity !== null)?.entity ?? entityOf(context, command)
  const first = Object.entries(shownColumns(context.catalogue, locale, entity, rows[0] ?? {}))
  const done = format(locale, texts.done, {
    ...shownArguments(locale, command, record.args),
    ...Object.fromEntries(first.map(([column, value]) => [`out_${column}`, value])),
    count: rows.length,
  }).trim()
  const list =
    texts.row === undefined
      ? []
      : rows.map((row) => format(locale, texts.row ?? '', shownColumns(context.catalogue, locale, entity, row)))
  const body = [done, ...list].join('\n')
  if (command.safety === 'read') return body
  return say(locale, command.undo === null ? 'outcome_done' : 'outcome_done_undo', { done: body, ref: record.ref })
}

/** A list names no entity in its parameters; its intent does. */
function entityOf({ catalogue }: Context, command: Command): string | null {
  const name = command.intent.entity.toLowerCase()
  return catalogue.entities.has(name) ? name : null
}

/** The rows of the chain's last step; a step of another kind has one row: its output. */
function rowsOf(record: CommandRecord): readonly JsonObject[] {
  const output: Json | undefined = record.outcome?.outputs[record.lastStep]
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return []
  const rows = (output as JsonObject)['rows']
  return Array.isArray(rows) ? (rows as readonly JsonObject[]) : [output as JsonObject]
}
