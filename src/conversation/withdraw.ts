import { factOf, type Lookup } from './lookup.ts'
import { say } from './render/say.ts'
import { commandOf } from './render/render-outcome.ts'
import type { Scene } from './scene.ts'
import { done, needs, type Step } from './step.ts'

/** An edited or deleted message never changes an envelope; it withdraws the pending one. */
export function withdrawRequest(scene: Scene, messageId: string, how: 'edited' | 'deleted'): Step {
  const { session, context } = scene
  const { pending, question } = session
  const concerns = (origin: { readonly messageIds: readonly string[] } | undefined) =>
    origin?.messageIds.includes(messageId) ?? false
  const wishes = session.wishes.filter(({ origin }) => !concerns(origin))
  if (pending !== null && !pending.lapsed && concerns(pending.draft.origin)) {
    const command = {
      id: pending.commandId,
      ref: pending.ref,
      name: pending.draft.command,
      status: 'rejected',
      reason: 'withdrawn',
    } as const
    const text = say(context.locale, `withdrawn_${how}`, { summary: pending.summary })
    return done(
      { ...session, pending: null, question: concerns(question?.draft.origin) ? null : question, wishes },
      [{ about: 'info', text, command }],
      [{ kind: 'reject', commandId: pending.commandId, reason: 'withdrawn' }],
    )
  }
  if (question !== null && concerns(question.draft.origin)) {
    return done({ ...session, question: null, wishes }, [
      { about: 'info', text: say(context.locale, 'question_dropped') },
    ])
  }
  return tooLate({ ...scene, session: { ...session, wishes } }, messageId)
}

/** What was confirmed already stays as it is, and the person hears so. */
function tooLate(scene: Scene, messageId: string): Step {
  const lookup = { kind: 'message', messageId } as const satisfies Lookup
  const records = factOf(scene.facts, lookup)
  if (records === undefined) return needs(lookup)
  const touched = records.find(
    ({ safety, status }) => safety !== 'read' && status !== 'rejected' && status !== 'accepted',
  )
  if (touched === undefined) return done(scene.session)
  const text = say(scene.context.locale, 'edit_changes_nothing', { ref: touched.ref })
  return done(scene.session, [{ about: 'info', text, command: commandOf(touched) }])
}
