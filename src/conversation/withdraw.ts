import { factOf, type Lookup } from './lookup.ts'
import { withoutMentionsOf } from './mentions.ts'
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
  const left = {
    ...withoutMentionsOf(session, messageId),
    pending: concerns(pending?.draft.origin) ? null : pending,
    question: concerns(question?.draft.origin) ? null : question,
    wishes: session.wishes.filter(({ origin }) => !concerns(origin)),
  }
  if (pending !== null && left.pending === null && !pending.lapsed) {
    const command = {
      id: pending.commandId,
      ref: pending.ref,
      name: pending.draft.command,
      status: 'rejected',
      reason: 'withdrawn',
    } as const
    const text = say(context.locale, `withdrawn_${how}`, { summary: pending.summary })
    return done(
      left,
      [{ about: 'info', text, command }],
      [{ kind: 'reject', commandId: pending.commandId, reason: 'withdrawn' }],
    )
  }
  const waited = question !== left.question || session.wishes.length !== left.wishes.length
  return settleRest({ ...scene, session: left }, messageId, waited)
}

/** What waited is dropped; what was confirmed already stays as it is, and the person hears so. */
function settleRest(scene: Scene, messageId: string, waited: boolean): Step {
  const lookup = { kind: 'message', messageId } as const satisfies Lookup
  const records = factOf(scene.facts, lookup)
  if (records === undefined) return needs(lookup)
  const touched = records.find(
    ({ safety, status }) => safety !== 'read' && status !== 'rejected' && status !== 'accepted',
  )
  const { locale } = scene.context
  const lines = [
    touched === undefined ? [] : [say(locale, 'edit_changes_nothing', { ref: touched.ref })],
    waited ? [say(locale, 'question_dropped')] : [],
  ].flat()
  if (lines.length === 0) return done(scene.session)
  const command = touched === undefined ? {} : { command: commandOf(touched) }
  return done(scene.session, [{ about: 'info', text: lines.join('\n'), ...command }])
}
