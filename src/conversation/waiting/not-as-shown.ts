/**
 * "no only give him 20", "yes until thursday": what is wanted otherwise was not understood, but what is previewed is not wanted as it
 * was shown. After a no it is dropped; where something was added to it, it is shown anew, so that neither the earlier code nor a yes
 * does it before it was seen again.
 */
import type { Reading } from '../../understanding/reading.ts'
import { draftCommand } from '../previews/draft-command.ts'
import { continueDraft } from '../previews/drafts.ts'
import { dropAll, dropPreview } from './drop.ts'
import type { MessageFacts } from '../event.ts'
import { rejectPreview } from '../previews/reject-preview.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openPreview } from '../session.ts'
import { after, done, sayBelow, type Decision, type Step } from '../step.ts'

type Against = NonNullable<Extract<Reading, { kind: 'unknown' }>['against']>

/** `null` where no preview waits, or something newer is open. */
export function notAsShown(scene: Scene, against: Against | undefined, message: MessageFacts): Step | null {
  const { session, context } = scene
  const preview = session.question === null && session.menu?.live !== true ? openPreview(session) : null
  if (preview === null || against === undefined) return null
  if (against === 'refused') {
    const dropped = session.wishes.length > 0 ? dropAll(scene) : dropPreview(scene, preview)
    return after(unread, sayBelow(dropped, [say(context.locale, 'change_unread')]))
  }
  return after(unread, showAnew(scene, say(context.locale, 'preview_again_unread'), message))
}

/** What waits is shown once more below a note, to be confirmed as it is shown now. */
export function showAnew(scene: Scene, note: string, message: MessageFacts): Step {
  const { session } = scene
  if (session.pending === null) return done(session, [{ about: 'refusal', text: note }])
  const preview = openPreview(session)
  const left = { ...scene, session: { ...session, pending: null } }
  return after(
    { decisions: preview === null ? [] : rejectPreview(preview, 'superseded').decisions },
    draftCommand(left, continueDraft(session.pending.draft, message), { note }),
  )
}

const unread: { readonly replies: readonly []; readonly decisions: readonly Decision[] } = {
  replies: [],
  decisions: [{ kind: 'note', evidence: 'message.not_understood', facts: {} }],
}
