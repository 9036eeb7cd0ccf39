/**
 * Which message answered what, so that somebody who edits an answer has answered anew and need not begin again. Parts of a
 * structured value are not noted: what else was said of that value would be lost.
 */
import { type Answered, openDraft, type Draft, type Question, type Session } from '../session.ts'

/** The draft, with a note that this message gave the value of this parameter; `asked`: as it was before. */
export function noteAnswer(draft: Draft, messageId: string, parameter: string, asked: Draft): Draft {
  const { [parameter]: raw } = asked.raw
  const { [parameter]: said } = asked.said ?? {}
  const before = raw === undefined ? null : { raw, ...(said !== undefined && { said }) }
  const answer: Answered = { messageId, parameter, ...(before !== null && { before }) }
  return { ...draft, answers: [...(draft.answers ?? []), answer] }
}

/**
 * The question that a message answered, as it was before the answer; `null` when the message answered nothing that is open.
 */
export function questionAnsweredBy(session: Pick<Session, 'question' | 'pending'>, messageId: string): Question | null {
  const draft = openDraft(session)
  // What was said besides is noted before it.
  const answer = draft?.answers?.findLast((each) => each.messageId === messageId)
  // A command repeated with AGAIN may carry answers that were given for an earlier one.
  if (draft === null || answer === undefined || !draft.origin.messageIds.includes(messageId)) return null
  const { parameter } = answer
  const asked = { draft: unanswered(draft, messageId), parameter, tries: 0 }
  const { chosen } = draft
  return chosen?.parameter === parameter
    ? { ...asked, kind: 'choice', candidates: chosen.from }
    : { ...asked, kind: 'value' }
}

/** Without all that this message said: what had been said before it counts once more. */
function unanswered(draft: Draft, messageId: string): Draft {
  const { answers = [] } = draft
  const left = answers.filter((each) => each.messageId === messageId).reduceRight(withoutAnswer, draft)
  return {
    ...left,
    answers: answers.filter((each) => each.messageId !== messageId),
    origin: { ...draft.origin, messageIds: draft.origin.messageIds.filter((id) => id !== messageId) },
  }
}

function withoutAnswer(draft: Draft, { parameter, before }: Answered): Draft {
  const { [parameter]: _raw, ...raw } = draft.raw
  const { [parameter]: _found, ...args } = draft.args
  const { [parameter]: _words, ...said } = draft.said ?? {}
  const { [parameter]: _reference, ...refers } = draft.refers ?? {}
  return {
    ...draft,
    raw: before === undefined ? raw : { ...raw, [parameter]: before.raw },
    args,
    said: before?.said === undefined ? said : { ...said, [parameter]: before.said },
    refers,
  }
}
