/**
 * What else is being done with the same thing at this moment: two different commands on one thing run through each other, and only
 * people know whether they may. The preview says so; the person decides.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import { intentOf } from '../../envelope/build-envelope.ts'
import type { JsonObject } from '../../json.ts'
import type { Lookup, SameByAnother, UnderWay } from '../lookup.ts'
import { mayAsk } from '../may-ask.ts'
import { summarise } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Context } from '../scene.ts'
import type { Pending } from '../session.ts'

/** Looks up what is under way with what a command is about; `null` of one that is about nothing in particular. */
export function underWayLookup(command: Command, args: JsonObject): Extract<Lookup, { kind: 'under-way' }> | null {
  const { entity, target } = intentOf(command, args)
  return target === null ? null : { kind: 'under-way', entity, target: target.id }
}

/** What a preview says about it, but for the `same` that another asked for, of which it tells anyway. */
export function underWayText(
  context: Pick<Context, 'catalogue' | 'locale' | 'person'>,
  underWay: readonly UnderWay[],
  { same, wouldSucceed }: { readonly same: SameByAnother | null; readonly wouldSucceed: boolean },
): string | null {
  const others = underWay.filter(({ record }) => record.commandId !== same?.commandId)
  if (others.length === 0) return null
  const lines = others.map((other) => textOf(context, other))
  return [...lines, ...(wouldSucceed ? [say(context.locale, 'preview_under_way_confirm')] : [])].join('\n')
}

/** What others do is told in full to those who might have done it themselves. */
function textOf(
  context: Pick<Context, 'catalogue' | 'locale' | 'person'>,
  { record: { name, args, facts }, who, isOwn }: UnderWay,
): string {
  const { catalogue, locale } = context
  const command = mayAsk(context, name) ? catalogue.commands.get(name) : undefined
  return say(locale, 'preview_under_way', {
    by: isOwn ? 'you' : who === '' ? 'nobody' : 'other',
    who: showValue(who),
    told: command === undefined ? 'no' : 'yes',
    summary: command === undefined ? '' : summarise(locale, command, args, facts),
  })
}

/** Whether something is under way that the preview has not said. */
export function isNewlyUnderWay({ underWay: told = [] }: Pending, underWay: readonly UnderWay[]): boolean {
  return underWay.some(({ record }) => !told.includes(record.commandId))
}
