/**
 * Why a command failed, for whoever asked: what happened and what to do, in their language. The technical explanation is no text for
 * them: it is told to an owner alone, in private, as what it is.
 */
import { ownerRole } from '../../access/owner.ts'
import type { Command, Locale } from '../../catalogue/catalogue.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import type { CommandRecord } from '../lookup.ts'
import type { Context } from '../scene.ts'
import { reachedLines, saidText } from './reached-text.ts'
import { say } from './say.ts'
import { showText } from './show-value.ts'
import { unmetText } from './unmet-text.ts'

type Failed = Extract<Outcome, { readonly kind: 'failed' }>

/** Sentences that only say what happened: what a service said says more. */
const withoutAdvice: ReadonlySet<string> = new Set([
  'reason_effect_unknown',
  'reason_precondition_part',
  'reason_timed_out_part',
])

/**
 * The command's own sentence where nothing was changed, else the sentence for the reason, which says what to do; with what a service
 * said, and how far it came. Where something was changed, or may have been, none bids to ask again: whoever did would do that twice.
 */
export function whyFailed(context: Context, command: Command | undefined, record: CommandRecord): string {
  const { locale } = context
  const failed = failedOf(record)
  const unmet = refusalText(context, command, record)
  const said = failed?.said === undefined ? [] : [refusedText(locale, failed) ?? saidText(locale, failed.said)]
  const key = reasonKey(locale, record)
  const isSaid = wasRefused(failed) || (said.length > 0 && withoutAdvice.has(key))
  // Whoever looks after Sayso is told below, or is to be told.
  const technical = technicalText(context, command, record) === null ? 'no' : 'yes'
  const general = isSaid ? [] : [say(locale, key, { ref: record.ref, technical })]
  const why = unmet === null ? [...said, ...general] : [unmet, ...said]
  return [...why, ...reachedLines(locale, command, record.args, failed?.steps)].join('\n')
}

/**
 * The technical explanation, for an owner in private; `null` for anybody else, and where the command's own sentence, or the rule that
 * refused it, says all: then nothing is broken. Of a value that does not fit it says more: it may be the command's, or a counter.
 */
export function technicalText(context: Context, command: Command | undefined, record: CommandRecord): string | null {
  const { locale, person, chatKind } = context
  const failed = failedOf(record)
  const explanation = failed?.explanation ?? ''
  if (explanation === '' || chatKind !== 'private' || !person.roles.includes(ownerRole)) return null
  if (failed?.said?.refused === 'rule' || refusalText(context, command, record) !== null) return null
  return say(locale, 'failed_technical', { explanation: showText(explanation) })
}

function failedOf({ outcome }: CommandRecord): Failed | null {
  return outcome?.kind === 'failed' ? outcome : null
}

/** Whether it was refused by a rule that is not the command's own, or for a value, which is told as what it is. */
function wasRefused(failed: Failed | null): boolean {
  return failed?.said?.refused !== undefined
}

/**
 * What the command itself says when the world was not as it needs it; `null` where it says nothing, or where it was something else. Of
 * what is erased nobody knows any more whether it was: the explanation went with what refused it.
 */
function refusalText(context: Context, command: Command | undefined, record: CommandRecord): string | null {
  const failed = failedOf(record)
  const isRefused =
    record.reason === 'precondition_failed' &&
    (failed === null ||
      (failed.explanation !== '' && failed.effect === 'none' && failed.gone === undefined && !wasRefused(failed)))
  return command === undefined || !isRefused ? null : unmetText(context, command, record)
}

/** That a rule does not allow it, or that a value does not fit; `null` where neither refused it. */
function refusedText(locale: Locale, { said, effect }: Failed): string | null {
  if (said?.refused === undefined) return null
  const key = said.refused === 'value' && effect !== 'none' ? 'refused_by_value_part' : `refused_by_${said.refused}`
  return say(locale, key, { message: showText(said.message) })
}

/** The message for a reason; where something was changed before, none that bids to try again what nobody has looked at. */
function reasonKey(locale: Locale, record: CommandRecord): string {
  const failed = failedOf(record)
  if (failed?.restored === true) return 'reason_restored'
  const isPart = failed !== null && failed.effect !== 'none'
  if (failed?.gone !== undefined) return `reason_${failed.gone}_gone${isPart ? '_part' : ''}`
  const reason = record.reason ?? 'action_failed'
  if (reason === 'precondition_failed' && isPart) return 'reason_precondition_part'
  if (reason === 'timed_out' && isPart) return 'reason_timed_out_part'
  if (reason === 'action_failed' && failed?.passing === true) return isPart ? 'reason_passing_part' : 'reason_passing'
  const key = `reason_${reason}`
  return locale.messages[key] === undefined ? 'reason_action_failed' : key
}
