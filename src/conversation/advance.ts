/**
 * The conversation, one step at a time: pure, so that the same session, event and facts always give the same turn. When
 * something must be known first it returns the lookups; the caller answers them and calls again with the same event.
 */
import { assertNever } from '../errors.ts'
import { answerQuestion } from './answer-question.ts'
import { changeByRef } from './change-by-ref.ts'
import { confirmPending } from './confirm-pending.ts'
import { draftCommand, draftWish } from './draft-command.ts'
import { correctPending, dropNewest } from './drop.ts'
import type { ConversationEvent, MessageFacts } from './event.ts'
import { expirePending, tellOutcome } from './on-outcome.ts'
import { renderHelp } from './render/render-help.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { done, type Step } from './step.ts'
import { nextWish, startWishes } from './wishes.ts'
import { withdrawRequest } from './withdraw.ts'
import type { Reading } from '../understanding/reading.ts'

/** Takes an event and returns what follows from it: needed lookups, or the new session, replies and decisions. */
export function advance(scene: Scene, event: ConversationEvent): Step {
  switch (event.kind) {
    case 'reading':
      return onReading(scene, event.reading, event.message)
    case 'unreadable':
      return done(scene.session, [{ about: 'refusal', text: say(scene.context.locale, `unreadable_${event.what}`) }])
    case 'withdrawn':
      return withdrawRequest(scene, event.messageId, event.how)
    case 'next-wish':
      return nextWish(scene)
    case 'outcome':
      return tellOutcome(scene, event.record)
    case 'expiry':
      return expirePending(scene, event.commandId)
    default:
      return assertNever(event)
  }
}

function onReading(scene: Scene, reading: Reading, message: MessageFacts): Step {
  const { session, context } = scene
  const inform = (key: string, params = {}) =>
    done(session, [{ about: 'info', text: say(context.locale, key, params) }])
  switch (reading.kind) {
    case 'wishes':
      return startWishes(scene, reading.wishes, message)
    case 'negated':
      return inform('negated')
    case 'yes':
    case 'token':
    case 'phrase':
      return confirmPending(scene, reading, message)
    case 'no':
      return reading.correction === null ? dropNewest(scene) : correctPending(scene, reading.correction, message)
    case 'drop':
      return dropNewest(scene)
    case 'again':
      return session.repeat === null
        ? inform('nothing_to_repeat')
        : draftCommand(scene, {
            ...session.repeat,
            origin: { messageIds: [message.id], sentAt: message.sentAt },
            again: true,
          })
    case 'value':
    case 'pick':
      return answerQuestion(scene, reading, message)
    case 'undo':
    case 'cancel-ref':
      return changeByRef(scene, reading, (wish) =>
        draftWish(scene, { wish, origin: { messageIds: [message.id], sentAt: message.sentAt } }),
      )
    case 'help':
    case 'menu':
    case 'back':
      return done(session, [renderHelp(context, 'help')])
    case 'invalid-token':
      return done(session, [
        {
          about: 'refusal',
          text: say(context.locale, `token_${reading.problem.replaceAll('-', '_')}`, {
            detail: reading.detail,
            command: reading.command ?? '',
          }),
        },
      ])
    case 'unknown':
      return done(
        session,
        [renderHelp(context, 'not_understood')],
        [{ kind: 'note', evidence: 'message.not_understood', facts: {} }],
      )
    default:
      return assertNever(reading)
  }
}
