/**
 * The conversation, one step at a time: pure, so that the same session, event and facts always give the same turn. When
 * something must be known first it returns the lookups; the caller answers them and calls again with the same event.
 */
import { assertNever } from '../errors.ts'
import { addBesides } from './waiting/add-besides.ts'
import { answerAndGoOn } from './answers/answer-and-go-on.ts'
import { answerForAnother } from './answers/answer-for-another.ts'
import { answerByWish } from './answers/answer-by-wish.ts'
import { answerQuestion } from './answers/answer-question.ts'
import { answerCourtesy } from './answers/answer-courtesy.ts'
import { withTextOfThat } from './questions/asks-for-text.ts'
import { answerByThing } from './answers/ask-which-value.ts'
import { onAsked } from './approvals/on-asked.ts'
import { onRecalled } from './approvals/on-recalled.ts'
import { tellAnswered } from './approvals/on-answered.ts'
import { withTurnedDown } from './approvals/turned-down.ts'
import { askForOne } from './answers/ask-for-one.ts'
import { askOfAnother } from './answers/ask-of-another.ts'
import { callListed } from './answers/call-listed.ts'
import { changeByDifference } from './changes/change-by-difference.ts'
import { changeByRef, dropQuoted } from './changes/change-by-ref.ts'
import { confirmEach } from './answers/confirm-each.ts'
import { confirmPending } from './answers/confirm-pending.ts'
import { correctOpen } from './changes/correct-open.ts'
import { whetherCalledSo } from './changes/whether-called-so.ts'
import { dropAll, dropByNo, dropNewest } from './waiting/drop.ts'
import type { ConversationEvent, MessageFacts } from './event.ts'
import { leaveOutCalled } from './changes/leave-out-called.ts'
import { leaveOutNamed } from './changes/leave-out-named.ts'
import { goBack, showMenu } from './waiting/menus.ts'
import { dropDenied, negateWishes } from './changes/negate.ts'
import { expirePending, tellOutcome } from './outcomes/on-outcome.ts'
import { tellProgress } from './outcomes/on-progress.ts'
import { tellSettled } from './outcomes/on-settled.ts'
import { onUnknown } from './answers/on-unknown.ts'
import { quotesOpen, withQuoted } from './things/quoted.ts'
import { withReminder } from './questions/remind.ts'
import { repeatAlike, repeatNewest } from './changes/repeat-newest.ts'
import { renderHelp } from './render/render-help.ts'
import { say } from './render/say.ts'
import { shorten } from './render/shorten.ts'
import { showBytes } from './render/show-bytes.ts'
import { showValue } from './render/show-value.ts'
import type { Scene } from './scene.ts'
import { settleAgreement } from './previews/settle-agreement.ts'
import { isFree, withoutNumbers } from './session.ts'
import { settleUnwanted } from './things/settle-references.ts'
import { startInstead } from './changes/start-instead.ts'
import { after, done, sayBelow, whether, type Step } from './step.ts'
import { leaveOut, takeOfSeveral } from './answers/take-of-several.ts'
import { settleCalled, takeAmbiguous, takeCalled } from './answers/take-called.ts'
import { besidesAside, besidesFile } from './answers/tell-besides.ts'
import { tellHowItWent } from './outcomes/tell-how-it-went.ts'
import { tellReversible } from './outcomes/tell-reversible.ts'
import { forgetRefused, tryAgain } from './changes/try-again.ts'
import { undoInstead } from './changes/undo-instead.ts'
import { undoRegretted } from './changes/undo-regretted.ts'
import { notAsShown } from './waiting/not-as-shown.ts'
import { nameOwners } from './name-owners.ts'
import { nextWish } from './waiting/wishes.ts'
import { whyUnreadable } from './why-unreadable.ts'
import { withHeard } from './with-heard.ts'
import { withWaiting } from './waiting/with-waiting.ts'
import { withdrawRequest } from './changes/withdraw.ts'
import type { Reading } from '../understanding/reading.ts'

/** Takes an event and returns what follows from it: the lookups that are needed, or the new session, replies and decisions. */
export function advance(given: Scene, event: ConversationEvent): Step {
  const answered = onEvent(given, event)
  const step = event.kind === 'recalled' ? answered : withTurnedDown(given.session, answered)
  return withinLength(given, withWaiting(given.context, step, ['preview']))
}

/** Of what is to be confirmed nothing is left out. */
function withinLength({ context }: Scene, step: Step): Step {
  if (step.kind === 'needs') return step
  const replies = step.replies.map((reply) =>
    reply.about === 'preview' ? reply : { ...reply, text: shorten(context.locale, reply.text) },
  )
  return done(step.session, replies, step.decisions)
}

