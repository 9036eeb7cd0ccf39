import type { Command } from '../../catalogue/catalogue.ts'
import type { ReplyConfirm } from '../../channel/reply.ts'
import { buildEnvelope } from '../../envelope/build-envelope.ts'
import { digestOf } from '../../envelope/digest.ts'
import type { Envelope, Issuance } from '../../envelope/envelope.ts'
import type { ReasonCode } from '../../envelope/lifecycle.ts'
import { readArgument } from '../../envelope/read-argument.ts'
import { assertNever } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Approvers } from './approvers.ts'
import { actorFactsOf } from './actor-facts.ts'
import { toldIn, type Surroundings } from './circumstances.ts'
import type { SameBefore } from '../lookup.ts'
import { mention, namedBy } from '../things/mentions.ts'
import { shownArguments, summarise, textsOf } from '../render/describe-command.ts'
import { renderPreview } from '../render/render-preview.ts'
import { format, say } from '../render/say.ts'
import { confirmableForMs, type Context, type Scene } from '../scene.ts'
import { isAskedWith } from './origin.ts'
import { withoutNumbers, type Draft, type Origin, type Pending } from '../session.ts'
import { done, type Step } from '../step.ts'

type FoundFacts = { readonly [entity: string]: Json }

/** Makes the envelope. A read runs at once (CCP VIII.A); anything else shows its preview and waits (CCP VIII.C). */
export function proposeCommand(
  scene: Scene,
  command: Command,
  draft: Draft,
  facts: FoundFacts,
  {
    issuance,
    surroundings,
    before,
    approvers = null,
    note,
  }: {
    readonly issuance: Issuance
    readonly surroundings: Surroundings
    /** The same command, which this person had done recently. */
    readonly before: SameBefore | null
    /** Who is to be asked for it, where this person may not do it themselves. */
    readonly approvers?: Approvers | null
    /** What has to be said first. */
    readonly note: string | null
  },
): Step {
  const { session, context } = scene
  const asCatalogued = envelopeOf(context, command, draft, facts, issuance)
  if (command.confirm === 'none') {
    const envelope = asCatalogued
    return done(
      { ...session, running: envelope.command_id },
      [],
      [
        { kind: 'accept', envelope, token: null, expiresAt: null },
        { kind: 'run-read', commandId: envelope.command_id },
      ],
    )
  }
  const phrase = phraseOf(context, command, asCatalogued)
  const isRepetition = isAskedWith(draft.origin, phrase)
  const method = approvers === null ? methodOf(command.confirm, draft.origin, { isRepetition }) : 'yes'
  const envelope = { ...asCatalogued, confirmation: { ...asCatalogued.confirmation, method } }
  const confirm = confirmationOf(context, method, { phrase, origin: draft.origin })
  const maySpeak = context.limits.voiceConfirm === 'phrase' && approvers === null && !isRepetition
  const spokenPhrase = maySpeak ? phrase : null
  const pending: Pending = {
    commandId: envelope.command_id,
    ref: envelope.sayso.ref,
    draft,
    method: confirm.method,
    phrase: confirm.method === 'phrase' ? confirm.expect : null,
    idempotencyKey: envelope.idempotency_key ?? '',
    shown: shownDigest(context, command, draft.args, facts),
    ...(spokenPhrase === null ? {} : { spokenPhrase }),
    summary: summarise(context.locale, command, envelope.args, facts),
    expiresAt: confirm.expiresAt,
    ...(approvers === null ? {} : { asks: approvers.who.map(({ id }) => id) }),
    ...toldIn(surroundings),
    lapsed: false,
  }
  return done(
    {
      ...mention(withoutNumbers(session), namedBy(command, draft.args), {
        messageIds: draft.origin.messageIds,
        now: context.now,
      }),
      pending,
      question: null,
    },
    [
      renderPreview({
        context,
        command,
        draft,
        envelope,
        confirm,
        spokenPhrase,
        surroundings,
        before,
        approvers,
        note,
      }),
    ],
    [
      {
        kind: 'accept',
        envelope,
        token: confirm.method === 'token' ? context.ids.token : null,
        expiresAt: confirm.expiresAt,
      },
    ],
  )
}

/**
 * Invariant 2: chain, arguments, the facts shown and the version of the catalogue under one digest, which is computed again
 * and compared at confirmation. The version covers how a command is confirmed and what its preview says.
 */
export function shownDigest({ catalogue }: Context, command: Command, args: JsonObject, facts: FoundFacts): string {
  return digestOf({ catalogue: catalogue.version, chain: command.chain, args, facts })
}

