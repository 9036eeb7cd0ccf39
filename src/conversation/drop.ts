import type { Reply } from '../channel/reply.ts'
import { normaliseArgument } from '../envelope/normalise-argument.ts'
import { draftCommand } from './draft-command.ts'
import type { MessageFacts } from './event.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { done, type Step } from './step.ts'

/** "0", "no" or "cancel" alone: drops the newest open thing, the question before the preview. */
export function dropNewest({ session, context }: Scene): Step {
  const { locale } = context
  if (session.question !== null) {
    const reply: Reply = { about: 'info', text: say(locale, 'question_dropped') }
    return done({ ...session, question: null }, [reply])
  }
  const { pending } = session
  if (pending === null || pending.lapsed)
    return done({ ...session, pending: null }, [{ about: 'info', text: say(locale, 'nothing_open') }])
  const reply: Reply = {
    about: 'info',
    text: say(locale, 'dropped', { summary: pending.summary }),
    command: {
      id: pending.commandId,
      ref: pending.ref,
      name: pending.draft.command,
      status: 'rejected',
      reason: 'declined',
    },
  }
  return done(
    { ...session, pending: null, repeat: pending.draft },
    [reply],
    [{ kind: 'reject', commandId: pending.commandId, reason: 'declined' }],
  )
}

/** "no, 205": the same wish with another value, for the parameter that it fits; the target first. */
export function correctPending(scene: Scene, correction: string, message: MessageFacts): Step {
  const { session, context } = scene
  const draft = session.pending?.draft ?? session.question?.draft
  const command = draft === undefined ? undefined : context.catalogue.commands.get(draft.command)
  if (draft === undefined || command === undefined) return dropNewest(scene)
  const byTarget = command.parameters.toSorted(
    (a, b) => Number(b.name === command.intent.target) - Number(a.name === command.intent.target),
  )
  const parameter = byTarget.find((each) => normaliseArgument(each, correction).kind === 'value')
  if (parameter === undefined) return dropNewest(scene)
  const { [parameter.name]: _wrong, ...args } = draft.args
  const origin = { messageIds: [...draft.origin.messageIds, message.id], sentAt: message.sentAt }
  return draftCommand(scene, { ...draft, args, raw: { ...draft.raw, [parameter.name]: correction }, origin })
}
