import { isDeepStrictEqual } from 'node:util'
import type { Command } from '../../catalogue/catalogue.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openDraft, openPreview, type Draft, type QueuedWish } from '../session.ts'
import type { Decision } from '../step.ts'
import type { Because } from '../things/resolve-one.ts'
import { wishOfDraft } from '../wish-and-draft.ts'
import { leftAside } from './left-aside.ts'
import { rejectPreview } from './reject-preview.ts'
import { waitedLines } from './wish-names.ts'

/**
 * A new mutation that asks or is previewed takes the place of what is open, a question or a preview, and says so unless it is
 * the same, and in any case what that was to be followed by; a read that asks takes that of a question alone, and any other leaves it open.
 */
export function supersede(
  scene: Scene,
  command: Command,
  draft: Draft,
  {
    summary = null,
    because = null,
  }: {
    /** The line that names what is previewed. */
    readonly summary?: string | null
    /** Why what is open asks for the same value again. */
    readonly because?: Because | null
  } = {},
): { readonly scene: Scene; readonly decisions: readonly Decision[]; readonly note: string | null } {
  const { session, context } = scene
  const { question } = session
  const { origin } = draft
  const preview = openPreview(session)
  const left = question === null ? null : leftAside(context, question, [draft], because)
  if (command.safety === 'read') return { scene, decisions: [], note: left }
  // What came in one message with what is replaced goes with it; what came with this stays.
  const isOwn = ({ origin: { messageIds } }: Pick<QueuedWish, 'origin'>) =>
    messageIds.some((id) => origin.messageIds.includes(id))
  const open = openDraft(session)
  const isReplaced = open !== null && !open.origin.messageIds.some((id) => origin.messageIds.includes(id))
  const kept = isReplaced && open.origin.askedBy !== undefined ? [putOff(open)] : []
  const wishes = isReplaced
    ? [...session.wishes.filter((each) => isOwn(each) || each.origin.askedBy !== undefined), ...kept]
    : session.wishes
  const dropped = waitedLines(
    context,
    session.wishes.filter((each) => !wishes.includes(each)),
  )
  const cleared = { ...scene, session: { ...session, question: null, pending: null, wishes } }
  const replaced =
    preview === null ||
    kept.length > 0 ||
    (preview.summary === summary && (!isReplaced || isDeepStrictEqual(preview.draft.args, draft.args)))
      ? []
      : [say(context.locale, 'preview_replaces', { summary: preview.summary })]
  const lines = [...(left === null ? [] : [left]), ...replaced, ...dropped]
  return {
    scene: cleared,
    decisions: preview === null ? [] : rejectPreview(preview, 'superseded').decisions,
    note: lines.length === 0 ? null : lines.join('\n'),
  }
}

/** What somebody else asked for is not dropped for what this person wants: it waits until that is over. */
function putOff(draft: Draft): QueuedWish {
  return { wish: wishOfDraft(draft), origin: draft.origin, besides: [] }
}
