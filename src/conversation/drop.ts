import { factOf, type Lookup } from './lookup.ts'
import { goBack } from './menus.ts'
import { commandOf } from './render/render-outcome.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { openPreview, type Pending } from './session.ts'
import { after, done, type Done, needs, type Step } from './step.ts'

/** "0", "no" or "cancel" alone: drops the newest open thing, a menu first, then the question, then the preview. */
export function dropNewest(scene: Scene): Step {
  const { session, context } = scene
  if (session.menu?.live === true) {
    const closed = { ...session, menu: null }
    return session.menu.path === ''
      ? done(closed, [{ about: 'info', text: say(context.locale, 'menu_closed') }])
      : goBack(scene)
  }
  if (session.question !== null) {
    return done({ ...session, question: null }, [{ about: 'info', text: say(context.locale, 'question_dropped') }])
  }
  const preview = openPreview(session)
  return preview === null ? dropNothing(scene) : dropPending(scene, preview)
}

/** Nothing is open; but what was confirmed last may be on its way, and whoever says "stop" means that. */
function dropNothing({ session, context, facts }: Scene): Step {
  const { awaited } = session
  const closed = { ...session, pending: null }
  const lookup = awaited === null ? null : ({ kind: 'command', commandId: awaited } as const satisfies Lookup)
  const record = lookup === null ? null : factOf(facts, lookup)
  if (lookup !== null && record === undefined) return needs(lookup)
  if (record?.status !== 'confirmed')
    return done(closed, [{ about: 'info', text: say(context.locale, 'nothing_open') }])
  const text = say(context.locale, record.started ? 'cancel_running' : 'waiting_to_start', { ref: record.ref })
  return done(closed, [{ about: 'info', text, command: commandOf(record) }])
}

/** The person does not want what the open preview shows. */
export function dropPending({ session, context }: Scene, pending: Pending): Done {
  const { commandId, ref, draft, summary } = pending
  const command = { id: commandId, ref, name: draft.command, status: 'rejected', reason: 'declined' } as const
  return done(
    { ...session, pending: null, repeat: draft, lastOver: ref },
    [{ about: 'info', text: say(context.locale, 'dropped', { summary }), command }],
    [{ kind: 'reject', commandId, reason: 'declined' }],
  )
}

/** Does something in place of the open preview: where that is still open then, as when it was refused, it is dropped. */
export function inPlaceOfPending(scene: Scene, start: (scene: Scene) => Step): Step {
  const step = start(scene)
  const preview = openPreview(scene.session)
  if (step.kind === 'needs' || preview === null) return step
  if (step.session.pending?.commandId !== preview.commandId) return step
  const dropped = dropPending({ ...scene, session: step.session }, preview)
  // What was refused is what AGAIN is about.
  const { repeat } = step.session
  return after(dropped, done({ ...dropped.session, repeat }, step.replies, step.decisions))
}