/** Refuses a command and keeps the refusal: the envelope is stored as `rejected`, so that it can be found again. */
export function refuseCommand(
  scene: Scene,
  command: Command,
  draft: Draft,
  reason: ReasonCode,
  messageKey: string,
  params: Readonly<Record<string, string>> = {},
  facts: FoundFacts = {},
): Step {
  const { locale } = scene.context
  const text = say(locale, messageKey, { title: textsOf(locale, command).title, ...params })
  return refuseSaying(scene, command, draft, reason, { text, facts })
}

/** The same, with a text of the caller's own. What was found is kept with it: by its id alone nobody would know what was refused. */
export function refuseSaying(
  scene: Scene,
  command: Command,
  draft: Draft,
  reason: ReasonCode,
  { text, facts }: { readonly text: string; readonly facts: FoundFacts },
): Step {
  const { session, context } = scene
  const envelope = envelopeOf(context, command, { ...draft, args: plainArguments(command, draft) }, facts, {
    again: 0,
    others: 0,
  })
  return done(
    session,
    [
      {
        about: 'refusal',
        text,
        command: { id: envelope.command_id, ref: envelope.sayso.ref, name: command.token, status: 'rejected', reason },
      },
    ],
    [{ kind: 'refuse', envelope, reason }],
  )
}

function envelopeOf(context: Context, command: Command, draft: Draft, facts: FoundFacts, issuance: Issuance): Envelope {
  return buildEnvelope({
    command,
    args: draft.args,
    actor: { user_id: context.person.id, channel: context.channel, auth_context_id: context.identityId },
    actorFacts: actorFactsOf(context, command),
    issuance,
    facts,
    trace: traceOf(context, draft.origin),
    ids: context.ids,
    askedBy: draft.origin.askedBy?.commandId,
    catalogueVersion: context.catalogue.version,
    now: context.now,
  })
}

/** CCP X.C: what was heard, and in which message, is part of the trace. */
function traceOf({ chatId }: Context, { messageIds, heard = [] }: Origin): Envelope['trace'] {
  const audio = heard.map(({ messageId, transcript, heard: raw, engine, model, language, durationMs }) => ({
    message_id: messageId,
    transcript,
    ...(raw === undefined ? {} : { heard: raw }),
    engine,
    model,
    language,
    duration_ms: durationMs,
  }))
  return { conversation_id: chatId, message_ids: messageIds, ...(audio.length === 0 ? {} : { audio }) }
}

/**
 * A phrase that says what was asked with tells nothing of a decision, and a code does; nor does a yes, which may be meant for anything, to what
 * this person did not ask for.
 */
function methodOf(
  confirm: ReplyConfirm['method'],
  { askedBy }: Origin,
  { isRepetition }: { readonly isRepetition: boolean },
): ReplyConfirm['method'] {
  const tellsNothing = confirm === 'phrase' ? isRepetition : confirm === 'yes' && askedBy !== undefined
  return tellsNothing ? 'token' : confirm
}

function confirmationOf(
  { locale, ids, now, limits }: Context,
  method: ReplyConfirm['method'],
  { phrase, origin }: { readonly phrase: string; readonly origin: Origin },
): ReplyConfirm {
  const expiresAt = new Date(now.getTime() + confirmableForMs(limits, origin)).toISOString()
  switch (method) {
    case 'yes':
      return { method, expect: locale.words['yes']?.[0] ?? 'yes', expiresAt }
    case 'token':
      return { method, expect: say(locale, 'confirm_token', { token: ids.token }), expiresAt }
    case 'phrase':
      return { method, expect: phrase, expiresAt }
    default:
      return assertNever(method)
  }
}

/** CCP VIII.B: a phrase bound to the context ("YES, CANCEL ORDER 204"), or a fixed one if the catalogue has it. */
function phraseOf({ locale }: Context, command: Command, envelope: Envelope): string {
  const own = textsOf(locale, command).phrase
  if (own !== undefined) return format(locale, own, shownArguments(locale, command, envelope.args, own))
  return say(locale, 'confirm_phrase', { summary: summarise(locale, command, envelope.args) }).toLocaleUpperCase(
    locale.region,
  )
}

/** The values of the draft that can be read properly; a refused command keeps no half-read values. */
function plainArguments(command: Command, draft: Draft): JsonObject {
  const read = command.parameters.flatMap((parameter) => {
    const raw = draft.raw[parameter.name]
    const value = raw === undefined ? undefined : readArgument(parameter, raw)
    return value?.kind === 'value' ? [[parameter.name, value.value] as const] : []
  })
  return { ...Object.fromEntries(read), ...draft.args }
}
