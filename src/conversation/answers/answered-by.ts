/**
 * Which message answered what, so that somebody who edits an answer has answered anew and need not begin again. Parts of a
 * structured value are not noted: what else was said of that value would be lost.
 */
import { openDraft, type Draft, type Question, type Session } from '../session.ts'

/** The draft, with a note that this message answered the question for this parameter. */
export function noteAnswer(draft: Draft, messageId: string, parameter: string): Draft {
  return { ...draft, answers: [...(draft.answers ?? []), { messageId, parameter }] }
}

/**
 * The question that a message answered, as it was before the answer; `null` when the message answered nothing that is open.
 */
export function questionAnsweredBy(session: Pick<Session, 'question' | 'pending'>, messageId: string): Question | null {
  const draft = openDraft(session)
  const answer = draft?.answers?.find((each) => each.messageId === messageId)
  // A command repeated with AGAIN may carry answers that were given for an earlier one.
  if (draft === null || answer === undefined || !draft.origin.messageIds.includes(messageId)) return null
  const { parameter } = answer
  const asked = { draft: unanswered(draft, answer), parameter, tries: 0 }
  const { chosen } = draft
  return chosen?.parameter === parameter
    ? { ...asked, kind: 'choice', candidates: chosen.from }
    : { ...asked, kind: 'value' }
}

type Answer = NonNullable<Draft['answers']>[number]

function unanswered(draft: Draft, { messageId, parameter }: Answer): Draft {
  const { [parameter]: _raw, ...raw } = draft.raw
  const { [parameter]: _found, ...args } = draft.args
  const { [parameter]: _words, ...said } = draft.said ?? {}
  const { [parameter]: _reference, ...refers } = draft.refers ?? {}
  return {
    ...draft,
    raw,
    args,
    said,
    refers,
    answers: (draft.answers ?? []).filter((each) => each.messageId !== messageId),
    origin: { ...draft.origin, messageIds: draft.origin.messageIds.filter((id) => id !== messageId) },
  }
}
