import type { ConversationEvent } from '../event.ts'
import { rejectPreview } from '../previews/reject-preview.ts'
import { summaryOf } from '../render/summary-of.ts'
import { nameOrSomebody } from '../render/name-or-somebody.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openPreview, type Origin } from '../session.ts'
import { done, type Step } from '../step.ts'

/** What somebody asked of this person need not be done any more: it is closed, wherever it waits. Nothing is said of what is over. */
export function onRecalled(
  { session, context }: Scene,
  { record, by, isDone }: Extract<ConversationEvent, { kind: 'recalled' }>,
): Step {
  const isAsked = (origin: Origin | undefined) => origin?.askedBy?.commandId === record.commandId
  const preview = openPreview(session)
  const closed = isAsked(preview?.draft.origin) ? preview : null
  const left = {
    ...session,
    pending: isAsked(session.pending?.draft.origin) ? null : session.pending,
    question: isAsked(session.question?.draft.origin) ? null : session.question,
    wishes: session.wishes.filter(({ origin }) => !isAsked(origin)),
  }
  const isOpen = closed !== null || left.question !== session.question || left.wishes.length < session.wishes.length
  if (!isOpen) return done(left)
  const { locale } = context
  const text = say(locale, isDone ? 'approval_done' : 'approval_recalled', {
    name: nameOrSomebody(locale, by),
    summary: summaryOf(context, record),
  })
  // Another one of the same has taken its place, or nobody wants it: neither is an answer of this person's.
  const rejected = closed === null ? null : rejectPreview(closed, isDone ? 'duplicate' : 'superseded')
  return done(
    left,
    [{ about: 'info', text, ...(rejected !== null && { command: rejected.command }) }],
    rejected?.decisions ?? [],
  )
}
