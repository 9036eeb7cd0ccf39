import type { Reading } from '../../understanding/reading.ts'
import { renderQuestion } from '../questions/ask.ts'
import { draftCommand } from '../previews/draft-command.ts'
import { beginDraft, continueDraft } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import { originOf } from '../previews/origin.ts'
import { quotedCommandOf, quotesOpen } from '../things/quoted.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { isFree, openPreview, type Draft, type Pending } from '../session.ts'
import { done, type Step } from '../step.ts'

/**
 * Repeats the request that is quoted. Otherwise shows again what is being asked or waits for confirmation, unless something
 * else has been refused as a repeat since; otherwise repeats the last request.
 */
export function repeatNewest(
  scene: Scene,
  { shown }: Extract<Reading, { kind: 'again' }>,
  message: MessageFacts,
): Step {
  const { question, repeat } = scene.session
  const quoted = shown === true || quotesOpen(scene, message) ? null : quotedCommandOf(message)
  if (quoted !== null && quoted.status !== 'accepted')
    return draftCommand(scene, beginDraft(quoted.name, message, { args: quoted.args, again: true }))
  if (question !== null) return done(scene.session, [renderQuestion(scene.context, question, [], true)])
  const preview = openPreview(scene.session)
  const isNewer = shown !== true && repeat !== null && preview !== null && wasAskedAfter(scene, repeat, preview)
  if (preview !== null && !isNewer) return draftCommand(scene, continueDraft(preview.draft, message))
  if (repeat === null)
    return done(scene.session, [{ about: 'info', text: say(scene.context.locale, 'nothing_to_repeat') }])
  const { takesBack: _done, ...asked } = repeat
  return draftCommand(scene, { ...asked, origin: originOf(message), again: true })
}

/** "Add another one", where nothing is open: what was added last, once more. `null` where something else was done last. */
export function repeatAlike(scene: Scene, paths: readonly string[] = [], message: MessageFacts): Step | null {
  const { session, context } = scene
  const path = context.catalogue.commands.get(session.repeat?.command ?? '')?.path
  const isMeant = isFree(session) && message.quotedCommand === null && path !== undefined && paths.includes(path)
  return isMeant ? repeatNewest(scene, { kind: 'again' }, message) : null
}

/**
 * Whether a change was asked for after what is open and did not take its place: it had been done before, and AGAIN was
 * offered.
 */
function wasAskedAfter({ context }: Scene, repeat: Draft, { draft }: Pending): boolean {
  const isChange = context.catalogue.commands.get(repeat.command)?.safety !== 'read'
  const isOther = repeat.origin.messageIds.every((id) => !draft.origin.messageIds.includes(id))
  return isChange && isOther && Date.parse(repeat.origin.sentAt) > Date.parse(draft.origin.sentAt)
}
