import { questionText } from './question-text.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import { openPreview, type Session } from '../session.ts'
import { sayBelow, type Done, type Step } from '../step.ts'

/** One line about what still waits for the person, newest first; '' when nothing does. */
function reminderOf(context: Context, session: Session): string {
  const { question } = session
  if (question !== null) return say(context.locale, 'reminder_question', { question: questionText(context, question) })
  const preview = openPreview(session)
  if (preview === null || Date.parse(preview.expiresAt) <= context.now.getTime()) return ''
  return say(context.locale, 'reminder', { summary: preview.summary })
}

/** Adds a line, below the answer to a digression, about what was open before it and still is. */
export function withReminder({ session, context }: Scene, step: Step): Step {
  if (step.kind === 'needs' || isListedAgain(step)) return step
  const { question, pending } = step.session
  const stays = question === null ? pending?.commandId === session.pending?.commandId : question === session.question
  if (stays && isLapsed(context, step)) return { ...step, session: { ...step.session, question: null } }
  const reminder = stays ? reminderOf(context, step.session) : ''
  if (reminder === '') return step
  const told = sayBelow(step, [reminder], '\n\n')
  if (told.kind === 'needs' || question !== null || pending === null) return told
  return { ...told, session: { ...told.session, pending: { ...pending, asideSince: true } } }
}

/** "Did you mean …?" of what only looks is over once something else was answered: whoever goes on has not meant it. */
function isLapsed({ catalogue }: Context, { session: { question }, replies }: Done): boolean {
  if (question?.kind !== 'choice' || question.misspelt !== true) return false
  const isRead = catalogue.commands.get(question.draft.command)?.safety === 'read'
  return isRead && replies.some(({ command }) => command != null)
}

/** Whether the question is what was answered with. */
function isListedAgain({ session, replies }: Done): boolean {
  return session.question?.kind === 'choice' && replies.at(-1)?.about === 'choose'
}