function onEvent(given: Scene, event: ConversationEvent): Step {
  const scene = event.kind === 'reading' ? withQuoted(given, event.message) : given
  switch (event.kind) {
    case 'reading': {
      const { message } = event
      const reading = settleAgreement(scene, event.reading)
      const answered = answerForAnother(scene, reading, message) ?? onReading(scene, reading, message)
      const besides = besidesAside(scene, reading, besidesFile(scene, message, answered))
      const told = withHeard(scene, message, besides)
      const step = forgetRefused(scene, afterSecret(scene, message, told))
      return isAnswer(reading, scene) ? step : withReminder(scene, step)
    }
    case 'unreadable':
      return withReminder(scene, done(scene.session, [{ about: 'refusal', text: whyUnreadable(scene, event) }]))
    case 'too-large': {
      const { locale } = scene.context
      const text = say(locale, 'unreadable_file_too_large', { limit: showBytes(locale, event.most) })
      return withReminder(scene, done(scene.session, [{ about: 'refusal', text }]))
    }
    case 'withdrawn':
      return withdrawRequest(scene, event, (left, anew) => onEvent(left, { kind: 'reading', ...anew }))
    case 'next-wish':
      return nextWish(scene)
    case 'outcome':
      return tellOutcome(scene, event.record, event.files)
    case 'progress':
      return tellProgress(scene, event.record, event.progress)
    case 'settled':
      return tellSettled(scene, event)
    case 'asked':
      return onAsked(scene, event)
    case 'recalled':
      return onRecalled(scene, event)
    case 'answered':
      return tellAnswered(scene, event)
    case 'expiry':
      return expirePending(scene, event.commandId)
    default:
      return assertNever(event)
  }
}

/** Somebody who has sent a secret is first told what becomes of it, and of the message that shows it. */
function afterSecret({ context }: Scene, { secret }: MessageFacts, step: Step): Step {
  if (secret === undefined) return step
  const text = say(context.locale, context.chatKind === 'group' ? 'secret_in_group' : 'secret_taken')
  return after({ replies: [{ about: 'info', text }] }, step)
}

/** Confirmations and answers are about what is open, and so are the replies to them; anything else may be a digression. */
function isAnswer(reading: Reading, { session }: Scene): boolean {
  const { kind } = reading
  if (kind === 'wishes') return reading.answers !== undefined
  if (kind === 'thanks') return reading.praise === true && session.question !== null
  if (kind === 'value' || kind === 'pick' || kind === 'both' || kind === 'again') return session.question !== null
  return kind === 'yes' || kind === 'token' || kind === 'phrase'
}

/** A command that needs a time is asked for it; what would be a delay is not done. */
function onLater(scene: Scene, { said, asks }: Extract<Reading, { kind: 'later' }>, message: MessageFacts): Step {
  if (asks !== undefined) return onReading(scene, { kind: 'wishes', wishes: [asks] }, message)
  const { session, context } = scene
  const text =
    said === undefined
      ? say(context.locale, 'not_later')
      : say(context.locale, 'time_unread', { said: showValue(said) })
  return done(session, [{ about: 'refusal', text }])
}

