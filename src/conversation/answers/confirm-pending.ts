import type { Command } from '../../catalogue/catalogue.ts'
import type { Confirmation } from '../../understanding/reading.ts'
import { fillQuestion, settleHeard } from './fill-question.ts'
import { askAgain } from '../questions/ask.ts'
import { withTextOfThat } from '../questions/asks-for-text.ts'
import { askWhetherYes } from './ask-whether-yes.ts'
import type { MessageFacts, Spoken } from '../event.ts'
import { factOf, type CommandRecord, type Lookup } from '../lookup.ts'
import { isFromBeforeRemoval, isInDoubt, isStale, isUnseen, quotesOther } from '../previews/meant-for-preview.ts'
import { heardParameter } from '../questions/question-text.ts'
import { overText, quotedElsewhere } from '../things/quoted.ts'
import { refuse } from '../previews/refuse-answer.ts'
import { rejectPreview } from '../previews/reject-preview.ts'
import { say } from '../render/say.ts'
import { maxWrongTokens, type Scene } from '../scene.ts'
import { openPreview, type Candidate, type Pending, type Question } from '../session.ts'
import { again, endPending, settle } from '../previews/settle-pending.ts'
import { after, done, needs, type Decision, type Step } from '../step.ts'
import { tellOfSpent, tellOnItsWay } from '../outcomes/tell-how-it-went.ts'
import { elsewhere, waitsElsewhere } from '../previews/waits-elsewhere.ts'

/**
 * CCP VIII.B. A confirmation counts if it is of the kind that the danger calls for, in time and not forwarded, and if rights
 * and facts, read again now, are still what the preview showed. Anything else is refused or previewed again.
 */
export function confirmPending(scene: Scene, answer: Confirmation, message: MessageFacts): Step {
  const { session, context } = scene
  const { pending } = session
  const quoted = quotedElsewhere(scene, message)
  if (quoted?.status === 'rejected' && (pending !== null || answer.kind !== 'token'))
    return refuseQuoted(scene, answer, quoted)
  if (answer.kind === 'yes' && session.question?.parameter === heardParameter)
    return settleHeard(scene, session.question, 'yes', message)
  const only = answer.kind === 'yes' ? onlyMeant(session.question) : null
  if (only !== null && session.question !== null) return fillQuestion(scene, session.question, only.id, message)
  if (pending === null && session.question !== null && answer.kind === 'yes')
    return withTextOfThat(scene, askAgain(scene, session.question))
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
  if (session.question !== null && answer.kind === 'yes')
    return withTextOfThat(scene, refuse(scene, 'question_first', answer, pending))
  if (pending.method === 'yes' && isInDoubt(answer, pending, message)) return askWhetherYes(scene, pending)
  if (message.forwarded) return refuse(scene, 'forwarded_confirms_nothing', answer, pending)
  const unsaid = message.spoken === undefined ? null : spokenRefusal(scene, pending, answer, message.spoken)
  if (unsaid !== null) return refuse(scene, unsaid, answer, pending, { phrase: pending.spokenPhrase ?? '' })
  if (pending.lapsed || Date.parse(pending.expiresAt) <= context.now.getTime())
    return again(scene, pending, message, 'expired', say(context.locale, lapsedKey(pending)))
  // The new preview itself says how old the answer is.
  if (isStale(scene, message)) return again(scene, pending, message, 'expired', null)
  if (pending.unheard === true)
    return again(scene, pending, message, 'expired', say(context.locale, 'preview_again_unheard'))
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

/** Of what may have been done nobody hears that nothing was. */
function lapsedKey({ restored }: Pending): string {
  return restored === true ? 'preview_again_restored' : 'preview_again_expired'
}

function nothingPending({ kind }: Confirmation): string {
  return kind === 'token' ? 'token_unknown' : 'nothing_pending'
}

/**
 * CCP VIII.B: what was heard is a guess. It confirms only where the deployment accepts spoken confirmations, and only by the
 * full phrase, whatever would have to be typed. What is in doubt confirms nothing.
 */
function spokenRefusal({ context }: Scene, pending: Pending, answer: Confirmation, { doubt }: Spoken): string | null {
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
    return after({ decisions: [count] }, refuse(scene, 'token_wrong', { kind: 'token', token }, pending, { left }))
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

function dropStale(scene: Scene, pending: Pending): Step {
  return done(
    { ...scene.session, pending: null },
    [{ about: 'refusal', text: say(scene.context.locale, 'command_gone') }],
    rejectPreview(pending, 'superseded').decisions,
  )
}

/** Refuses an answer to a preview that no longer counts; it is an answer to no other. */
function refuseQuoted(scene: Scene, answer: Confirmation, quoted: CommandRecord): Step {
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
