import { may } from '../access/may.ts'
import type { Command } from '../catalogue/catalogue.ts'
import type { ReasonCode } from '../envelope/lifecycle.ts'
import type { Reading } from '../understanding/reading.ts'
import { fillQuestion, settleHeard } from './answer-question.ts'
import { askAgain } from './ask.ts'
import { heardParameter } from './question-text.ts'
import { draftCommand } from './draft-command.ts'
import { continueDraft } from './drafts.ts'
import type { MessageFacts, Spoken } from './event.ts'
import { factOf, type CommandRecord, type Lookup } from './lookup.ts'
import { isFromBeforeRemoval, isMereNote, isStale, isUnseen, quotesOther } from './meant-for-preview.ts'
import { hindranceOf, pauseLookup } from './may-go-on.ts'
import { shownDigest } from './propose-command.ts'
import { overText, quotedElsewhere } from './quoted.ts'
import { rejectPreview } from './reject-preview.ts'
import { summarise, textsOf } from './render/describe-command.ts'
import { say } from './render/say.ts'
import { resolveArguments } from './resolve-arguments.ts'
import { isNewlyChanged, sinceLookup } from './changed-since.ts'
import { isNewlySame, sameLookup } from './same-by-another.ts'
import { maxWrongTokens, type Scene } from './scene.ts'
import { openPreview, type Candidate, type Pending, type Question } from './session.ts'
import { tellOfSpent, tellOnItsWay } from './tell-how-it-went.ts'
import { isNewlyUnderWay, underWayLookup } from './under-way.ts'
import { after, done, needs, type Decision, type Step } from './step.ts'

export type Answer = Extract<Reading, { kind: 'yes' | 'token' | 'phrase' }>

/**
 * CCP VIII.B. A confirmation counts if it is of the kind that the danger calls for, in time and not forwarded, and if rights
 * and facts, read again now, are still what the preview showed. Anything else is refused or previewed again.
 */
export function confirmPending(scene: Scene, answer: Answer, message: MessageFacts): Step {
  const { session, context } = scene
  const { pending } = session
  const quoted = quotedElsewhere(scene, message)
  if (quoted?.status === 'rejected' && (pending !== null || answer.kind !== 'token'))
    return refuseQuoted(scene, answer, quoted)
  if (answer.kind === 'yes' && session.question?.parameter === heardParameter)
    return settleHeard(scene, session.question, 'yes', message)
  const only = answer.kind === 'yes' ? onlyMeant(session.question) : null
  if (only !== null && session.question !== null) return fillQuestion(scene, session.question, only.id, message)
  if (pending === null && session.question !== null && answer.kind === 'yes') return askAgain(scene, session.question)
  if (pending === null)
    return (
      elsewhere(scene, answer, null) ??
      (answer.kind === 'yes' ? tellOnItsWay(scene) : null) ??
      (answer.kind === 'token' ? tellOfSpent(scene, answer.token) : null) ??
      waitsElsewhere(scene, answer) ??
      refuse(scene, nothingPending(answer), answer, null)
    )
  const command = context.catalogue.commands.get(pending.draft.command)
  if (command === undefined) return dropStale(scene, pending)
  if (isFromBeforeRemoval(scene, pending))
    return endPending(
      scene,
      pending,
      'unauthorised',
      say(context.locale, 'removed_meanwhile', { summary: pending.summary }),
    )
  if (message.quotedCommand !== null && message.quotedCommand !== pending.commandId)
    return refuse(scene, 'quoted_other', answer, pending)
  if (answer.kind === 'yes' && quotesOther(message, pending)) return refuse(scene, 'quoted_other', answer, pending)
  // A bare yes answers the newest question, which is not the preview.
  if (session.question !== null && answer.kind === 'yes') return refuse(scene, 'question_first', answer, pending)
  if (isMereNote(answer, pending, message) && pending.method === 'yes') return askWhetherYes(scene, answer, pending)
  if (message.forwarded) return refuse(scene, 'forwarded_confirms_nothing', answer, pending)
  const unsaid = message.spoken === undefined ? null : spokenRefusal(scene, pending, answer, message.spoken)
  if (unsaid !== null) return refuse(scene, unsaid, answer, pending, { phrase: pending.spokenPhrase ?? '' })
  if (pending.lapsed || Date.parse(pending.expiresAt) <= context.now.getTime())
    return again(scene, pending, message, 'expired', say(context.locale, 'preview_again_expired'))
  // The new preview itself says how old the answer is.
  if (isStale(scene, message)) return again(scene, pending, message, 'expired', null)
  if (isUnseen(scene, pending, answer, message))
    return again(scene, pending, message, 'expired', say(context.locale, 'preview_again_unseen'))
  if (message.spoken !== undefined) return settle(scene, command, pending, message, answer.kind)
  if (answer.kind !== pending.method) return refuse(scene, `confirm_wrong_kind_${pending.method}`, answer, pending)
  return answer.kind === 'token'
    ? checkToken(scene, command, pending, answer.token, message)
    : settle(scene, command, pending, message)
}

