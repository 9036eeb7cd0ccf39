/**
 * What dropping means: a menu or a question is closed, a preview is rejected as declined. Without further words the newest
 * open thing is meant, and what waits for its turn stays; dropping everything drops that too. The person is told what was
 * dropped.
 */
import { asksForText } from '../questions/asks-for-text.ts'
import { tellAsking } from '../previews/end-asking.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { goBack } from './menus.ts'
import { rejectPreview } from '../previews/reject-preview.ts'
import { commandOf } from '../render/render-outcome.ts'
import { takeBackAsking } from '../previews/take-back-asking.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { isFree, openPreview, type Pending } from '../session.ts'
import { after, done, type Done, needs, sayBelow, type Step } from '../step.ts'
import { waitedLines } from '../previews/wish-names.ts'

/** "0", "no" or "cancel" on its own: drops the newest open thing, a menu first, then the question, then the preview. */
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
  return preview === null ? (dropAsked(scene) ?? dropNothing(scene)) : dropPreview(scene, preview)
}

/** "No" alone: as `dropNewest`; where a text was asked for, how that very word is written is said as well. */
export function dropByNo(scene: Scene): Step {
  const { session, context } = scene
  const step = dropNewest(scene)
  return session.menu?.live !== true && asksForText(scene) ? sayBelow(step, [say(context.locale, 'no_as_text')]) : step
}

/** "stop", "none of them": what is open is dropped, and with it all that waits for its turn; how much that was is said. */
export function dropAll(scene: Scene): Step {
  const { session, context } = scene
  const preview = openPreview(session)
  const left = { ...session, menu: null, wishes: [] }
  const step =
    preview === null
      ? dropNewest({ ...scene, session: left })
      : dropPreview({ ...scene, session: { ...left, question: null } }, preview)
  return sayBelow(step, waitedLines(context, session.wishes))
}

/**
 * "no, wait a moment": the words after the "no" name nothing, so only the no counts; the person is told how to name
 * something else. The words may also have been about what waits for its turn ("no, 25 for the second"), so that is dropped
 * too, rather than shown as if nothing had been said.
 */
export function dropUnnamed(scene: Scene): Step {
  const { session, context } = scene
  const step = session.wishes.length > 0 ? dropAll(scene) : dropNewest(scene)
  return isFree(session) ? step : sayBelow(step, [say(context.locale, 'dropped_unnamed')])
}

/** The person does not want what the open preview shows. */
export function dropPreview({ session, context }: Scene, preview: Pending): Done {
  const { ref, draft, summary } = preview
  const { command, decisions } = rejectPreview(preview, 'declined')
  return done(
    { ...session, pending: null, repeat: draft, lastOver: ref },
    [{ about: 'info', text: say(context.locale, 'dropped', { summary }), command }],
    decisions,
  )
}

/**
 * Does something in place of the open preview, and drops that preview if it is still open afterwards, as after a refusal.
 */
export function inPlaceOfPreview(scene: Scene, start: (scene: Scene) => Step): Step {
  const step = start(scene)
  const preview = openPreview(scene.session)
  if (step.kind === 'needs' || preview === null) return step
  if (step.session.pending?.commandId !== preview.commandId) return step
  const dropped = dropPreview({ ...scene, session: step.session }, preview)
  // AGAIN then refers to what was refused.
  const { repeat } = step.session
  return after(dropped, done({ ...dropped.session, repeat }, step.replies, step.decisions))
}

/** What others were asked for last, where nothing was done since: it can be taken back. `null` where that is not what came last. */
function dropAsked(scene: Scene): Step | null {
  const { awaited, lastOver } = scene.session
  if (awaited !== null || lastOver === null) return null
  const lookup = { kind: 'ref', ref: lastOver } as const satisfies Lookup
  const record = factOf(scene.facts, lookup)
  if (record === undefined) return needs(lookup)
  return record?.reason === 'approval_asked' ? takeBackAsking(scene, record) : null
}

/** Nothing is open; but what was confirmed last may be on its way, and that is what "stop" means then. */
function dropNothing(scene: Scene): Step {
  const { session, context, facts } = scene
  const { awaited } = session
  const closed = { ...session, pending: null }
  const lookup = awaited === null ? null : ({ kind: 'command', commandId: awaited } as const satisfies Lookup)
  const record = lookup === null ? null : factOf(facts, lookup)
  if (lookup !== null && record === undefined) return needs(lookup)
  if (record?.status !== 'confirmed')
    return done(closed, [{ about: 'info', text: say(context.locale, 'nothing_open') }])
  const told = () => {
    const text = say(context.locale, record.started ? 'cancel_running' : 'waiting_to_start', { ref: record.ref })
    return done(closed, [{ about: 'info', text, command: commandOf(record) }])
  }
  return record.started ? tellAsking({ ...scene, session: closed }, record, told) : told()
}
