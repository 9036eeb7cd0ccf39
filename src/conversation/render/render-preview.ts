import type { Command, EntityRow } from '../../catalogue/catalogue.ts'
import { wouldSucceed } from '../../catalogue/commands/succeeds-if.ts'
import type { Reply, ReplyConfirm } from '../../channel/reply.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { isSecretReference, shownSecret } from '../../envelope/secret-reference.ts'
import type { JsonObject } from '../../json.ts'
import type { SameBefore, SameByAnother } from '../lookup.ts'
import type { Approvers } from '../previews/approvers.ts'
import { sinceText, takenBackIn, takenBackText } from '../previews/changed-since.ts'
import type { Surroundings } from '../previews/circumstances.ts'
import { sameText } from '../previews/same-by-another.ts'
import { underWayText } from '../previews/under-way.ts'
import type { Draft, TakenBack } from '../session.ts'
import type { Context } from '../scene.ts'
import { choiceName } from './choice-name.ts'
import { labelOf } from './show-columns.ts'
import { otherArguments, shownArguments, summariseInFull, textsOf, unnamedThings } from './describe-command.ts'
import { heardIn, renderHeard } from './render-heard.ts'
import { readBack, withoutStop } from './read-back.ts'
import { ageOf } from './render-time.ts'
import { fillableUndo, offeredUndo, undoableOf, type UndoPlan } from '../things/undo-of.ts'
import { format, say } from './say.ts'
import { unmetText } from './unmet-text.ts'
import { showValue } from './show-value.ts'

/** CCP VIII.C: target, action, effect, reversibility and actor, before any confirmation is collected. */
export function renderPreview({
  context,
  command,
  draft,
  envelope,
  confirm,
  spokenPhrase = null,
  surroundings: { same, since, underWay },
  before = null,
  approvers = null,
  note,
}: {
  context: Context
  command: Command
  draft: Draft
  envelope: Envelope
  confirm: ReplyConfirm
  /** What confirms it in a voice note, where that is allowed. */
  spokenPhrase?: string | null
  surroundings: Surroundings
  /** What this person had done lately, which is the same. */
  before?: SameBefore | null
  /** Who is to be asked for it. */
  approvers?: Approvers | null
  /** What has to be said first: that facts changed, that an earlier preview lapsed. */
  note: string | null
}): Reply {
  const { locale, person, now } = context
  const texts = textsOf(locale, command)
  const effect = format(locale, texts.effect, shownArguments(locale, command, envelope.args, texts.effect))
  const heard = heardIn(draft)
  const isPossible = wouldSucceed(command, { args: envelope.args, facts: envelope.sayso.facts })
  // What somebody else does is theirs to undo.
  const undo = approvers === null ? offeredUndo(context, command, undoableOf(envelope)) : null
  const undone = takenBackIn(command, draft)
  const age = now.getTime() - Date.parse(draft.origin.sentAt)
  const { askedBy } = draft.origin
  const lines = [
    note,
    askedBy === undefined ? null : say(locale, 'approval_asked_by', { name: showValue(askedBy.name) }),
    undone === null ? null : takenBackText(context, undone),
    age > context.limits.staleAfterMs ? say(locale, 'preview_old', { age: ageOf(locale, age) }) : null,
    say(locale, command.safety === 'destructive' ? 'preview_title_destructive' : 'preview_title', {
      summary: titleLine(context, command, envelope),
    }),
    ...otherArguments(locale, command, { args: envelope.args, found: envelope.sayso.facts, text: texts.summary }),
    ...(draft.corrected ?? []).map(({ from, to }) => say(locale, 'preview_corrected', { from: showValue(from), to })),
    ...renderHeard(locale, command, draft),
    ...readBack(locale, command, draft, envelope.sayso.facts),
    isPossible
      ? null
      : say(locale, 'preview_would_fail', {
          why: unmetText(context, command, { args: envelope.args, facts: envelope.sayso.facts }) ?? '',
        }),
    effectText(context, command, envelope, { effect: withoutStop(effect), undo }),
    ...[before, same].map((each) =>
      each === null || isOfBefore(undone, each) ? null : sameText(context, each, { wouldSucceed: isPossible }),
    ),
    underWayText(context, underWay, { same, wouldSucceed: isPossible }),
    sinceText(context, since, { wouldSucceed: isPossible }),
    draft.origin.forwarded === true ? say(locale, 'preview_forwarded') : null,
    approvers === null ? null : approversText(context, approvers),
    say(locale, askedBy === undefined ? 'preview_actor' : 'approval_actor', {
      name: showValue(person.name),
      roles: person.roles.map((role) => choiceName(locale, role)).join(', '),
      ...timeLeft(Date.parse(confirm.expiresAt) - now.getTime()),
    }),
    say(locale, approvers === null ? `preview_confirm_${confirm.method}` : 'preview_confirm_ask', {
      expect: confirm.expect,
    }),
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
      reversible: undo?.command.token ?? false,
      actor: person.name,
      ...(heard === '' ? {} : { heard }),
    },
    confirm,
  }
}

/** Why a yes does not do it, and who is asked. */
function approversText({ locale }: Context, { who, hindrance }: Approvers): string {
  const names = who.map(({ name }) => showValue(name)).join(', ')
  const { limit } = hindrance.params
  return limit === undefined
    ? say(locale, 'approval_needed', { names })
    : say(locale, 'approval_needed_beyond', { names, name: hindrance.params['name'] ?? '', limit })
}

/** Whether it was done before what is taken back: to undo that is to do the same once more, on purpose. */
function isOfBefore(undone: TakenBack | null, { at }: SameByAnother | SameBefore): boolean {
  return undone?.settledAt != null && Date.parse(at) < Date.parse(undone.settledAt)
}

/** Whole minutes; and seconds where minutes would say much more or less than there is, else 0. */
function timeLeft(ms: number): { readonly minutes: number; readonly seconds: number } {
  return { minutes: Math.floor(ms / 60_000), seconds: ms < 2 * 60_000 ? Math.floor(ms / 1000) : 0 }
}

function titleLine(context: Context, command: Command, envelope: Envelope): string {
  const { facts } = envelope.sayso
  const summary = summariseInFull(context.locale, command, envelope.args, facts)
  const labels = unnamedThings(context.locale, command, envelope.args, facts).map(([entity, row]) =>
    labelOf(context, entity, row as EntityRow),
  )
  return [summary, ...labels].filter((text) => text !== '').join(' — ')
}

/** What happens, and whether that can be taken back (CCP VIII.C), by this person or by others. */
function effectText(
  context: Context,
  command: Command,
  envelope: Envelope,
  { effect, undo }: { readonly effect: string; readonly undo: UndoPlan | null },
): string {
  if (undo !== null) return say(context.locale, 'preview_effect', { effect, undo: undoText(context, undo, envelope) })
  const byOthers = fillableUndo(context, command, undoableOf(envelope)) !== null
  return say(context.locale, byOthers ? 'preview_effect_others' : 'preview_effect_final', { effect })
}

/** What a person would send to undo it. Its reference where the values are not all to be typed, or tokens are no words of theirs. */
function undoText({ locale }: Context, plan: UndoPlan, envelope: Envelope): string {
  const values = Object.entries(plan.raw)
  if (
    locale.language !== 'en' ||
    plan.later ||
    values.some(([, value]) => showValue(value) !== value || value.includes('"'))
  )
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