/** What a yes takes to "Did you mean Pedro Alves?"; `null` where that is not the question. */
function onlyMeant(question: Question | null): Candidate | null {
  if (question?.kind !== 'choice' || question.misspelt !== true || question.candidates.length !== 1) return null
  return question.candidates[0] ?? null
}

/** What is said next answers this, and "ok" is a yes again. */
function askWhetherYes(scene: Scene, answer: Answer, { asideSince: _aside, ...pending }: Pending): Step {
  const { session, context } = scene
  const yes = context.locale.words['yes']?.[0] ?? 'yes'
  return refuse({ ...scene, session: { ...session, pending } }, 'yes_or_noted', answer, pending, { yes })
}

function nothingPending({ kind }: Answer): string {
  return kind === 'token' ? 'token_unknown' : 'nothing_pending'
}

/**
 * CCP VIII.B: what was heard is a guess. It confirms only where the deployment accepts spoken confirmations, and only by the
 * full phrase, whatever would have to be typed. What is in doubt confirms nothing.
 */
function spokenRefusal({ context }: Scene, pending: Pending, answer: Answer, { doubt }: Spoken): string | null {
  if (context.limits.voiceConfirm !== 'phrase' || pending.spokenPhrase === undefined) return 'confirm_spoken_typed'
  if (doubt !== null) return 'confirm_spoken_phrase'
  return answer.kind === 'phrase' ? null : 'confirm_spoken_phrase'
}

function checkToken(scene: Scene, command: Command, pending: Pending, token: string, message: MessageFacts): Step {
  const lookup = { kind: 'token', commandId: pending.commandId, token } as const satisfies Lookup
  const verdict = factOf(scene.facts, lookup)
  if (verdict === undefined) return needs(lookup)
  if (verdict.matches) return settle(scene, command, pending, message)
  const there = elsewhere(scene, { kind: 'token', token }, pending) ?? tellOfSpent(scene, token)
  if (there !== null) return there
  const count: Decision = { kind: 'count-wrong-token', commandId: pending.commandId }
  const left = maxWrongTokens - verdict.wrongTries - 1
  if (left > 0)
    return after(
      { replies: [], decisions: [count] },
      refuse(scene, 'token_wrong', { kind: 'token', token }, pending, { left }),
    )
  const { locale } = scene.context
  const exhausted = rejectPreview(pending, 'token_exhausted')
  return done(
    { ...scene.session, pending: null },
    [
      {
        about: 'refusal',
        text: say(locale, 'token_exhausted', { summary: pending.summary }),
        command: exhausted.command,
      },
    ],
    [count, ...exhausted.decisions],
  )
}

/**
 * Handles the code of a command of theirs that waits in another chat, where alone it counts; `null` when it is not such a
 * code.
 */
