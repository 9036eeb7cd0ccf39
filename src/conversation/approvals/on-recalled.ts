import type { ConversationEvent } from '../event.ts'
import { rejectPreview } from '../previews/reject-preview.ts'
import { summarise } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
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
  const { catalogue, locale } = context
  const command = catalogue.commands.get(record.name)
  const text = say(locale, isDone ? 'approval_done' : 'approval_recalled', {
    name: by === '' ? say(locale, 'settled_by_somebody') : showValue(by),
    summary: command === undefined ? record.name : summarise(locale, command, record.args, record.facts),
  })
  // Another one of the same has taken its place, or nobody wants it: neither is an answer of this person's.
  const rejected = closed === null ? null : rejectPreview(closed, isDone ? 'duplicate' : 'superseded')
  return done(
    left,
    [{ about: 'info', text, ...(rejected !== null && { command: rejected.command }) }],
    rejected?.decisions ?? [],
  )
}
