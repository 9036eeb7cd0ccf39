/**
 * What keeps a command with complete arguments from going on: limits of the person's roles, a pause, preconditions of its
 * contract. Checked before the preview, and again at the confirmation, as things are then.
 */
import { judge, type Limit } from '../../access/judge.ts'
import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { unmetPreconditions } from '../../catalogue/contract/contract-preconditions.ts'
import type { ReasonCode } from '../../envelope/lifecycle.ts'
import { jsonText, type Json, type JsonObject } from '../../json.ts'
import type { FactOf } from '../lookup.ts'
import { choiceName } from '../render/choice-name.ts'
import { parameterName } from '../render/describe-command.ts'
import { clockTime } from '../render/render-time.ts'
import { showTyped } from '../render/show-typed.ts'
import { showValue } from '../render/show-value.ts'
import type { Context } from '../scene.ts'

export const pauseLookup = { kind: 'pause' } as const

/** Why it may not go on: a reason code for programs, and a message with its values for people. */
export type Hindrance = {
  readonly reason: ReasonCode
  readonly key: string
  readonly params: Readonly<Record<string, string>>
  /** The parameter of which another value would do. */
  readonly parameter?: string
  /** Whoever may do it can be asked for it. */
  readonly approvable?: true
}

/**
 * What stands in the way; `null` when nothing does. For reads, and for commands that work during a pause, the pause is not
 * looked up.
 */
export function hindranceOf(
  context: Context,
  command: Command,
  {
    args,
    found,
    pause,
  }: {
    readonly args: JsonObject
    readonly found: { readonly [entity: string]: Json }
    readonly pause: FactOf['pause']
  },
): Hindrance | null {
  const { locale } = context
  const judgement = judge({ person: context.person, command, args, facts: found, roles: context.catalogue.roles })
  if (judgement.kind === 'denied') return { reason: 'unauthorised', key: 'unauthorised', params: {} }
  if (judgement.kind === 'over-limit') return overLimit(context, command, judgement)
  if (judgement.kind === 'over-role' || judgement.kind === 'over-rights') {
    const params = { role: showValue(choiceName(locale, judgement.role)) }
    return { reason: 'unauthorised', key: judgement.kind === 'over-role' ? 'over_role' : 'over_rights', params }
  }
  const [unmet] = unmetPreconditions(command, { args, facts: found, confirmed: true })
  if (unmet !== undefined) {
    const { name, value, wanted } = unmet.params
    const params = {
      name: parameterName(locale, command, name),
      value: showValue(choiceName(locale, value)),
      wanted: showValue(choiceName(locale, wanted)),
    }
    return { reason: 'precondition_failed', key: unmet.key, params }
  }
  if (command.safety !== 'read' && !command.whilePaused && pause !== 'no') {
    const time = clockTime(context.locale, context.person.timeZone, new Date(pause.since))
    return { reason: 'paused', key: 'paused', params: { name: showValue(pause.name), time } }
  }
  if (judgement.kind === 'allowed') return null
  const { own } = judgement
  const alone =
    own === null
      ? ({ reason: 'unauthorised', key: 'unauthorised', params: {} } as const)
      : overLimit(context, command, own)
  // What somebody else would look at nobody asks for.
  return command.safety === 'read' ? alone : { ...alone, approvable: true }
}

function overLimit(context: Context, command: Command, { parameter, limit }: Limit): Hindrance {
  const type = command.parameters.find(({ name }) => name === parameter)?.type ?? 'text'
  const params = { name: parameterName(context.locale, command, parameter), limit: limitText(context, limit, type) }
  return { reason: 'unauthorised', key: 'over_limit', params, parameter }
}

/** A limit of a role as people read it; if only some choices are allowed, their names. */
function limitText({ locale }: Context, limit: Json, type: Parameter['type']): string {
  if (Array.isArray(limit)) return showValue(limit.map((value: Json) => choiceName(locale, jsonText(value))).join(', '))
  const text = jsonText(limit)
  return showValue(showTyped(locale, type === 'percent' ? type : 'money', text) ?? text)
}