function elsewhere(scene: Scene, answer: Answer, pending: Pending | null): Step | null {
  if (answer.kind !== 'token') return null
  const lookup = { kind: 'elsewhere', token: answer.token } as const satisfies Lookup
  const found = factOf(scene.facts, lookup)
  if (found === undefined) return needs(lookup)
  return found === null
    ? null
    : refuse(scene, 'confirm_elsewhere', answer, pending, { ref: found.ref, where: found.chatKind })
}

/**
 * Handles a yes when nothing waits here but one thing does in another chat, where it has to be answered; `null` when it is
 * unclear what is meant.
 */
function waitsElsewhere(scene: Scene, answer: Answer): Step | null {
  if (answer.kind !== 'yes') return null
  const { context, facts } = scene
  const lookup = { kind: 'waits-elsewhere' } as const satisfies Lookup
  const found = factOf(facts, lookup)
  if (found === undefined) return needs(lookup)
  if (found === null) return null
  const { ref, chatKind } = found
  const record = factOf(facts, { kind: 'ref', ref })
  if (record === undefined) return needs({ kind: 'ref', ref })
  const command = record === null ? undefined : context.catalogue.commands.get(record.name)
  if (record === null || command === undefined) return null
  // In a group, not everybody should read what somebody wants in private.
  const isPrivate = context.chatKind === 'private'
  const what = isPrivate ? summarise(context.locale, command, record.args, record.facts) : `#${ref}`
  const where = chatKind === context.chatKind ? 'another' : chatKind
  return refuse(scene, 'waits_elsewhere', answer, null, { what, where, how: command.confirm })
}

/** Reads rights and facts again; only when nothing has changed does the command become `confirmed`. */
function settle(
  scene: Scene,
  command: Command,
  pending: Pending,
  message: MessageFacts,
  method: Answer['kind'] = pending.method,
): Step {
  const { session, context } = scene
  if (!may({ person: context.person, scope: command.scope, roles: context.catalogue.roles })) {
    return endPending(
      scene,
      pending,
      'unauthorised',
      say(context.locale, 'unauthorised_now', { summary: pending.summary }),
    )
  }
  const queue = { kind: 'queue' } as const satisfies Lookup
  const holder = { kind: 'holder', key: pending.idempotencyKey, commandId: pending.commandId } as const satisfies Lookup
  const resolved = resolveArguments(scene, command, pending.draft)
  const another = sameLookup(command, pending.draft.args)
  const same = another === null ? null : factOf(scene.facts, another)
  const changedSince = sinceLookup(command, pending.draft)
  const since = changedSince === null ? [] : factOf(scene.facts, changedSince)
  const besides = underWayLookup(command, pending.draft.args)
  const underWay = besides === null ? [] : factOf(scene.facts, besides)
  const queueFact = factOf(scene.facts, queue)
  const held = factOf(scene.facts, holder)
  const pauseFact = factOf(scene.facts, pauseLookup)
  if (
    resolved.kind === 'needs' ||
    queueFact === undefined ||
    held === undefined ||
    pauseFact === undefined ||
    same === undefined ||
    since === undefined ||
    underWay === undefined
  ) {
    const lookups = resolved.kind === 'needs' ? resolved.lookups : []
    const ofOthers = [another, changedSince, besides].filter((lookup) => lookup !== null)
    return needs(...lookups, queue, holder, pauseLookup, ...ofOthers)
  }
  const hindrance =
    resolved.kind === 'complete'
      ? hindranceOf(context, command, { args: resolved.args, found: resolved.facts, pause: pauseFact })
      : null
  if (hindrance?.reason === 'paused')
    return done(session, [
      { about: 'refusal', text: say(context.locale, 'paused_keep', { ...hindrance.params, summary: pending.summary }) },
    ])
  if (queueFact === 'down')
    return done(session, [
      { about: 'refusal', text: say(context.locale, 'queue_down_keep', { summary: pending.summary }) },
    ])
  // Whether what was done elsewhere meanwhile still stands is asked as if the wish were said anew.
  if (held !== null) {
    const wish = { ...pending, draft: { ...pending.draft, again: false } }
    return again(scene, wish, message, 'duplicate', say(context.locale, 'preview_again_changed'))
  }
  const unchanged =
    resolved.kind === 'complete' &&
    !isNewlySame(pending, same) &&
    !isNewlyChanged(pending, since) &&
    !isNewlyUnderWay(pending, underWay) &&
    shownDigest(context, command, resolved.args, resolved.facts) === pending.shown
  if (!unchanged) return again(scene, pending, message, 'changed', say(context.locale, 'preview_again_changed'))
  if (hindrance !== null) {
    const text = say(context.locale, hindrance.key, {
      title: textsOf(context.locale, command).title,
      ...hindrance.params,
    })
    return endPending(scene, pending, hindrance.reason, text)
  }
  return done(
    { ...session, pending: null, awaited: pending.commandId, repeat: pending.draft },
    [],
    [
      {
        kind: 'confirm',
        commandId: pending.commandId,
        key: pending.idempotencyKey,
        method,
        ...(another !== null && { same: another, seen: same?.commandId ?? null }),
        ...(besides !== null && { besides, told: pending.underWay ?? [] }),
      },
    ],
  )
}

