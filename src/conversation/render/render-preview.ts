import type { Command, EntityRow } from '../../catalogue/catalogue.ts'
import type { Reply, ReplyConfirm } from '../../channel/reply.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import type { Draft } from '../session.ts'
import type { Context } from '../scene.ts'
import { labelOf, otherArguments, shownArguments, summarise, textsOf } from './describe-command.ts'
import { ageOf } from './render-time.ts'
import { format, say } from './say.ts'
import { showValue } from './show-value.ts'

/** CCP VIII.C: target, action, effect, reversibility and actor, before any confirmation is collected. */
export function renderPreview({
  context,
  command,
  draft,
  envelope,
  confirm,
  note,
}: {
  context: Context
  command: Command
  draft: Draft
  envelope: Envelope
  confirm: ReplyConfirm
  /** What has to be said first: that facts changed, that an earlier preview lapsed. */
  note: string | null
}): Reply {
  const { locale, person, now } = context
  const effect = format(locale, textsOf(locale, command).effect, shownArguments(locale, command, envelope.args))
  const undo = undoText(command, envelope)
  const minutes = Math.round((Date.parse(confirm.expiresAt) - now.getTime()) / 60_000)
  const age = now.getTime() - Date.parse(draft.origin.sentAt)
  const lines = [
    note,
    age > context.limits.staleAfterMs ? say(locale, 'preview_old', { age: ageOf(locale, age) }) : null,
    say(locale, command.safety === 'destructive' ? 'preview_title_destructive' : 'preview_title', {
      summary: titleLine(context, command, envelope),
    }),
    ...otherArguments(locale, command, envelope.args, textsOf(locale, command).summary),
    say(locale, undo === '' ? 'preview_effect_final' : 'preview_effect', { effect, undo }),
    say(locale, 'preview_actor', { name: showValue(person.name), roles: person.roles.join(', '), minutes }),
    say(locale, `preview_confirm_${confirm.method}`, { expect: confirm.expect }),
  ]
  return {
    about: 'preview',
    text: lines.filter((line) => line !== null).join('\n'),
    command: { id: envelope.command_id, ref: envelope.sayso.ref, name: command.token, status: 'accepted' },
    preview: {
      action: envelope.intent.action,
      entity: envelope.intent.entity,
      target: envelope.intent.target?.id ?? null,
      args: envelope.args,
      effect,
      reversible: command.undo ?? false,
      actor: person.name,
    },
    confirm,
  }
}

function titleLine(context: Context, command: Command, envelope: Envelope): string {
  const summary = summarise(context.locale, command, envelope.args)
  const labels = Object.entries(envelope.sayso.facts).map(([entity, row]) =>
    labelOf(context.catalogue, context.locale, entity, row as EntityRow),
  )
  return [summary, ...labels].join(' — ')
}

/** What a person would send to undo it; '' when nothing does. */
function undoText(command: Command, envelope: Envelope): string {
  const target = envelope.intent.target
  if (command.undo === null) return ''
  return target === null || command.intent.target === null
    ? command.undo
    : `${command.undo} ${command.intent.target}=${target.id}`
}
