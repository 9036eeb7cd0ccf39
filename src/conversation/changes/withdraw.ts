/**
 * A message that is edited or deleted, or a thumb that is taken back, never changes an envelope and never confirms one: it withdraws what still waits. What was
 * already confirmed stays as it is, and the person is told so. A question that the message answered is answered anew, or
 * asked again. If there was none of these, an edited message is read as it is now, and what it asks for is a command of its
 * own, with its own preview.
 */
import { questionAnsweredBy } from '../answers/answered-by.ts'
import { renderQuestion } from '../questions/ask.ts'
import { questionText } from '../questions/question-text.ts'
import type { ConversationEvent } from '../event.ts'
import { factOf, type CommandRecord, type Lookup } from '../lookup.ts'
import { withoutMentionsOf } from '../things/mentions.ts'
import { rejectPreview } from '../previews/reject-preview.ts'
import { takeBackAsking } from '../previews/take-back-asking.ts'
import { say } from '../render/say.ts'
import { commandOf } from '../render/render-outcome.ts'
import type { Context, Scene } from '../scene.ts'
import { openPreview, withoutNumbers, type Pending, type Question, type QueuedWish, type Session } from '../session.ts'
import { after, done, needs, type Done, type Step } from '../step.ts'
import { offeredUndo } from '../things/undo-of.ts'
import { wishNames } from '../previews/wish-names.ts'

type Withdrawn = Extract<ConversationEvent, { kind: 'withdrawn' }>
type How = Withdrawn['how']

/** The parts of a session that came from one message. */
type Withdrawal = {
  readonly pending: Pending | null
  readonly question: Question | null
  readonly wishes: readonly QueuedWish[]
  /** The session without them. */
  readonly left: Session
}

/**
 * Withdraws what a message asked for.
 * @param readAnew handles what the message says now as a new message, in the scene that is left
 */
export function withdrawRequest(
  scene: Scene,
  { messageId, how, anew, wouldAnswer }: Withdrawn,
  readAnew: (scene: Scene, anew: NonNullable<Withdrawn['anew']>) => Step,
): Step {
  const { context } = scene
  const withdrawal = withdrawalOf(scene.session, messageId)
  const { question, wishes, left } = withdrawal
  const isWish = anew?.reading.kind === 'wishes' || anew?.reading.kind === 'ambiguous'
  const lookup = { kind: 'message', messageId } as const satisfies Lookup
  const records = factOf(scene.facts, lookup)
  if (records === undefined) return needs(lookup)
  const touched = records.find(
    ({ safety, status }) => safety !== 'read' && status !== 'rejected' && status !== 'accepted',
  )
  const passedOn = records.find(({ reason }) => reason === 'approval_asked')
  if (passedOn !== undefined) {
    const taken = takeBackAsking({ ...scene, session: left }, passedOn)
    return taken.kind === 'needs' || anew === undefined || !isWish
      ? taken
      : after(taken, readAnew({ ...scene, session: taken.session }, anew))
  }
  const unchanged = touched === undefined ? [] : [unchangedText(context, touched, how)]
  if (how === 'unreacted') return touched === undefined ? done(scene.session) : tellUnchanged(scene, touched, unchanged)
  const preview = openPreview(withdrawal)
  const asked = how === 'edited' && touched === undefined && !isWish ? questionAnsweredBy(withdrawal, messageId) : null
  if (asked !== null) {
    const answering = { ...scene, session: { ...left, question: asked } }
    const isAnswer = anew?.reading.kind === 'value' || anew?.reading.kind === 'pick'
    const note = preview === null ? say(context.locale, 'answer_edited') : ''
    const answered = isAnswer ? readAnew(answering, anew) : askOnceMore(answering, asked, note)
    return preview === null
      ? answered
      : after(withdrawPreview(context, preview, withdrawal, { how: 'replaced', unchanged }), answered)
  }
  if (preview !== null) {
    if (anew === undefined || !isWish) return withdrawPreview(context, preview, withdrawal, { how, unchanged })
    // Everything that the message asked for is either asked for again or no longer wanted.
    const dropped = withdrawPreview(context, preview, { ...withdrawal, wishes: [] }, { how: 'replaced', unchanged })
    return after(dropped, readAnew({ ...scene, session: left }, anew))
  }
  const isNew = touched === undefined && wishes.length === 0 && ((records.length === 0 && question === null) || isWish)
  if (anew !== undefined && isNew) return readAnew({ ...scene, session: left }, anew)
  const lines = [
    ...unchanged,
    ...(question === null
      ? []
      : [say(context.locale, 'question_withdrawn', { how, question: questionText(context, question) })]),
    ...wishLines(context, wishes),
  ]
  if (lines.length === 0) return wouldAnswer === true ? tellNoAnswer({ ...scene, session: left }) : done(left)
  if (touched !== undefined) return tellUnchanged({ session: left }, touched, lines)
  return done(left, [{ about: 'info', text: lines.join('\n') }])
}

/** Somebody who waits for what they said yes to learns that an edit said nothing. */
function tellNoAnswer({ session, context }: Scene): Done {
  const { question } = session
  const open = question === null ? openPreview(session)?.summary : questionText(context, question)
  const text = open === undefined ? null : say(context.locale, 'edit_no_answer', { open })
  return done(session, text === null ? [] : [{ about: 'info', text }])
}

function tellUnchanged({ session }: Pick<Scene, 'session'>, touched: CommandRecord, lines: readonly string[]): Done {
  return done(session, [{ about: 'info', text: lines.join('\n'), command: commandOf(touched) }])
}

function askOnceMore({ session, context }: Scene, question: Question, note: string): Done {
  return done(withoutNumbers(session), [renderQuestion(context, question, [note])])
}

function withdrawalOf(session: Session, messageId: string): Withdrawal {
  const concerns = (origin: { readonly messageIds: readonly string[] } | undefined) =>
    origin?.messageIds.includes(messageId) ?? false
  const pending = concerns(session.pending?.draft.origin) ? session.pending : null
  const question = concerns(session.question?.draft.origin) ? session.question : null
  const left = {
    ...withoutMentionsOf(session, messageId),
    pending: pending === null ? session.pending : null,
    question: question === null ? session.question : null,
    wishes: session.wishes.filter(({ origin }) => !concerns(origin)),
  }
  return { pending, question, wishes: session.wishes.filter(({ origin }) => concerns(origin)), left }
}

function withdrawPreview(
  context: Context,
  preview: Pending,
  { wishes, left }: Withdrawal,
  { how, unchanged }: { readonly how: How | 'replaced'; readonly unchanged: readonly string[] },
): Done {
  const { command, decisions } = rejectPreview(preview, 'withdrawn')
  const withdrawn = say(context.locale, `withdrawn_${how}`, { summary: preview.summary })
  const lines = [withdrawn, ...wishLines(context, wishes), ...unchanged]
  return done(left, [{ about: 'info', text: lines.join('\n'), command }], decisions)
}

function wishLines(context: Context, wishes: readonly QueuedWish[]): readonly string[] {
  if (wishes.length === 0) return []
  return [say(context.locale, 'wishes_withdrawn', { wishes: wishNames(context, wishes) })]
}

/** What was confirmed before stays so, and the person is told how to take it back if that is possible. */
function unchangedText(context: Context, record: CommandRecord, how: How): string {
  const { ref, name, status } = record
  const command = context.catalogue.commands.get(name)
  const mayUndo = status === 'executed' && command !== undefined && offeredUndo(context, command, record) !== null
  return say(context.locale, 'edit_changes_nothing', { ref, how, undo: mayUndo ? 'yes' : 'no' })
}