/** The same wish with a new preview and a new token; what was asked for is looked up afresh. */
function again(
  scene: Scene,
  pending: Pending,
  message: MessageFacts,
  reason: 'expired' | 'changed' | 'duplicate',
  note: string | null,
): Step {
  const decisions = rejectPreview(pending, reason).decisions
  const cleared = { ...scene, session: { ...scene.session, pending: null } }
  // What answered asked for nothing.
  const { words: _answer, ...answer } = message
  return after({ replies: [], decisions }, draftCommand(cleared, continueDraft(pending.draft, answer), { note }))
}

/** The command may not go on any more; the person is told why. */
function endPending(scene: Scene, pending: Pending, reason: ReasonCode, text: string): Step {
  const { command, decisions } = rejectPreview(pending, reason)
  return done({ ...scene.session, pending: null }, [{ about: 'refusal', text, command }], decisions)
}

function dropStale(scene: Scene, pending: Pending): Step {
  return done(
    { ...scene.session, pending: null },
    [{ about: 'refusal', text: say(scene.context.locale, 'command_gone') }],
    rejectPreview(pending, 'superseded').decisions,
  )
}

/** Refuses an answer to a preview that no longer counts; it is an answer to no other. */
function refuseQuoted(scene: Scene, answer: Answer, quoted: CommandRecord): Step {
  const { session } = scene
  const over = overText(scene, quoted)
  const key = openPreview(session) === null ? 'quoted_nothing_waits' : 'quoted_other'
  const step = refuse(scene, key, answer, session.pending)
  if (step.kind === 'needs') return step
  return done(
    step.session,
    step.replies.map((reply) => ({ ...reply, text: `${over}\n${reply.text}` })),
    step.decisions,
  )
}

/** A refused confirmation is evidence: who tried what on which command, without the token itself. */
function refuse(scene: Scene, key: string, answer: Answer, pending: Pending | null, params = {}): Step {
  return done(
    scene.session,
    [
      {
        about: 'refusal',
        text: say(scene.context.locale, key, {
          summary: pending?.summary ?? '',
          phrase: pending?.phrase ?? '',
          // In a group, everybody can read a code that was given to somebody else.
          where: scene.context.chatKind,
          ...params,
        }),
      },
    ],
    [
      {
        kind: 'note',
        evidence: 'confirmation.refused',
        facts: { why: key, answer: answer.kind, command: pending?.commandId ?? null },
      },
    ],
  )
}
