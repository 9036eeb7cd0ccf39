import type { Command, EntityRow, Locale } from '../../catalogue/catalogue.ts'
import { wouldSucceed } from '../../catalogue/succeeds-if.ts'
import type { Reply, ReplyConfirm } from '../../channel/reply.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { isSecretReference, shownSecret } from '../../envelope/secret-reference.ts'
import type { JsonObject } from '../../json.ts'
import type { Draft } from '../session.ts'
import type { Context } from '../scene.ts'
import { choiceName } from './choice-name.ts'
import {
  labelOf,
  otherArguments,
  showArgument,
  shownArguments,
  summarise,
  textsOf,
  unmetText,
} from './describe-command.ts'
import { heardIn, renderHeard } from './render-heard.ts'
import { ageOf } from './render-time.ts'
import { undoableOf, undoOf } from '../undo-of.ts'
import { format, say } from './say.ts'
import { showValue } from './show-value.ts'

/** CCP VIII.C: target, action, effect, reversibility and actor, before any confirmation is collected. */
export function renderPreview({
  context,
  command,
  draft,
  envelope,
  confirm,
  spokenPhrase = null,
  note,
}: {
  context: Context
  command: Command
  draft: Draft
  envelope: Envelope
  confirm: ReplyConfirm
  /** What confirms it in a voice note, where that is allowed. */
  spokenPhrase?: string | null
  /** What has to be said first: that facts changed, that an earlier preview lapsed. */
  note: string | null
}): Reply {
  const { locale, person, now } = context
  const texts = textsOf(locale, command)
  const effect = format(locale, texts.effect, shownArguments(locale, command, envelope.args, texts.effect))
  const heard = heardIn(draft)
  const undo = undoText(context, command, envelope)
  const minutes = Math.round((Date.parse(confirm.expiresAt) - now.getTime()) / 60_000)
  const age = now.getTime() - Date.parse(draft.origin.sentAt)
  const lines = [
    note,
    age > context.limits.staleAfterMs ? say(locale, 'preview_old', { age: ageOf(locale, age) }) : null,
    say(locale, command.safety === 'destructive' ? 'preview_title_destructive' : 'preview_title', {
      summary: titleLine(context, command, envelope),
    }),
    ...otherArguments(locale, command, envelope.args, texts.summary),
    ...(draft.corrected ?? []).map(({ from, to }) => say(locale, 'preview_corrected', { from: showValue(from), to })),
    ...renderHeard(locale, command, draft),
    ...readBack(locale, command, draft),
    wouldSucceed(command, { args: envelope.args, facts: envelope.sayso.facts })
      ? null
      : say(locale, 'preview_would_fail', { why: unmetText(locale, command, envelope.args) ?? '' }),
    say(locale, undo === '' ? 'preview_effect_final' : 'preview_effect', { effect, undo }),
    say(locale, 'preview_actor', {
      name: showValue(person.name),
      roles: person.roles.map((role) => choiceName(locale, role)).join(', '),
      minutes,
    }),
    say(locale, `preview_confirm_${confirm.method}`, { expect: confirm.expect }),
    spokenPhrase === null ? null : say(locale, 'preview_confirm_spoken', { phrase: spokenPhrase }),
  ]
  return {
    about: 'preview',
    text: lines.filter((line) => line !== null).join('\n'),
    command: { id: envelope.command_id, ref: envelope.sayso.ref, name: command.token, status: 'accepted' },
    preview: {
      action: envelope.intent.action,
      entity: envelope.intent.entity,
      target: envelope.intent.target?.id ?? null,
      args: withoutSecrets(envelope.args),
      effect,
      reversible: command.undo?.command ?? false,
      actor: person.name,
      ...(heard === '' ? {} : { heard }),
    },
    confirm,
  }
}

/** What was said beside what it was taken for: whoever meant something else sees it here. */
function readBack(locale: Locale, command: Command, { said = {}, args }: Draft): string[] {
  return command.parameters.flatMap((parameter) => {
    const words = said[parameter.name]
    const value = showArgument(locale, parameter, args[parameter.name])
    return words === undefined || value === '' ? [] : [say(locale, 'preview_said', { said: showValue(words), value })]
  })
}

function titleLine(context: Context, command: Command, envelope: Envelope): string {
  const summary = summarise(context.locale, command, envelope.args)
  const labels = Object.entries(envelope.sayso.facts).map(([entity, row]) =>
    labelOf(context.catalogue, context.locale, entity, row as EntityRow),
  )
  return [summary, ...labels].join(' — ')
}

/** What a person would send to undo it; '' when nothing does. Its reference where the values are not all to be typed. */
function undoText({ catalogue, locale }: Context, command: Command, envelope: Envelope): string {
  const plan = undoOf({ catalogue }, command, undoableOf(envelope))
  if (plan === null) return ''
  const values = Object.entries(plan.raw)
  if (plan.later || values.some(([, value]) => showValue(value) !== value || value.includes('"')))
    return `${(locale.words['undo']?.[0] ?? 'undo').toLocaleUpperCase(locale.region)} #${envelope.sayso.ref}`
  const typed = values.map(([name, value]) => `${name}=${/[\s=]/u.test(value) ? `"${value}"` : value}`)
  return [plan.command.token, ...typed].join(' ')
}

/** A program that reads the preview sees of a secret what people see. */
function withoutSecrets(args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isSecretReference(value) ? shownSecret : value]),
  )
}
