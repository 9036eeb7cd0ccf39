import type { Command } from '../../catalogue/catalogue.ts'
import { actorUses } from '../../catalogue/locales/template-texts.ts'
import { intentOf } from '../../envelope/build-envelope.ts'
import type { JsonObject } from '../../json.ts'
import type { FactOf, Lookup, SameBefore, SameByAnother } from '../lookup.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import { ageOf } from '../render/render-time.ts'
import type { Context } from '../scene.ts'
import type { Pending } from '../session.ts'

/** The domain of what changes Sayso's own settings: setting them twice makes no difference. */
const ownDomain = 'admin'

/**
 * Looks up whether somebody else has just had the same done, within the time in which one's own would count as a repeat.
 * `null` when what others did says nothing: for Sayso's own settings, and for a command without values that is all about who
 * asks ("clock in").
 */
export function sameLookup(command: Command, args: JsonObject) {
  const { chain } = command
  if (chain.some(({ actionDomain }) => actionDomain === ownDomain)) return null
  const uses = actorUses(chain.map(({ actionMeta }) => actionMeta))
  const isAboutActor = ['id', 'name', 'phone'].some((name) => uses.has(name))
  if (isAboutActor && Object.keys(args).length === 0) return null
  const target = intentOf(command, args).target?.id ?? null
  return {
    kind: 'same-by-another',
    name: command.token,
    target,
    args,
    withinMs: command.windowMs,
  } as const satisfies Lookup
}

/** What a preview says about it; where it would not succeed anyway, it does not speak of confirming. */
export function sameText(
  { locale, now }: Pick<Context, 'locale' | 'now'>,
  same: SameByAnother | SameBefore,
  { wouldSucceed }: { readonly wouldSucceed: boolean },
): string {
  const { at, state } = same
  const age = ageOf(locale, now.getTime() - Date.parse(at))
  const told = say(locale, `preview_same_${state}`, { ...whoseOf(same), age })
  return wouldSucceed && state !== 'unknown' ? `${told} ${say(locale, 'preview_same_confirm', { state })}` : told
}

function whoseOf(same: SameByAnother | SameBefore): Readonly<Record<'by' | 'who' | 'ref', string>> {
  if (!('who' in same)) return { by: 'you', who: '', ref: same.ref }
  return { by: same.who === '' ? 'nobody' : 'other', who: showValue(same.who), ref: '' }
}

/** Whether somebody else had it done after it was shown to this person. */
export function isNewlySame({ sameBy }: Pending, same: FactOf['same-by-another']): boolean {
  return same !== null && same.commandId !== sameBy
}