function onReading(scene: Scene, reading: Reading, message: MessageFacts): Step {
  const { session, context } = scene
  const leftOut = leaveOutCalled(scene, reading, message)
  if (leftOut !== null) return leftOut
  switch (reading.kind) {
    case 'yes':
      return confirmEach(scene, reading, message)
    case 'token':
    case 'phrase':
      return confirmPending(scene, reading, message)
    case 'value':
      return (reading.text === '0' ? dropQuoted(scene, message) : null) ?? answerQuestion(scene, reading, message)
    case 'pick':
      return answerQuestion(scene, reading, message)
    case 'wishes':
      return onWishes(scene, reading, message)
    case 'ambiguous':
      return takeAmbiguous(besidesMenu(scene), reading.wishes, message)
    case 'too-many':
      return done(session, [{ about: 'refusal', text: say(context.locale, 'too_many_wishes', { most: reading.most }) }])
    case 'negated':
      return sayBelow(
        negateWishes(scene, [reading.wish, ...(reading.others ?? [])], reading.refuses === true),
        reading.more === true ? [say(context.locale, 'change_unread')] : [],
      )
    case 'conditional':
      return done(session, [{ about: 'refusal', text: say(context.locale, 'not_on_condition') }])
    case 'later':
      return onLater(scene, reading, message)
    case 'no':
      return dropQuoted(scene, message) ?? undoRegretted(scene, reading, message) ?? dropByNo(scene)
    case 'difference':
      return changeByDifference(scene, reading, message)
    case 'correction':
      return tryAgain(scene, reading, message) ?? correctOpen(scene, reading, message)
    case 'free-correction': {
      const { place, only } = reading
      const ofSeveral = only === true && typeof place === 'number' ? takeOfSeveral(scene, { place }, message) : null
      if (ofSeveral !== null) return ofSeveral
      const isAnswered = reading.not === undefined || session.question !== null
      const isOpen = isAnswered ? whether(true) : whetherCalledSo(scene, reading.not)
      if (isOpen.kind === 'needs') return isOpen
      if (isOpen.kind === 'yes') return correctOpen(scene, reading, message)
      return notAsShown(scene, reading.perhaps === true ? 'added' : 'refused', message) ?? onUnknown(scene, {})
    }
    case 'drop':
      return reading.all === true && quotesOpen(scene, message)
        ? dropAll(scene)
        : (dropQuoted(scene, message) ??
            undoRegretted(scene, reading, message) ??
            (reading.all === true ? dropAll(scene) : dropNewest(scene)))
    case 'again':
      return repeatNewest(scene, reading, message)
    case 'undo':
    case 'retry':
    case 'cancel-ref':
      return changeByRef(scene, reading, message)
    case 'menu':
      return showMenu(scene, '')
    case 'back':
      return goBack(scene)
    case 'greeting':
    case 'thanks':
    case 'farewell':
    case 'introduction':
    case 'trust':
    case 'erasure':
    case 'renumbering':
      return answerCourtesy(scene, reading)
    case 'human':
      return nameOwners(scene)
    case 'wait':
      return takeTime(scene)
    case 'worked':
      return tellHowItWent(scene, message)
    case 'reversible':
      return tellReversible(scene, message)
    case 'both':
      return askForOne(scene)
    case 'leave-out':
      return leaveOut(scene, reading, message)
    case 'of-several':
      return takeOfSeveral(scene, reading, message) ?? onUnknown(scene, {})
    case 'what-about':
      return askOfAnother(besidesMenu(scene), reading, message) ?? onUnknown(besidesMenu(scene), {})
    case 'help':
      return done(session, [renderHelp(context)])
    case 'invalid-token':
      return done(session, [
        {
          about: 'refusal',
          text: say(context.locale, `token_${reading.problem.replaceAll('-', '_')}`, {
            detail: showValue(reading.detail),
            command: reading.command ?? '',
          }),
        },
      ])
    case 'agreed':
      return onReading(scene, reading.otherwise, message)
    case 'unknown':
      return (
        callListed(scene, reading, message) ??
        leaveOutNamed(scene, reading) ??
        dropDenied(scene, reading.denies) ??
        repeatAlike(scene, reading.oneMoreOf, message) ??
        takeCalled(scene, reading, message) ??
        notAsShown(scene, isOfOther(reading) ? undefined : reading.against, message) ??
        onUnknown(scene, reading)
      )
    default:
      return assertNever(reading)
  }
}

function onWishes(scene: Scene, reading: Extract<Reading, { kind: 'wishes' }>, message: MessageFacts): Step {
  const settled = settleCalled(scene, reading, message)
  if (settled.kind === 'needs') return settled
  const asked = { ...settled, wishes: settleUnwanted(scene, settled) }
  return (
    answerAndGoOn(scene, asked, message) ??
    leaveOutNamed(scene, asked) ??
    answerByWish(scene, asked, message) ??
    answerByThing(scene, asked, message) ??
    undoInstead(scene, asked, message) ??
    addBesides(scene, asked, message) ??
    startInstead(scene, asked, message)
  )
}

/** Somebody who asks for something in words has left the menu, so numbers no longer belong to it. */
function besidesMenu(scene: Scene): Scene {
  return { ...scene, session: withoutNumbers(scene.session) }
}

/** What is open waits anyway; when nothing is open, "wait" counts as a "stop" to what was confirmed last. */
function takeTime(scene: Scene): Step {
  const { session, context } = scene
  const isLate = isFree(session) && session.menu?.live !== true && session.awaited !== null
  const waiting = done(session, [{ about: 'info', text: say(context.locale, 'wait_answer') }])
  return isLate ? dropNewest(scene) : withTextOfThat(scene, waiting)
}

/** "Don't add it", "never mind Helena", where it is neither that command nor her that is open. */
function isOfOther({ denies, leavesOut }: Extract<Reading, { kind: 'unknown' }>): boolean {
  return denies !== undefined || leavesOut !== undefined
}
